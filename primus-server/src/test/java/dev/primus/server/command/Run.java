package dev.primus.server.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.primus.server.talk.Console;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.LoggerFactory;

/** The program run inside the test: its exit code and all it wrote. */
record Run(int code, String out, String err) {
    static Run of(String... args) {
        return with(Map.of(), args);
    }

    /** No node opens a door unless its test says where, lest it be in a home that is not there. */
    static Run with(Map<String, String> environment, String... args) {
        Map<String, String> all =
                new HashMap<>(Map.of("HOME", "/nonexistent", "TERM", "dumb", "PRIMUS_CONTROL_SOCKET", "none"));
        all.putAll(environment);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code;
        try (Console console = new Console(all, out, err, InstantSource.system(), ZoneOffset.UTC)) {
            code = new Program(console).run(args);
        } finally {
            // --verbose has loosened the tongue of the whole JVM.
            ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
        }
        return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    String all() {
        return out + err;
    }
}
