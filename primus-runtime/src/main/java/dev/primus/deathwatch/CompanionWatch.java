package dev.primus.deathwatch;

import dev.primus.core.ElectionName;
import dev.primus.deathwatch.companion.CompanionSpec;
import dev.primus.deathwatch.companion.Keeper;
import dev.primus.process.TreeKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A death watch by a companion process; one for each node. */
public abstract class CompanionWatch implements DeathWatches {
    private volatile @Nullable Keeper keeper;

    /** What the companion is made of. */
    protected abstract CompanionSpec spec();

    @Override
    public final DeathWatch open(Post post) {
        if (keeper != null) {
            throw new IllegalStateException("this death watch is kept for a node already: make one for each");
        }
        Keeper opened = Keeper.start(spec(), post);
        keeper = opened;
        return opened;
    }

    /** Whether a companion is there and has heard all. */
    public final boolean isUp() {
        Keeper kept = keeper;
        return kept != null && kept.isUp();
    }

    /** The companion's process number; 0 if there is none. */
    public final long companion() {
        Keeper kept = keeper;
        return kept == null ? 0 : kept.pid();
    }

    /**
     * For {@code primus run}: these processes are ended when this one is dead, or has not renewed in time. Called before
     * the first of them is started.
     *
     * @return whether a companion can know of it
     */
    public final boolean guard(ElectionName election, TreeKey tree, Duration most) {
        Keeper kept = keeper;
        return kept != null && kept.guard(election, tree, most);
    }

    /** None of those processes is left. */
    public final void unguard() {
        Keeper kept = keeper;
        if (kept != null) {
            kept.unguard();
        }
    }
}
