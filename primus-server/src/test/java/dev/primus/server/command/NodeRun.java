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
import java.util.function.Predicate;

/** A command that goes on until it is stopped, run on a thread of the test. */
final class NodeRun {
    private NodeRun() {}

    /** Runs it until it has written that word, then ends it as an interrupted process would end. */
    static Run until(String word, Path folder, Map<String, String> environment, String... args) throws Exception {
        return until(said -> said.contains(word), folder, environment, args);
    }

    /** Runs it until what it has written, or anything else, is as wanted. */
    static Run until(Predicate<String> isSo, Path folder, Map<String, String> environment, String... args)
            throws Exception {
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
            await().atMost(Duration.ofSeconds(30)).until(() -> isSo.test(text(out) + text(err)) || !thread.isAlive());
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
