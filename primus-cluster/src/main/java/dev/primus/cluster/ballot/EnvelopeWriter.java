package dev.primus.cluster.ballot;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Puts letters of one node to another into envelopes, and signs them. From any thread. */
final class EnvelopeWriter {
    private static final int LONGEST_SIGNATURE = 255;

    private final ClusterName cluster;
    private final NodeId sender;
    private final Signer signer;

    EnvelopeWriter(ClusterName cluster, NodeId sender, Signer signer) {
        this.cluster = cluster;
        this.sender = sender;
        this.signer = signer;
    }

    /** How many bytes all letters of an envelope to this node may take, each with {@link #LETTER_OVERHEAD}. */
    int room(NodeId receiver) {
        return Limits.ENVELOPE_BYTES - headLength(receiver) - Short.BYTES - 1 - LONGEST_SIGNATURE;
    }

    /** What a letter takes besides its own bytes. */
    static final int LETTER_OVERHEAD = Short.BYTES;

    private int headLength(NodeId receiver) {
        return 3
                + Long.BYTES
                + field(cluster)
                + field(sender.name())
                + field(sender.incarnation())
                + field(receiver.name())
                + field(receiver.incarnation())
                + field(signer.keyId());
    }

    /** @param letters no more than there is {@linkplain #room room} for */
    Sealed seal(Channel channel, NodeId receiver, long sequence, List<byte[]> letters) {
        ByteBuffer out = ByteBuffer.allocate(Limits.ENVELOPE_BYTES);
        out.put(Envelope.MARK).put(Envelope.VERSION).put((byte) channel.code()).putLong(sequence);
        put(out, cluster);
        put(out, sender.name());
        put(out, sender.incarnation());
        put(out, receiver.name());
        put(out, receiver.incarnation());
        put(out, signer.keyId());
        out.putShort((short) letters.size());
        for (byte[] letter : letters) {
            out.putShort((short) letter.length).put(letter);
        }
        byte[] signature = signer.sign(channel.signed(out.array(), out.position()));
        out.put((byte) signature.length).put(signature);
        return new Sealed(Arrays.copyOf(out.array(), out.position()));
    }

    private static int field(Object text) {
        return 1 + text.toString().length();
    }

    private static void put(ByteBuffer out, Object text) {
        byte[] ascii = text.toString().getBytes(StandardCharsets.US_ASCII);
        out.put((byte) ascii.length).put(ascii);
    }
}
