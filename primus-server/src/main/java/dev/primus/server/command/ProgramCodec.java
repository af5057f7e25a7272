package dev.primus.server.command;

import dev.primus.cluster.BadFrame;
import dev.primus.cluster.PeerCodec;
import dev.primus.cluster.RegistryCodec;
import dev.primus.cluster.ballot.Sealed;
import dev.primus.cluster.ballot.SealedCodec;
import dev.primus.core.spi.PeerMessage;
import dev.primus.server.duties.polls.PollCodec;
import java.util.Arrays;

/** All that nodes of this program tell each other: the registry's messages, the ballot's envelopes, and those about polls. */
final class ProgramCodec implements PeerCodec {
    /** No version of the registry's own frames begins with it. */
    private static final byte POLLS = 0x40;

    /** That of the ballot's envelopes. */
    private static final byte SEALED = 0x42;

    private final RegistryCodec registry = new RegistryCodec();
    private final SealedCodec ballot = new SealedCodec();

    @Override
    public byte[] encode(PeerMessage message) {
        if (message instanceof Sealed) {
            return ballot.encode(message);
        }
        if (!PollCodec.knows(message)) {
            return registry.encode(message);
        }
        byte[] inner = PollCodec.encode(message);
        byte[] frame = new byte[inner.length + 1];
        frame[0] = POLLS;
        System.arraycopy(inner, 0, frame, 1, inner.length);
        return frame;
    }

    @Override
    public PeerMessage decode(byte[] bytes) throws BadFrame {
        if (bytes.length > 0 && bytes[0] == SEALED) {
            return ballot.decode(bytes);
        }
        if (bytes.length == 0 || bytes[0] != POLLS) {
            return registry.decode(bytes);
        }
        try {
            return PollCodec.decode(Arrays.copyOfRange(bytes, 1, bytes.length));
        } catch (IllegalArgumentException e) {
            throw new BadFrame("about polls: " + e.getMessage());
        }
    }
}
