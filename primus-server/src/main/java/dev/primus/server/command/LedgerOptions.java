package dev.primus.server.command;

import dev.primus.core.ClusterName;
import dev.primus.core.spi.Ledger;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What all have in common who read the store's books. */
final class LedgerOptions {
    @Mixin
    @SuppressWarnings("NullAway.Init")
    private StoreOptions store;

    @Option(names = "--cluster", paramLabel = "NAME", description = "Which cluster of the store (default: default).")
    private @Nullable ClusterName cluster;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private OutputOptions output;

    private final Console console;

    LedgerOptions(Console console) {
        this.console = console;
    }

    int read(Consumer<Ledger> reader) {
        try (Ledger ledger = store.toRead().stores().ledger(cluster())) {
            reader.accept(ledger);
        }
        return ExitCode.DONE;
    }

    ClusterName cluster() {
        return StoreOptions.orDefault(cluster);
    }

    OutputOptions output() {
        return output;
    }

    Console console() {
        return console;
    }
}
