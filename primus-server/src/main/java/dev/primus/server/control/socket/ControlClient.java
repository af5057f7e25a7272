package dev.primus.server.control.socket;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.primus.server.control.Request;
import dev.primus.server.control.Wire;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;

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
            lines.write(Wire.json(request).toString(), most);
            String line = lines.read(most);
            return line == null
                    ? new Reply.Lost("the connection ended before the answer came")
                    : new Reply.Heard(Wire.answer(line));
        } catch (JsonProcessingException e) {
            return new Reply.Lost("the answer was not understood: " + e.getOriginalMessage());
        } catch (Lines.TooSlow e) {
            return new Reply.Lost("no answer within %d ms".formatted(most.toMillis()));
        } catch (IOException e) {
            return new Reply.Lost("the connection failed before the answer came: " + e.getMessage());
        }
    }
}
