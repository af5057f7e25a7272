package dev.primus.testkit.sim;

import dev.primus.core.LeaseTiming;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a simulated cluster is made of.
 *
 * @param nodes how many; their names are a, b, c … and, from the 27th on, n26, n27 …
 * @param timing of all of them
 * @param hints how the store pushes news
 * @param rules what the store's statements do
 * @param lag how late, at most, a node's thread is woken, in nanoseconds
 * @param listenersMayBlock gives every listener a thread, so that it may block
 * @param peers what a cluster without a store goes by; null for one with a store
 * @param trace who reads what happens; null for nobody
 */
public record SimSettings(
        long seed,
        int nodes,
        LeaseTiming timing,
        HintMode hints,
        StoreRules rules,
        long lag,
        boolean listenersMayBlock,
        @Nullable PeerRules peers,
        @Nullable Consumer<String> trace) {

    /** How the store pushes news. */
    public enum HintMode {
        PUSHED,
        UNRELIABLE,
        NONE
    }

    public static SimSettings of(long seed, int nodes) {
        return new SimSettings(
                seed, nodes, LeaseTiming.DEFAULT, HintMode.PUSHED, new StoreRules(), 0, false, null, null);
    }

    public SimSettings withNodes(int other) {
        return new SimSettings(seed, other, timing, hints, rules, lag, listenersMayBlock, peers, trace);
    }

    public SimSettings withTiming(LeaseTiming other) {
        return new SimSettings(seed, nodes, other, hints, rules, lag, listenersMayBlock, peers, trace);
    }

    public SimSettings withHints(HintMode other) {
        return new SimSettings(seed, nodes, timing, other, rules, lag, listenersMayBlock, peers, trace);
    }

    public SimSettings withRules(StoreRules other) {
        return new SimSettings(seed, nodes, timing, hints, other, lag, listenersMayBlock, peers, trace);
    }

    public SimSettings withLag(long other) {
        return new SimSettings(seed, nodes, timing, hints, rules, other, listenersMayBlock, peers, trace);
    }

    public SimSettings withBlockingListeners() {
        return new SimSettings(seed, nodes, timing, hints, rules, lag, true, peers, trace);
    }

    public SimSettings withTrace(@Nullable Consumer<String> other) {
        return new SimSettings(seed, nodes, timing, hints, rules, lag, listenersMayBlock, peers, other);
    }

    /** The members decide among themselves. */
    public SimSettings withPeers(PeerRules other) {
        LeaseTiming times = other.manner().lease();
        return new SimSettings(seed, nodes, times, hints, rules, lag, listenersMayBlock, other, trace);
    }
}
