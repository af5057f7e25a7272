package dev.primus.cluster;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;

/** Reads what {@link SealedOutput} wrote; nothing of a piece is given on before its seal was seen to be right. */
final class SealedInput extends InputStream {
    private final DataInputStream in;
    private final Mac mac;
    private final Runnable onTamper;
    private final byte[] piece = new byte[SealedOutput.LARGEST];
    private final byte[] seal = new byte[SealedOutput.SEAL];
    private long number;
    private int at;
    private int end;

    SealedInput(InputStream in, byte[] key, Runnable onTamper) {
        this.in = new DataInputStream(in);
        this.mac = Credentials.newMac(key);
        this.onTamper = onTamper;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (at == end && !readPiece()) {
            return -1;
        }
        int some = Math.min(length, end - at);
        System.arraycopy(piece, at, bytes, offset, some);
        at += some;
        return some;
    }

    @Override
    public int available() {
        return end - at;
    }

    private boolean readPiece() throws IOException {
        int length;
        try {
            length = in.readInt();
        } catch (EOFException over) {
            return false;
        }
        if (length < 1 || length > SealedOutput.LARGEST) {
            throw tampered();
        }
        in.readFully(piece, 0, length);
        in.readFully(seal);
        byte[] right = SealedOutput.seal(mac, number++, piece, 0, length);
        if (!MessageDigest.isEqual(Arrays.copyOf(right, SealedOutput.SEAL), seal)) {
            throw tampered();
        }
        at = 0;
        end = length;
        return true;
    }

    private EOFException tampered() {
        onTamper.run();
        // What JGroups takes for an ordinary end of a connection, without a stack trace in the log.
        return new EOFException("the seal is broken");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
