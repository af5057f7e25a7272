package dev.primus.server.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.core.ClusterName;
import dev.primus.core.spi.WorkBooks;
import dev.primus.server.store.StoreAccess;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.view.Json;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What all have in common who read or change what work there is. */
final class WorkOptions {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private StoreOptions store;

    @Option(names = "--cluster", paramLabel = "NAME", description = "Which cluster of the store (default: default).")
    private @Nullable ClusterName cluster;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private OutputOptions output;

    /** On a store that must be there. */
    int with(Consumer<WorkBooks> task) {
        return on(store.toRead(), task);
    }

    /** On a store that is made if it is a file and not there: work can be set up before anybody works. */
    int making(Consumer<WorkBooks> task) {
        return on(store.toTakePart(), task);
    }

    private int on(StoreAccess access, Consumer<WorkBooks> task) {
        try (WorkBooks books = access.work(StoreOptions.orDefault(cluster), PATIENCE)) {
            task.accept(books);
        }
        return ExitCode.DONE;
    }

    OutputOptions output() {
        return output;
    }

    /** What a change has come to, in a sentence and for programs. */
    void tell(String sentence, Consumer<ObjectNode> data) {
        output.show(() -> List.of(sentence), () -> {
            ObjectNode document = Json.document();
            data.accept(document);
            return document;
        });
    }
}
