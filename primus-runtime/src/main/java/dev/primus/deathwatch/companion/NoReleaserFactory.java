package dev.primus.deathwatch.companion;

import dev.primus.core.spi.Releaser;
import dev.primus.core.spi.ReleaserFactory;
import dev.primus.core.spi.StoreSession;
import java.util.List;
import java.util.Map;

/** For an engine that takes no term back from a companion: the companion guards a program, and terms run out. */
public final class NoReleaserFactory implements ReleaserFactory {

    @Override
    public Releaser open(StoreSession session, Map<String, String> access) {
        return partings -> List.of();
    }
}
