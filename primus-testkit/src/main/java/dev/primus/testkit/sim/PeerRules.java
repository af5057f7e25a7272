package dev.primus.testkit.sim;

import dev.primus.core.BallotTiming;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Resolver;
import dev.primus.core.registry.Rulings;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMessage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a simulated cluster without a store goes by.
 *
 * @param wire what becomes of a message on its way: itself, or what a codec makes of it
 * @param sheath what members speak through; null for the plain network
 * @param line what stands between a node and its link: nothing, or somebody who reads along
 * @param companions whether each process has a companion that guards a program
 */
public record PeerRules(
        Quorum quorum,
        PeerManner manner,
        UnaryOperator<PeerMessage> wire,
        @Nullable Sheath sheath,
        UnaryOperator<PeerLink> line,
        boolean companions) {

    private PeerRules(Quorum quorum, PeerManner manner) {
        this(quorum, manner, UnaryOperator.identity(), null, UnaryOperator.identity(), false);
    }

    /** The members of a registry. */
    public static PeerRules of(Quorum quorum, RegistryTiming timing) {
        return new PeerRules(quorum, new ByRegistry(timing, Resolver.LOWER_NAME, new Rulings()));
    }

    /** The voters of a ballot. */
    public static PeerRules of(Quorum quorum, BallotTiming timing) {
        return new PeerRules(quorum, new ByBallot(timing, null));
    }

    /** Members of a registry that decide by other rules. */
    PeerRules with(Rulings others) {
        return manner instanceof ByRegistry registry
                ? of(new ByRegistry(registry.timing(), registry.resolver(), others))
                : this;
    }

    /** Voters of a ballot of whom one is set up for a larger cluster. */
    PeerRules misconfiguring(String machine) {
        return manner instanceof ByBallot ballot ? of(new ByBallot(ballot.timing(), machine)) : this;
    }

    PeerRules through(UnaryOperator<PeerMessage> other) {
        return new PeerRules(quorum, manner, other, sheath, line, companions);
    }

    PeerRules in(@Nullable Sheath other) {
        return new PeerRules(quorum, manner, wire, other, line, companions);
    }

    PeerRules of(Quorum other) {
        return new PeerRules(other, manner, wire, sheath, line, companions);
    }

    private PeerRules of(PeerManner other) {
        return new PeerRules(quorum, other, wire, sheath, line, companions);
    }

    /** Every node's link is what this makes of it. */
    public PeerRules over(UnaryOperator<PeerLink> other) {
        return new PeerRules(quorum, manner, wire, sheath, other, companions);
    }

    /** Every process has a companion, and runs a program while it leads. */
    PeerRules withCompanions() {
        return new PeerRules(quorum, manner, wire, sheath, line, true);
    }
}
