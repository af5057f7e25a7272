package dev.primus.cluster;

import dev.primus.core.Pause;
import dev.primus.core.Term;
import dev.primus.core.peers.PauseMark;
import dev.primus.core.registry.Testimony;
import dev.primus.core.registry.ViewId;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the parts that messages are made of. What may be missing is preceded by whether it is there. */
final class FrameWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    private final DataOutputStream out = new DataOutputStream(bytes);

    /** Something that writes, though not here, where nothing can fail. */
    private interface Writing {
        void write() throws IOException;
    }

    private FrameWriter put(Writing writing) {
        try {
            writing.write();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    FrameWriter octet(int value) {
        return put(() -> out.writeByte(value));
    }

    FrameWriter flag(boolean value) {
        return put(() -> out.writeBoolean(value));
    }

    FrameWriter number(long value) {
        return put(() -> out.writeLong(value));
    }

    FrameWriter text(Object value) {
        return put(() -> out.writeUTF(value.toString()));
    }

    FrameWriter optional(@Nullable Object value) {
        flag(value != null);
        return value == null ? this : text(value);
    }

    <T> FrameWriter list(List<T> values, Consumer<T> each) {
        put(() -> out.writeShort(values.size()));
        values.forEach(each);
        return this;
    }

    FrameWriter view(ViewId view) {
        return number(view.number()).text(view.registrar());
    }

    FrameWriter term(Term term) {
        return text(term.leader()).number(term.token().value());
    }

    FrameWriter pauseMark(PauseMark mark) {
        number(mark.stamp());
        Pause pause = mark.pause();
        flag(pause != null);
        return pause == null
                ? this
                : text(pause.by()).text(pause.why()).number(pause.since().toEpochMilli());
    }

    FrameWriter testimony(Testimony told) {
        text(told.election()).number(told.highest());
        Term holds = told.holds();
        flag(holds != null);
        if (holds != null) {
            term(holds);
        }
        Testimony.Pledge pledge = told.pledge();
        flag(pledge != null);
        if (pledge != null) {
            term(pledge.term()).number(pledge.left().toNanos());
        }
        list(told.over(), this::term);
        number(told.after()).optional(told.heir()).number(told.heirLeft().toNanos());
        PauseMark pause = told.pause();
        flag(pause != null);
        if (pause != null) {
            pauseMark(pause);
        }
        return optional(told.part());
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
