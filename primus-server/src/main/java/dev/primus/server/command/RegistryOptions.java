package dev.primus.server.command;

import dev.primus.PeerRegistry;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.spi.PeerLink;
import dev.primus.server.talk.Console;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What only the registry engine asks for: its times, and where it keeps its promises. */
final class RegistryOptions {
    private final Console console;

    @Option(names = "--marks", paramLabel = "FILE", description = "registry: what this node has promised.")
    private @Nullable Path marks;

    @Option(
            names = "--takeover-delay",
            paramLabel = "MILLIS",
            description = "registry: how long a vanished leader may take to come back (default: 1000).")
    private @Nullable Long takeoverDelay;

    @Option(
            names = "--election-interval",
            paramLabel = "MILLIS",
            description = "registry: how often to look, though changes are told (default: 5000).")
    private @Nullable Long electionInterval;

    RegistryOptions(Console console) {
        this.console = console;
    }

    /** @param tempo how patient to be; null if that was not said */
    RegistryTiming timing(@Nullable String tempo, Quorum quorum) {
        RegistryTiming timing = "fast".equals(tempo)
                ? RegistryTiming.FAST
                : quorum.isByPromise() ? RegistryTiming.DOCUMENTED : RegistryTiming.DOCUMENTED_AVAILABLE;
        timing = takeoverDelay == null ? timing : timing.withTakeoverDelay(Duration.ofMillis(takeoverDelay));
        return electionInterval == null ? timing : timing.withCheckEvery(Duration.ofMillis(electionInterval));
    }

    PeerRegistry registry(PeerLink link, Quorum quorum, RegistryTiming timing, NodeName self) {
        return PeerRegistry.over(link)
                .quorum(quorum)
                .timing(timing)
                .marksIn(marks == null ? UsualPlace.of(console, "marks-%s".formatted(self)) : marks);
    }
}
