package dev.primus.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import javax.crypto.Mac;

/** Bytes in pieces, each with its length before it and a seal over its number, its length and itself behind it. */
final class SealedOutput extends OutputStream {
    static final int LARGEST = 32 * 1_024;
    static final int SEAL = 16;

    private final OutputStream out;
    private final Mac mac;
    private final byte[] piece = new byte[Integer.BYTES + LARGEST + SEAL];
    private long number;

    SealedOutput(OutputStream out, byte[] key) {
        this.out = out;
        this.mac = Credentials.newMac(key);
    }

    /** The first bytes of a seal are enough: guessing 128 bits is as hopeless as guessing 256. */
    static byte[] seal(Mac mac, long number, byte[] bytes, int offset, int length) {
        mac.update(ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                .putLong(number)
                .putInt(length)
                .array());
        mac.update(bytes, offset, length);
        return mac.doFinal();
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        for (int at = 0; at < length; at += LARGEST) {
            writePiece(bytes, offset + at, Math.min(LARGEST, length - at));
        }
    }

    private void writePiece(byte[] bytes, int offset, int length) throws IOException {
        byte[] seal = seal(mac, number++, bytes, offset, length);
        ByteBuffer.wrap(piece).putInt(length).put(bytes, offset, length).put(seal, 0, SEAL);
        out.write(piece, 0, Integer.BYTES + length + SEAL);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
