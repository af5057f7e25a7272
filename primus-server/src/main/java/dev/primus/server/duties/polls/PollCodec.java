package dev.primus.server.duties.polls;

import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages about polls as bytes: a version, a type, and the fields in their order. What is longer than it may be, cut
 * off, of another version or followed by anything is refused.
 */
public final class PollCodec {
    /** No message is longer. */
    public static final int LONGEST = 1 << 20;

    private static final int VERSION = 1;
    private static final int LONGEST_TEXT = 2_000;
    private static final int MOST_PARTS = 10_000;

    private PollCodec() {}

    /** Whether it is one of those that can be encoded here. */
    public static boolean knows(PeerMessage message) {
        return message instanceof PollMessage;
    }

    /** @throws IllegalArgumentException if it is not known here, or too long */
    public static byte[] encode(PeerMessage message) {
        if (!(message instanceof PollMessage known)) {
            throw new IllegalArgumentException(
                    message.getClass().getSimpleName() + " is no message about polls: allowed is what knows() knows");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeByte(VERSION);
            known.to(new Writer(out));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (bytes.size() > LONGEST) {
            throw new IllegalArgumentException(
                    "a message of %d bytes is too long: allowed are %d".formatted(bytes.size(), LONGEST));
        }
        return bytes.toByteArray();
    }

    /** @throws IllegalArgumentException if it is none of ours, saying why */
    public static PollMessage decode(byte[] bytes) {
        if (bytes.length > LONGEST) {
            throw new IllegalArgumentException(
                    "a message of %d bytes is too long: allowed are %d".formatted(bytes.length, LONGEST));
        }
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new IllegalArgumentException("version %d: allowed is %d".formatted(version, VERSION));
            }
            PollMessage message = read(in);
            if (in.available() > 0) {
                throw new IllegalArgumentException("%d bytes too many".formatted(in.available()));
            }
            return message;
        } catch (IOException e) {
            throw new IllegalArgumentException("cut off or garbled", e);
        }
    }

    private static PollMessage read(DataInputStream in) throws IOException {
        int type = in.readUnsignedByte();
        return switch (type) {
            case 1 -> new PollMessage.Ask(in.readLong());
            case 2 ->
                new PollMessage.Known(
                        in.readLong(), role(in), number(in, MOST_PARTS), number(in, MOST_PARTS), runs(in));
            case 3 -> new PollMessage.Keep(in.readLong(), in.readLong(), in.readLong(), runs(in));
            case 4 -> new PollMessage.Kept(in.readLong(), in.readLong(), role(in));
            case 5 -> new PollMessage.Order(in.readLong(), key(in), text(in), in.readLong());
            case 6 -> new PollMessage.Result(key(in), in.readBoolean(), text(in));
            case 7 -> new PollMessage.Settled(in.readLong(), key(in));
            default -> throw new IllegalArgumentException("type %d: allowed are 1 to 7".formatted(type));
        };
    }

    private static PollMessage.Role role(DataInputStream in) throws IOException {
        return new PollMessage.Role(in.readBoolean(), in.readBoolean());
    }

    private static RunKey key(DataInputStream in) throws IOException {
        return new RunKey(text(in), in.readLong());
    }

    private static String text(DataInputStream in) throws IOException {
        String text = in.readUTF();
        if (text.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException(
                    "a text of %d characters: allowed are %d".formatted(text.length(), LONGEST_TEXT));
        }
        return text;
    }

    private static int number(DataInputStream in, int most) throws IOException {
        int number = in.readInt();
        if (number < 0 || number > most) {
            throw new IllegalArgumentException("a number of %d: allowed is 0 to %d".formatted(number, most));
        }
        return number;
    }

    private static List<Run> runs(DataInputStream in) throws IOException {
        int count = number(in, PollMember.MOST_RUNS);
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            RunKey key = key(in);
            int state = number(in, RunState.values().length - 1);
            long token = in.readLong();
            String node = text(in);
            runs.add(new Run(
                    key,
                    RunState.values()[state],
                    token,
                    node.isEmpty() ? null : NodeId.parse(node),
                    in.readLong(),
                    in.readLong(),
                    text(in)));
        }
        return runs;
    }

    /** Writes a message after its version. */
    private record Writer(DataOutputStream out) implements PollMessage.Reader {
        @FunctionalInterface
        private interface Fields {
            void write() throws IOException;
        }

        private void type(int type, Fields fields) {
            try {
                out.writeByte(type);
                fields.write();
            } catch (IOException e) {
                throw new IllegalArgumentException("a text is too long", e);
            }
        }

        @Override
        public void ask(PollMessage.Ask message) {
            type(1, () -> out.writeLong(message.token()));
        }

        @Override
        public void known(PollMessage.Known message) {
            type(2, () -> {
                out.writeLong(message.token());
                role(message.role());
                out.writeInt(message.part());
                out.writeInt(message.parts());
                runs(message.runs());
            });
        }

        @Override
        public void keep(PollMessage.Keep message) {
            type(3, () -> {
                out.writeLong(message.token());
                out.writeLong(message.after());
                out.writeLong(message.upTo());
                runs(message.runs());
            });
        }

        @Override
        public void kept(PollMessage.Kept message) {
            type(4, () -> {
                out.writeLong(message.token());
                out.writeLong(message.upTo());
                role(message.role());
            });
        }

        @Override
        public void order(PollMessage.Order message) {
            type(5, () -> {
                out.writeLong(message.token());
                key(message.key());
                text(message.check());
                out.writeLong(message.timeoutMillis());
            });
        }

        @Override
        public void result(PollMessage.Result message) {
            type(6, () -> {
                key(message.key());
                out.writeBoolean(message.good());
                text(message.outcome());
            });
        }

        @Override
        public void settled(PollMessage.Settled message) {
            type(7, () -> {
                out.writeLong(message.token());
                key(message.key());
            });
        }

        private void role(PollMessage.Role role) throws IOException {
            out.writeBoolean(role.voter());
            out.writeBoolean(role.poller());
        }

        private void key(RunKey key) throws IOException {
            text(key.schedule());
            out.writeLong(key.due());
        }

        private void text(String text) throws IOException {
            if (text.length() > LONGEST_TEXT) {
                throw new IllegalArgumentException(
                        "a text of %d characters: allowed are %d".formatted(text.length(), LONGEST_TEXT));
            }
            out.writeUTF(text);
        }

        private void runs(List<Run> runs) throws IOException {
            if (runs.size() > PollMember.MOST_RUNS) {
                throw new IllegalArgumentException(
                        "%d runs in a message: allowed are %d".formatted(runs.size(), PollMember.MOST_RUNS));
            }
            out.writeInt(runs.size());
            for (Run run : runs) {
                key(run.key());
                out.writeInt(run.state().ordinal());
                out.writeLong(run.token());
                text(nameOf(run.node()));
                out.writeLong(run.started());
                out.writeLong(run.ended());
                text(run.outcome());
            }
        }

        private static String nameOf(@Nullable NodeId node) {
            return node == null ? "" : node.toString();
        }
    }
}
