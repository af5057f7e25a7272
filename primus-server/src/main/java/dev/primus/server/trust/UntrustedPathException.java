package dev.primus.server.trust;

/** Another user can change a file or folder; the message says which one, how, and what to do. */
public final class UntrustedPathException extends Exception {
    private static final long serialVersionUID = 1L;

    UntrustedPathException(String message) {
        super(message);
    }
}
