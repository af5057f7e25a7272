package dev.primus.jdbc.deathwatch;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Releaser;
import dev.primus.core.spi.ReleaserFactory;
import dev.primus.core.spi.StoreSession;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives leases back with the statement that a node uses, over a connection of the companion's own. */
public final class StoreReleaserFactory implements ReleaserFactory {

    @Override
    public Releaser open(StoreSession session, Map<String, String> access) {
        return new StoreReleaser(session, new Access(access));
    }

    private static final class StoreReleaser implements Releaser {
        private final StoreSession session;
        private final Access access;
        private @Nullable LeaseStore store;

        StoreReleaser(StoreSession session, Access access) {
            this.session = session;
            this.access = access;
        }

        /** A release that finds no row: it opens the connection and loads the classes. */
        @Override
        public void warmUp() {
            Hold unknown = new Hold(new ElectionName("nobody"), new FencingToken(1), "none");
            release(List.of(new Parting(unknown, LossReason.CRASHED, null)));
        }

        @Override
        public List<Answer> release(List<Parting> partings) {
            LeaseStore opened = store;
            if (opened == null) {
                opened = access.store().open(session);
                store = opened;
            }
            return opened.release(partings);
        }
    }
}
