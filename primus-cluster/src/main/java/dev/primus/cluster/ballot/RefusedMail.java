package dev.primus.cluster.ballot;

/** Bytes, or a message, that nobody here is going to hear. */
final class RefusedMail extends Exception {
    private static final long serialVersionUID = 1L;

    private final Refusal reason;

    RefusedMail(Refusal reason, String message) {
        // No trace: whoever sends rubbish shall not make this node work for it.
        super(message, null, false, false);
        this.reason = reason;
    }

    static RefusedMail unreadable(String message) {
        return new RefusedMail(Refusal.BAD_MESSAGE, message);
    }

    Refusal reason() {
        return reason;
    }
}
