package dev.primus.testkit.sim;

import dev.primus.PeerRegistry;
import dev.primus.Primus;
import dev.primus.core.LeaseTiming;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Resolver;
import dev.primus.core.registry.Rulings;
import java.time.Duration;

/**
 * The peer registry.
 *
 * @param rulings how members decide; another one than the default is a planted mistake
 */
public record ByRegistry(RegistryTiming timing, Resolver resolver, Rulings rulings) implements PeerManner {
    private static final Duration POLL = Duration.ofSeconds(1);

    @Override
    public String engine() {
        return "registry";
    }

    @Override
    public LeaseTiming lease() {
        return timing.lease();
    }

    @Override
    public void ground(Primus.Builder builder, SimProcess process, PeerRules rules) {
        PeerRegistry registry = PeerRegistry.over(process.link())
                .quorum(rules.quorum())
                .timing(timing)
                .resolver(resolver)
                .rulings(rulings)
                .marks(process.machine()::disk);
        if (rules.quorum().rows() > 0) {
            registry.witness("row", cluster -> process.row());
        }
        builder.registry(process.votes() ? registry : registry.asObserver());
    }

    /** Who died is missed first; what it was promised may last longer, but only a quorum's promises bind. */
    @Override
    public Duration takeover(Quorum quorum) {
        Duration missed = SimMembership.MISSED.plus(timing.takeoverDelay());
        Duration lease = timing.lease().lease();
        boolean bound = quorum.isByPromise() && lease.compareTo(missed) > 0;
        return (bound ? lease : missed)
                .plus(timing.stableAfter().multipliedBy(2))
                .plus(timing.lease().heirWindow())
                .plus(POLL);
    }

    /** Who was cut off is found again, whoever began anew may promise, and then somebody leads. */
    @Override
    public Duration heal() {
        return timing.lease()
                .lease()
                .multipliedBy(3)
                .plus(timing.settle())
                .plus(timing.takeoverDelay())
                .plus(timing.stableAfter())
                .plus(SimMembership.LONGEST)
                .plus(POLL.multipliedBy(4));
    }

    @Override
    public Duration lull() {
        return Duration.ofSeconds(20);
    }

    @Override
    public PeerAudit audit(PeerRules rules, Weather weather, SimCluster cluster) {
        return new RegistryAudit(rules, resolver, weather, cluster);
    }

    @Override
    public String toString() {
        return "takeover delay %d ms".formatted(timing.takeoverDelay().toMillis());
    }
}
