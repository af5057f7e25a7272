package dev.primus.cluster;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerRelease;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The one frame that a connection of a companion carries, and its answer. It stands where a member's handshake begins, and
 * its first byte tells the two apart: no handshake and no TLS record begins with it.
 *
 * <pre>
 * companion  "RELEASE1"(8)  cluster(32)  length(1) election  length(1) owner  key(32)
 * member     verdict(1): 1 if the term is over, 0 if not
 * </pre>
 */
final class ReleaseFrame {
    static final int ACCEPTED = 1;
    static final int REFUSED = 0;

    private static final byte[] HELLO = Credentials.ascii("RELEASE1");
    private static final int SIZE = 32;

    private ReleaseFrame() {}

    static boolean beginsWith(int firstByte) {
        return firstByte == HELLO[0];
    }

    static byte[] bytes(byte[] cluster, PeerRelease release) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(HELLO);
            out.write(cluster);
            text(out, release.election().value());
            text(out, release.owner().toString());
            out.write(HexFormat.of().parseHex(release.key()));
        }
        return bytes.toByteArray();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 255) {
            throw new IOException("a name of %d bytes: must be at most 255".formatted(bytes.length));
        }
        out.writeByte(bytes.length);
        out.write(bytes);
    }

    /**
     * Reads what follows the first byte.
     *
     * @throws Refused if it is no release, or one of another cluster
     */
    static PeerRelease read(InputStream stream, byte[] cluster) throws IOException {
        DataInputStream in = new DataInputStream(stream);
        byte[] hello = new byte[HELLO.length - 1];
        in.readFully(hello);
        if (!Arrays.equals(hello, Arrays.copyOfRange(HELLO, 1, HELLO.length))) {
            throw new Refused(Dropped.NOT_A_PEER);
        }
        if (!MessageDigest.isEqual(cluster, in.readNBytes(SIZE))) {
            throw new Refused(Dropped.FOREIGN_CLUSTER);
        }
        try {
            ElectionName election = new ElectionName(text(in));
            NodeId owner = NodeId.parse(text(in));
            byte[] key = new byte[SIZE];
            in.readFully(key);
            return new PeerRelease(election, owner, HexFormat.of().formatHex(key));
        } catch (IllegalArgumentException e) {
            throw new Refused(Dropped.NOT_A_PEER);
        }
    }

    private static String text(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readUnsignedByte()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
