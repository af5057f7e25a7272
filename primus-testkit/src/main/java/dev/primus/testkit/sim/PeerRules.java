package dev.primus.testkit.sim;

import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Resolver;
import dev.primus.core.registry.Rulings;

/**
 * What a simulated cluster without a store goes by.
 *
 * @param rulings how members decide; another one than the default is a planted mistake
 */
public record PeerRules(Quorum quorum, RegistryTiming timing, Resolver resolver, Rulings rulings) {
    public static PeerRules of(Quorum quorum, RegistryTiming timing) {
        return new PeerRules(quorum, timing, Resolver.LOWER_NAME, new Rulings());
    }

    PeerRules with(Rulings others) {
        return new PeerRules(quorum, timing, resolver, others);
    }
}
