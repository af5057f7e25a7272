package dev.primus.cluster.ballot;

import dev.primus.core.NodeId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Takes an envelope apart. Every length is compared with what is there before anything is made of it. */
final class EnvelopeReader {
    private final byte[] envelope;
    private final ByteBuffer in;

    private EnvelopeReader(byte[] envelope) {
        this.envelope = envelope;
        this.in = ByteBuffer.wrap(envelope);
    }

    static Envelope read(byte[] envelope) throws RefusedMail {
        if (envelope.length > Limits.ENVELOPE_BYTES) {
            throw new RefusedMail(Refusal.TOO_LARGE, "%d bytes".formatted(envelope.length));
        }
        return new EnvelopeReader(envelope).read();
    }

    private Envelope read() throws RefusedMail {
        if (octet() != Envelope.MARK) {
            throw malformed("another mark");
        }
        int version = octet();
        if (version != Envelope.VERSION) {
            throw new RefusedMail(
                    Refusal.OTHER_VERSION, "version %d, this node speaks %d".formatted(version, Envelope.VERSION));
        }
        Channel channel = Channel.of(octet());
        need(Long.BYTES);
        long sequence = in.getLong();
        if (sequence < 1) {
            throw malformed("a sequence below 1");
        }
        String cluster = text();
        NodeId sender = node();
        NodeId receiver = node();
        String keyId = text();
        List<byte[]> letters = letters();
        byte[] signed = channel.signed(envelope, in.position());
        byte[] signature = bytes(octet());
        if (in.hasRemaining()) {
            throw malformed("bytes after the end");
        }
        return new Envelope(channel, sequence, cluster, sender, receiver, keyId, letters, signed, signature);
    }

    private List<byte[]> letters() throws RefusedMail {
        int count = size();
        if (count < 1 || count > Limits.MESSAGES) {
            throw malformed("%d messages".formatted(count));
        }
        List<byte[]> letters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            letters.add(bytes(size()));
        }
        return letters;
    }

    private NodeId node() throws RefusedMail {
        try {
            return NodeId.of(text(), text());
        } catch (IllegalArgumentException e) {
            throw malformed("no node");
        }
    }

    private String text() throws RefusedMail {
        return new String(bytes(octet()), StandardCharsets.ISO_8859_1);
    }

    private int octet() throws RefusedMail {
        need(1);
        return Byte.toUnsignedInt(in.get());
    }

    private int size() throws RefusedMail {
        need(Short.BYTES);
        return Short.toUnsignedInt(in.getShort());
    }

    private byte[] bytes(int length) throws RefusedMail {
        need(length);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private void need(int length) throws RefusedMail {
        if (in.remaining() < length) {
            throw malformed("cut short");
        }
    }

    private static RefusedMail malformed(String message) {
        return new RefusedMail(Refusal.MALFORMED, message);
    }
}
