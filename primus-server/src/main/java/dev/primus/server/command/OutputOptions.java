package dev.primus.server.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.server.talk.Console;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** In which form data is wanted. */
final class OutputOptions {
    /** The forms there are. */
    enum Format {
        TABLE,
        JSON
    }

    private final Console console;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json",
            description = "A table for people (default) or JSON for programs.")
    private Format format = Format.TABLE;

    @Option(names = "--json", description = "Short for -o json.")
    private boolean json;

    OutputOptions(Console console) {
        this.console = console;
    }

    boolean isJson() {
        return json || format == Format.JSON;
    }

    /** Talk beside the data. */
    void say(String sentence) {
        console.say(sentence);
    }

    void show(Supplier<List<String>> lines, Supplier<ObjectNode> document) {
        if (isJson()) {
            console.out().println(document.get());
        } else {
            lines.get().forEach(console.out()::println);
        }
    }
}
