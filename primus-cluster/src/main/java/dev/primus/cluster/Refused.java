package dev.primus.cluster;

import java.io.IOException;

/** A connection that came to nothing because of what its other end is. */
final class Refused extends IOException {
    private static final long serialVersionUID = 1L;

    private final Dropped reason;

    Refused(Dropped reason) {
        super(reason.name());
        this.reason = reason;
    }

    Dropped reason() {
        return reason;
    }
}
