package dev.primus.cluster;

/** Bytes that are no message of ours. */
public final class BadFrame extends Exception {
    private static final long serialVersionUID = 1L;

    public BadFrame(String message) {
        super(message);
    }
}
