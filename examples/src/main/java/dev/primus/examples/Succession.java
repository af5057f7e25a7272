package dev.primus.examples;

import dev.primus.Election;
import dev.primus.Leadership;
import dev.primus.Primus;
import dev.primus.core.spi.LeaseStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Two nodes, of which the first leads and then the second: what all examples of guards begin with. */
final class Succession implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Primus one;
    private final Primus two;
    private final Election first;
    private final Election second;

    Succession(LeaseStores store) throws InterruptedException {
        one = Primus.builder().node("one").store(store).build();
        two = Primus.builder().node("two").store(store).build();
        first = one.election("coordinator").join();
        if (!first.awaitLeadership(PATIENCE)) {
            throw new IllegalStateException("node one does not lead after " + PATIENCE);
        }
        second = two.election("coordinator").join();
    }

    /** A file of its own for each run. */
    static Path newFile() throws IOException {
        return Files.createTempDirectory("primus-example").resolve("primus.db");
    }

    Leadership ofOne() {
        return first.leadership().orElseThrow();
    }

    /** Node one gives up; whoever kept its handle is now like a leader that was paused between its check and its write. */
    Leadership ofTwo() throws InterruptedException {
        first.close();
        if (!second.awaitLeadership(PATIENCE)) {
            throw new IllegalStateException("node two does not lead after " + PATIENCE);
        }
        return second.leadership().orElseThrow();
    }

    @Override
    public void close() {
        two.close();
        one.close();
    }
}
