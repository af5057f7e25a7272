package dev.primus.deathwatch;

import dev.primus.core.spi.ReleaserFactory;
import dev.primus.deathwatch.companion.CompanionSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A death watch for a node that decides its elections among peers. Should the node's process die, its companion process tells
 * the other members that its terms are over, so that they elect at once. For {@code primus run} it also ends the program,
 * then too if the node has not renewed its term in time.
 *
 * <pre>{@code
 * Primus.builder().node("core-1").registry(registry).deathWatch(PeerDeathWatch.by(PeerReleaserFactory.class)).build();
 * }</pre>
 *
 * <p>For Linux. One for each node.
 */
public final class PeerDeathWatch extends CompanionWatch {
    private final Class<? extends ReleaserFactory> releaser;
    private final List<Path> classPath;

    private PeerDeathWatch(Class<? extends ReleaserFactory> releaser, List<Path> classPath) {
        this.releaser = releaser;
        this.classPath = List.copyOf(classPath);
    }

    /** @param releaser who speaks to the members of the link that is used; for JGroups, {@code PeerReleaserFactory} */
    public static PeerDeathWatch by(Class<? extends ReleaserFactory> releaser) {
        return new PeerDeathWatch(releaser, List.of());
    }

    /** Jars for the companion, if those of Primus are packed into another. */
    public PeerDeathWatch classPath(List<Path> jars) {
        return new PeerDeathWatch(releaser, jars);
    }

    @Override
    protected CompanionSpec spec() {
        return new CompanionSpec(releaser, Map.of(), List.of(), classPath);
    }
}
