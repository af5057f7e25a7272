package dev.primus.server.control.socket;

/** A socket could not be opened; the message says why, and what is allowed. */
public final class CannotOpen extends Exception {
    private static final long serialVersionUID = 1L;

    CannotOpen(String why) {
        super(why);
    }

    CannotOpen(String why, Throwable cause) {
        super(why, cause);
    }
}
