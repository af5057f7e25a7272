package dev.primus.cluster.ballot;

import dev.primus.cluster.BadFrame;
import dev.primus.cluster.PeerCodec;
import dev.primus.core.spi.PeerMessage;

/** Envelopes on a link: their bytes as they are, which {@link SignedLink} opens. */
public final class SealedCodec implements PeerCodec {

    @Override
    public byte[] encode(PeerMessage message) {
        if (!(message instanceof Sealed sealed)) {
            throw new IllegalArgumentException("%s is not sealed".formatted(message));
        }
        return sealed.envelope();
    }

    @Override
    public PeerMessage decode(byte[] bytes) throws BadFrame {
        if (bytes.length == 0 || bytes[0] != Envelope.MARK) {
            throw new BadFrame("no envelope");
        }
        return new Sealed(bytes);
    }
}
