package dev.primus.server;

import dev.primus.server.command.Program;
import dev.primus.server.talk.Console;
import java.time.InstantSource;
import java.time.ZoneId;

/** Where the program begins and ends. */
public final class PrimusMain {
    private PrimusMain() {}

    public static void main(String[] args) {
        int code;
        try (Console console =
                new Console(System.getenv(), System.out, System.err, InstantSource.system(), ZoneId.systemDefault())) {
            // Whatever a library or a stack trace prints is masked too.
            System.setOut(console.out());
            System.setErr(console.err());
            code = new Program(console).run(args);
        }
        System.exit(code);
    }
}
