package dev.primus.cluster;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The first bytes on every connection, before JGroups sees it: both ends show that they belong to the same cluster and
 * know the same secret, over nonces of both, so that nothing recorded is of use on another connection.
 *
 * <pre>
 * client  hello(8)  cluster(32)  nonceC(32)
 * server  hello(8)  verdict(1)  nonceS(32)  HMAC(key, "server", cluster, nonceC, nonceS)
 * client  HMAC(key, "client", cluster, nonceC, nonceS), or zeros if the server's proof is wrong
 * </pre>
 *
 * The zeros tell a wrong secret from a connection that was cut off.
 *
 * The keys of the seals, one for each direction, come from the same values.
 */
final class Handshake {
    /** The name of the language and its version. */
    private static final byte[] HELLO = Credentials.ascii("PRIMUS1\n");

    private static final int SIZE = 32;
    private static final byte[] WRONG_PROOF = new byte[SIZE];
    private static final int FINE = 0;
    private static final int OTHER_CLUSTER = 1;
    private static final SecureRandom CHANCE = new SecureRandom();

    private final Credentials credentials;
    private final DataInputStream in;
    private final OutputStream out;

    Handshake(Credentials credentials, InputStream in, OutputStream out) {
        this.credentials = credentials;
        this.in = new DataInputStream(in);
        this.out = out;
    }

    /** What both ends have agreed on. */
    record Agreed(byte[] clientKey, byte[] serverKey) {}

    Agreed asClient() throws IOException {
        byte[] ours = nonce();
        write(HELLO, credentials.cluster(), ours);
        expectHello();
        int verdict = in.readUnsignedByte();
        if (verdict != FINE) {
            throw new Refused(verdict == OTHER_CLUSTER ? Dropped.FOREIGN_CLUSTER : Dropped.NOT_A_PEER);
        }
        byte[] theirs = read();
        byte[] proof = read();
        byte[] key;
        try {
            key = keyBehind(proof, "server", ours, theirs);
        } catch (Refused refused) {
            write(WRONG_PROOF);
            throw refused;
        }
        write(proof(key, "client", ours, theirs));
        return agreed(key, ours, theirs);
    }

    Agreed asServer() throws IOException {
        expectHello();
        boolean sameCluster = MessageDigest.isEqual(credentials.cluster(), read());
        byte[] theirs = read();
        if (!sameCluster) {
            write(HELLO, new byte[] {OTHER_CLUSTER});
            throw new Refused(Dropped.FOREIGN_CLUSTER);
        }
        byte[] ours = nonce();
        byte[] first = credentials.keys().get(0);
        write(HELLO, new byte[] {FINE}, ours, proof(first, "server", theirs, ours));
        byte[] key = keyBehind(read(), "client", theirs, ours);
        return agreed(key, theirs, ours);
    }

    private void expectHello() throws IOException {
        byte[] hello = new byte[HELLO.length];
        for (int i = 0; i < hello.length; i++) {
            hello[i] = in.readByte();
            if (hello[i] != HELLO[i]) {
                throw new Refused(Dropped.NOT_A_PEER);
            }
        }
    }

    private byte[] keyBehind(byte[] proof, String role, byte[] clientNonce, byte[] serverNonce) throws Refused {
        byte[] found = null;
        for (byte[] key : credentials.keys()) {
            if (MessageDigest.isEqual(proof(key, role, clientNonce, serverNonce), proof)) {
                found = key;
            }
        }
        if (found == null) {
            throw new Refused(Dropped.WRONG_SECRET);
        }
        return found;
    }

    private byte[] proof(byte[] key, String role, byte[] clientNonce, byte[] serverNonce) {
        return Credentials.mac(key, Credentials.ascii(role), credentials.cluster(), clientNonce, serverNonce);
    }

    private Agreed agreed(byte[] key, byte[] clientNonce, byte[] serverNonce) {
        return new Agreed(
                proof(key, "seal of the client", clientNonce, serverNonce),
                proof(key, "seal of the server", clientNonce, serverNonce));
    }

    private byte[] read() throws IOException {
        byte[] bytes = new byte[SIZE];
        in.readFully(bytes);
        return bytes;
    }

    private void write(byte[]... parts) throws IOException {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        byte[] whole = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, whole, at, part.length);
            at += part.length;
        }
        out.write(whole);
        out.flush();
    }

    private static byte[] nonce() {
        byte[] nonce = new byte[SIZE];
        CHANCE.nextBytes(nonce);
        return nonce;
    }
}
