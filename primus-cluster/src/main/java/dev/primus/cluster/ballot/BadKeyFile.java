package dev.primus.cluster.ballot;

/** A file of keys that cannot be used: what is wrong, and what is allowed. Nothing of a private key is ever in it. */
public final class BadKeyFile extends Exception {
    private static final long serialVersionUID = 1L;

    BadKeyFile(String message) {
        super(message);
    }
}
