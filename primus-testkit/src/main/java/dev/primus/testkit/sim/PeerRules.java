package dev.primus.testkit.sim;

import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Resolver;
import dev.primus.core.registry.Rulings;
import dev.primus.core.spi.PeerMessage;
import java.util.function.UnaryOperator;

/**
 * What a simulated cluster without a store goes by.
 *
 * @param rulings how members decide; another one than the default is a planted mistake
 * @param wire what becomes of a message on its way: itself, or what a codec makes of it
 */
public record PeerRules(
        Quorum quorum, RegistryTiming timing, Resolver resolver, Rulings rulings, UnaryOperator<PeerMessage> wire) {
    public static PeerRules of(Quorum quorum, RegistryTiming timing) {
        return new PeerRules(quorum, timing, Resolver.LOWER_NAME, new Rulings(), UnaryOperator.identity());
    }

    PeerRules with(Rulings others) {
        return new PeerRules(quorum, timing, resolver, others, wire);
    }

    PeerRules through(UnaryOperator<PeerMessage> other) {
        return new PeerRules(quorum, timing, resolver, rulings, other);
    }
}
