package dev.primus.cluster;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.Term;
import dev.primus.core.peers.PauseMark;
import dev.primus.core.registry.Testimony;
import dev.primus.core.registry.ViewId;
import dev.primus.core.spi.Enrolment;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a {@link FrameWriter} wrote, and believes nothing: no length, no name and no number. */
final class FrameReader {
    /** More than anybody of ours puts into one message. */
    private static final int LONGEST_LIST = 1_000;

    private final DataInputStream in;

    FrameReader(byte[] bytes, int from) {
        this.in = new DataInputStream(new ByteArrayInputStream(bytes, from, bytes.length - from));
    }

    /** Reads one element of a list. */
    interface Element<T> {
        T read() throws IOException, BadFrame;
    }

    boolean flag() throws IOException {
        return in.readBoolean();
    }

    long number() throws IOException {
        return in.readLong();
    }

    long count() throws IOException, BadFrame {
        long value = in.readLong();
        if (value < 0) {
            throw new BadFrame("a number below zero");
        }
        return value;
    }

    String text() throws IOException {
        return in.readUTF();
    }

    <T> List<T> list(Element<T> element) throws IOException, BadFrame {
        int size = in.readUnsignedShort();
        if (size > LONGEST_LIST) {
            throw new BadFrame("a list of %d".formatted(size));
        }
        List<T> all = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            all.add(element.read());
        }
        return all;
    }

    ElectionName election() throws IOException {
        return new ElectionName(text());
    }

    NodeId node() throws IOException {
        return NodeId.parse(text());
    }

    @Nullable
    NodeName optionalName() throws IOException {
        return flag() ? new NodeName(text()) : null;
    }

    ViewId view() throws IOException, BadFrame {
        return new ViewId(count(), node());
    }

    Term term() throws IOException {
        return Term.of(node(), number());
    }

    <E extends Enum<E>> E constant(Class<E> type) throws IOException {
        return Enum.valueOf(type, text());
    }

    PauseMark pauseMark() throws IOException {
        long stamp = number();
        Pause pause = flag() ? new Pause(text(), text(), Instant.ofEpochMilli(number())) : null;
        return new PauseMark(pause, stamp);
    }

    Testimony testimony() throws IOException, BadFrame {
        ElectionName election = election();
        long highest = count();
        Term holds = flag() ? term() : null;
        Testimony.Pledge pledge = flag() ? new Testimony.Pledge(term(), Duration.ofNanos(count())) : null;
        List<Term> over = list(this::term);
        long after = count();
        NodeName heir = optionalName();
        Duration heirLeft = Duration.ofNanos(count());
        PauseMark pause = flag() ? pauseMark() : null;
        Enrolment.Part part = flag() ? constant(Enrolment.Part.class) : null;
        return new Testimony(election, highest, holds, pledge, over, after, heir, heirLeft, pause, part);
    }

    /** All has been read: what is left over belongs to nothing. */
    void end() throws IOException, BadFrame {
        if (in.read() >= 0) {
            throw new BadFrame("bytes after the end");
        }
    }
}
