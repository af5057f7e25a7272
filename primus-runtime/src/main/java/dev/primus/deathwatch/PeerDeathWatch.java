package dev.primus.deathwatch;

import dev.primus.deathwatch.companion.CompanionSpec;
import dev.primus.deathwatch.companion.NoReleaserFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A death watch for a node that decides its elections among peers. Its companion process ends the program of
 * {@code primus run} when the node's process is dead or has not renewed its term in time.
 *
 * <pre>{@code
 * Primus.builder().node("core-1").registry(registry).deathWatch(new PeerDeathWatch()).build();
 * }</pre>
 *
 * <p>For Linux. One for each node.
 */
public final class PeerDeathWatch extends CompanionWatch {
    private final List<Path> classPath;

    public PeerDeathWatch() {
        this(List.of());
    }

    /** @param classPath jars for the companion if those of Primus are packed into another */
    public PeerDeathWatch(List<Path> classPath) {
        this.classPath = List.copyOf(classPath);
    }

    @Override
    protected CompanionSpec spec() {
        return new CompanionSpec(NoReleaserFactory.class, Map.of(), List.of(), classPath);
    }
}
