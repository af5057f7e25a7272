package dev.primus.server.command;

import static org.awaitility.Awaitility.await;

import dev.primus.server.talk.Console;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;

/** A command that goes on until it is stopped, run on a thread of the test. */
final class NodeRun {
    private NodeRun() {}

    /** Runs it until it has written that word, then ends it as an interrupted process would end. */
    static Run until(String word, Path folder, Map<String, String> environment, String... args) throws Exception {
        Map<String, String> all = new HashMap<>(environment);
        all.put("HOME", folder.toString());
        all.put("XDG_DATA_HOME", folder.toString());
        all.put("XDG_CONFIG_HOME", folder.toString());
        all.put("TERM", "dumb");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(all, out, err, InstantSource.system(), ZoneOffset.UTC);
        Thread thread = new Thread(() -> new Program(console).run(args), "node-run");
        thread.setDaemon(true);
        thread.start();
        try {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> (text(out) + text(err)).contains(word) || !thread.isAlive());
        } finally {
            thread.interrupt();
            thread.join(30_000);
        }
        return new Run(0, text(out), text(err));
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
