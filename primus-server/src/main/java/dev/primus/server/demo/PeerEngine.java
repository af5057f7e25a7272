package dev.primus.server.demo;

import dev.primus.core.BallotTiming;
import dev.primus.core.LeaseTiming;
import dev.primus.core.RegistryTiming;
import dev.primus.server.view.Spans;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** How nodes decide among themselves. */
enum PeerEngine {
    REGISTRY(RegistryTiming.DOCUMENTED.lease()) {
        @Override
        List<String> flags(Path folder, String node) {
            return List.of(
                    "--engine",
                    "registry",
                    "--marks",
                    folder.resolve("marks-" + node).toString());
        }

        @Override
        Duration takeoverWithin() {
            return timing().worstTakeover();
        }

        @Override
        List<String> announcement() {
            return List.of(
                    "No store: the three decide among themselves, by majority, over ports of this host.",
                    "A leader's promises run %s and are renewed every %s; one that vanished has %s to come back."
                            .formatted(
                                    Spans.exactly(timing().lease()),
                                    Spans.exactly(timing().renewEvery()),
                                    Spans.exactly(RegistryTiming.DOCUMENTED.takeoverDelay())));
        }
    },
    BALLOT(BallotTiming.FAST.lease()) {
        /** The second has one more capability, so that scores differ by more than chance. */
        @Override
        List<String> flags(Path folder, String node) {
            return List.of(
                    "--engine",
                    "ballot",
                    "--files",
                    folder.resolve("files-" + node).toString(),
                    "--capability",
                    node.endsWith("2") ? "admin_election,semantic_analysis" : "admin_election");
        }

        /**
         * The heartbeat must be missed; then two elections may be in vain, each with a search for a leader after it, before
         * one counts: on a busy host votes come late.
         */
        @Override
        Duration takeoverWithin() {
            BallotTiming times = BallotTiming.FAST;
            Duration search = times.backoff().plus(times.discovery().multipliedBy(3));
            return times.silence()
                    .plus(times.election().multipliedBy(3))
                    .plus(search.multipliedBy(2))
                    .plus(timing().ioTimeout().multipliedBy(3));
        }

        @Override
        List<String> announcement() {
            return List.of(
                    "No store: the three vote among themselves for the fittest, by majority, over ports of this host.",
                    "A leader is heard every %s; one that is not heard for %s is followed no more. core-2 can do more than the others."
                            .formatted(Spans.exactly(timing().renewEvery()), Spans.exactly(timing().lease())));
        }
    };

    private final LeaseTiming timing;

    PeerEngine(LeaseTiming timing) {
        this.timing = timing;
    }

    LeaseTiming timing() {
        return timing;
    }

    /** What a node is told beside who and where it is. */
    abstract List<String> flags(Path folder, String node);

    /** By when another leads if the leader is killed. */
    abstract Duration takeoverWithin();

    abstract List<String> announcement();
}
