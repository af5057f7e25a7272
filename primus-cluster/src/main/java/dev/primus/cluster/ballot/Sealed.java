package dev.primus.cluster.ballot;

import dev.primus.core.spi.PeerMessage;
import java.util.Arrays;

/** An envelope as it travels. Whoever opens one believes nothing of it before the signature. */
public record Sealed(byte[] envelope) implements PeerMessage {

    @Override
    public boolean equals(Object other) {
        return other instanceof Sealed that && Arrays.equals(envelope, that.envelope);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(envelope);
    }

    @Override
    public String toString() {
        return "Sealed[%d bytes]".formatted(envelope.length);
    }
}
