package dev.primus.server.control.socket;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.primus.server.control.Request;
import dev.primus.server.control.Wire;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Asks a node by its socket, with a connection for each question. */
public final class ControlClient {
    private static final int LONGEST_ANSWER = 64 * 1024 * 1024;

    private final SocketFile file;

    public ControlClient(SocketFile file) {
        this.file = file;
    }

    public SocketFile file() {
        return file;
    }

    /** Waits for the answer no longer than {@code most}. */
    public Reply ask(Request request, Duration most) {
        SocketChannel channel;
        try {
            channel = Door.enter(file.path());
        } catch (IOException e) {
            return new Reply.NotReached(String.valueOf(e.getMessage()), true);
        }
        if (channel == null) {
            return new Reply.NotReached("too many wait to be let in; its process may stand still", false);
        }
        try (channel;
                Lines lines = new Lines(channel, LONGEST_ANSWER)) {
            IOException unsent = write(lines, Wire.json(request).toString(), most);
            String line = lines.read(most);
            if (line != null) {
                return new Reply.Heard(Wire.answer(line));
            }
            return new Reply.Lost(
                    "the connection ended before the answer came" + (unsent == null ? "" : ": " + unsent.getMessage()));
        } catch (JsonProcessingException e) {
            return new Reply.Lost("the answer was not understood: " + e.getOriginalMessage());
        } catch (Lines.TooSlow e) {
            return new Reply.Lost("no answer within %d ms".formatted(most.toMillis()));
        } catch (IOException e) {
            return new Reply.Lost("the connection failed before the answer came: " + e.getMessage());
        }
    }

    /** Who is turned away is told why and hung up on, without having been listened to: that line is there to be read. */
    private static @Nullable IOException write(Lines lines, String line, Duration most) throws Lines.TooSlow {
        try {
            lines.write(line, most);
            return null;
        } catch (Lines.TooSlow e) {
            throw e;
        } catch (IOException e) {
            return e;
        }
    }
}
