package dev.primus.core.spi;

/** A store cannot be used as it is: unreachable, read-only, of another shape. The message says what to do about it. */
public class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
