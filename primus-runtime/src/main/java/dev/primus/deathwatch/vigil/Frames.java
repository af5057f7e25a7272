package dev.primus.deathwatch.vigil;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.StoreSession;
import dev.primus.process.ProcessKey;
import dev.primus.process.TreeKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Messages as bytes: length, checksum, kind, fields. A frame is at most 4,096 bytes, which a pipe takes as a whole or
 * not at all.
 */
public final class Frames {
    public static final int LONGEST = 4096;

    private static final int HEAD = 6;

    private enum Kind {
        HELLO,
        SESSION,
        SNAPSHOT,
        END,
        INTENT,
        GRANTED,
        ENDED,
        PROGRAM,
        NO_PROGRAM,
        BYE,
        ACCESS
    }

    /** What was read cannot have been written by {@link #bytes}. */
    public static final class Broken extends IOException {
        private static final long serialVersionUID = 1L;

        Broken(String what) {
            super(what);
        }
    }

    private Frames() {}

    /**
     * @throws IllegalArgumentException if it does not fit into a frame
     */
    public static byte[] bytes(Message message) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(body);
                DataOutputStream head = new DataOutputStream(frame)) {
            write(message, out);
            if (body.size() + HEAD > LONGEST) {
                throw new IllegalArgumentException("a message of %d bytes: allowed is %d; shorten the store's URL"
                        .formatted(body.size(), LONGEST - HEAD));
            }
            head.writeShort(body.size());
            head.writeInt(checksum(body.toByteArray()));
            body.writeTo(head);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return frame.toByteArray();
    }

    /** The next message; null at the end of the stream, also if the last frame is not whole. Blocks. */
    public static @Nullable Message read(InputStream stream) throws IOException {
        DataInputStream in = new DataInputStream(stream);
        byte[] body;
        int checksum;
        try {
            int length = in.readUnsignedShort();
            if (length == 0 || length + HEAD > LONGEST) {
                throw new Broken("a frame of " + length + " bytes");
            }
            checksum = in.readInt();
            body = in.readNBytes(length);
            if (body.length < length) {
                return null;
            }
        } catch (EOFException e) {
            return null;
        }
        if (checksum(body) != checksum) {
            throw new Broken("a frame whose checksum is wrong");
        }
        try {
            return message(new DataInputStream(new ByteArrayInputStream(body)));
        } catch (IOException | IllegalArgumentException e) {
            throw new Broken("a frame that makes no sense: " + e.getClass().getSimpleName());
        }
    }

    private static int checksum(byte[] body) {
        CRC32 crc = new CRC32();
        crc.update(body);
        return (int) crc.getValue();
    }

    private static void write(Message message, DataOutputStream out) throws IOException {
        if (message instanceof Message.Hello hello) {
            out.writeByte(Kind.HELLO.ordinal());
            write(hello.speaker(), out);
            out.writeLong(hello.now());
        } else if (message instanceof Message.Session session) {
            out.writeByte(Kind.SESSION.ordinal());
            write(session, out);
        } else if (message instanceof Message.Snapshot) {
            out.writeByte(Kind.SNAPSHOT.ordinal());
        } else if (message instanceof Message.End) {
            out.writeByte(Kind.END.ordinal());
        } else if (message instanceof Message.Intent intent) {
            out.writeByte(Kind.INTENT.ordinal());
            write(intent.hold(), out);
        } else if (message instanceof Message.Granted granted) {
            out.writeByte(Kind.GRANTED.ordinal());
            write(granted.hold(), out);
            out.writeLong(granted.killAt());
        } else if (message instanceof Message.Ended ended) {
            out.writeByte(Kind.ENDED.ordinal());
            write(ended.hold(), out);
        } else if (message instanceof Message.Program program) {
            out.writeByte(Kind.PROGRAM.ordinal());
            write(program, out);
        } else if (message instanceof Message.NoProgram) {
            out.writeByte(Kind.NO_PROGRAM.ordinal());
        } else if (message instanceof Message.Access told) {
            out.writeByte(Kind.ACCESS.ordinal());
            write(told.access(), out);
        } else {
            out.writeByte(Kind.BYE.ordinal());
        }
    }

    private static void write(Hold hold, DataOutputStream out) throws IOException {
        out.writeUTF(hold.election().value());
        out.writeLong(hold.token().value());
        out.writeUTF(hold.nonce());
    }

    private static void write(ProcessKey process, DataOutputStream out) throws IOException {
        out.writeLong(process.pid());
        out.writeLong(process.started());
    }

    private static void write(Message.Program program, DataOutputStream out) throws IOException {
        out.writeUTF(program.election().value());
        out.writeUTF(program.tree().runId());
        ProcessKey leader = program.tree().leader();
        out.writeBoolean(leader != null);
        if (leader != null) {
            write(leader, out);
        }
        out.writeLong(program.killAt());
    }

    private static void write(Message.Session message, DataOutputStream out) throws IOException {
        StoreSession session = message.session();
        out.writeUTF(session.cluster().value());
        out.writeUTF(session.self().toString());
        out.writeLong(session.lease().toNanos());
        out.writeLong(session.ioTimeout().toNanos());
        out.writeLong(session.margin().toNanos());
        out.writeLong(session.heirWindow().toNanos());
        write(message.access(), out);
    }

    private static void write(Map<String, String> access, DataOutputStream out) throws IOException {
        out.writeShort(access.size());
        for (Map.Entry<String, String> one : new TreeMap<>(access).entrySet()) {
            out.writeUTF(one.getKey());
            out.writeUTF(one.getValue());
        }
    }

    private static Message message(DataInputStream in) throws IOException {
        int kind = in.readUnsignedByte();
        if (kind >= Kind.values().length) {
            throw new Broken("a frame of unknown kind " + kind);
        }
        return switch (Kind.values()[kind]) {
            case HELLO -> new Message.Hello(process(in), in.readLong());
            case SESSION -> session(in);
            case SNAPSHOT -> new Message.Snapshot();
            case END -> new Message.End();
            case INTENT -> new Message.Intent(hold(in));
            case GRANTED -> new Message.Granted(hold(in), in.readLong());
            case ENDED -> new Message.Ended(hold(in));
            case PROGRAM ->
                new Message.Program(
                        new ElectionName(in.readUTF()),
                        new TreeKey(in.readUTF(), in.readBoolean() ? process(in) : null),
                        in.readLong());
            case NO_PROGRAM -> new Message.NoProgram();
            case BYE -> new Message.Bye();
            case ACCESS -> new Message.Access(access(in));
        };
    }

    private static ProcessKey process(DataInputStream in) throws IOException {
        return new ProcessKey(in.readLong(), in.readLong());
    }

    private static Hold hold(DataInputStream in) throws IOException {
        return new Hold(new ElectionName(in.readUTF()), new FencingToken(in.readLong()), in.readUTF());
    }

    private static Message session(DataInputStream in) throws IOException {
        StoreSession session = new StoreSession(
                new ClusterName(in.readUTF()),
                NodeId.parse(in.readUTF()),
                Duration.ofNanos(in.readLong()),
                Duration.ofNanos(in.readLong()),
                Duration.ofNanos(in.readLong()),
                Duration.ofNanos(in.readLong()));
        return new Message.Session(session, access(in));
    }

    private static Map<String, String> access(DataInputStream in) throws IOException {
        Map<String, String> access = new TreeMap<>();
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            access.put(in.readUTF(), in.readUTF());
        }
        return access;
    }
}
