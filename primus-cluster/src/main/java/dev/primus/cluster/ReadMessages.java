package dev.primus.cluster;

import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import org.jgroups.BytesMessage;
import org.jgroups.ObjectMessage;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.Digest;
import org.jgroups.util.MutableDigest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;

/** JGroups' messages, read with more care than JGroups takes. */
final class ReadMessages {
    private ReadMessages() {}

    /** Its length is believed only if there are as many bytes. */
    static final class Bytes extends BytesMessage {
        @Override
        public void readPayload(DataInput in) throws IOException {
            ByteArrayDataInputStream rest = (ByteArrayDataInputStream) in;
            int length = rest.readInt();
            if (length > rest.limit() - rest.position()) {
                throw new EOFException("%d bytes announced".formatted(length));
            }
            if (length >= 0) {
                byte[] bytes = new byte[length];
                rest.readFully(bytes);
                setArray(bytes, 0, length);
            }
        }

        @Override
        public <T> T getObject() {
            throw new UnsupportedOperationException("bytes are bytes, and no objects");
        }
    }

    /**
     * Two lists of numbers that JGroups sends as objects: what is stable, and what is missing. JGroups itself would make an
     * instance of any class that the sender names, and read serialized objects.
     */
    static final class Listing extends ObjectMessage {
        private static final short DIGEST = 9;
        private static final short MUTABLE_DIGEST = 10;
        private static final short SEQNOS = 15;

        @Override
        public void readPayload(DataInput in) throws IOException, ClassNotFoundException {
            if (in.readByte() == 0) {
                return;
            }
            short kind = in.readShort();
            SizeStreamable list = switch (kind) {
                case DIGEST -> new Digest();
                case MUTABLE_DIGEST -> new MutableDigest();
                case SEQNOS -> new SeqnoList();
                default -> throw new EOFException("object of kind " + kind);
            };
            list.readFrom(in);
            setObject(list);
        }
    }
}
