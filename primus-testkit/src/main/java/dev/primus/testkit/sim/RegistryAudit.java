package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Resolver;
import dev.primus.core.Term;
import dev.primus.core.registry.RegistryMessage;
import dev.primus.core.spi.PeerMessage;
import java.util.Comparator;
import java.util.List;

/** Understands what members of a registry say. */
final class RegistryAudit extends PeerAudit {
    private static final Comparator<Term> BY_NUMBER =
            Comparator.comparing(Term::token).thenComparing(Term::leader);

    private final Resolver resolver;

    RegistryAudit(PeerRules rules, Resolver resolver, Weather weather, SimCluster cluster) {
        super(rules, weather, cluster);
        this.resolver = resolver;
    }

    @Override
    public void sent(SimPeerLink from, NodeId to, PeerMessage message) {
        mustBeCredible(from, message);
        if (message instanceof RegistryMessage.Round round) {
            asks(from, round.number());
        } else if (message instanceof RegistryMessage.Voted voted && cluster().votes(from.machine())) {
            voted.votes().stream()
                    .filter(vote -> vote.stance() == RegistryMessage.Stance.PROMISED)
                    .forEach(vote -> promises(from, voted.round(), vote.election(), vote.term(), "R6"));
        } else if (message instanceof RegistryMessage.Displaced displaced) {
            mustBeChosenByAll(displaced);
        } else if (message instanceof RegistryMessage.Granted granted) {
            mustNotStorm(granted.election());
        }
    }

    /** R9: no member reports a term far above all that there were. */
    private void mustBeCredible(SimPeerLink from, PeerMessage message) {
        if (message instanceof RegistryMessage.Round round) {
            round.beats()
                    .forEach(beat -> mustBeCredible(
                            from, beat.election(), beat.term().token().value()));
        } else if (message instanceof RegistryMessage.Voted voted) {
            voted.votes().forEach(vote -> mustBeCredible(from, vote.election(), vote.highest()));
        } else if (message instanceof RegistryMessage.Collected collected) {
            collected.testimonies().forEach(told -> mustBeCredible(from, told.election(), told.highest()));
        } else if (message instanceof RegistryMessage.Claim claim) {
            mustBeCredible(from, claim.known().election(), claim.known().highest());
        } else if (message instanceof RegistryMessage.Granted granted) {
            mustBeCredible(from, granted.election(), granted.term().token().value());
        }
    }

    private void mustBeCredible(SimPeerLink from, ElectionName election, long term) {
        mustBeCredible(from, election, term, "R9");
    }

    @Override
    public void heard(NodeId from, SimPeerLink to, PeerMessage message) {
        if (message instanceof RegistryMessage.Round round) {
            isAsked(from, round.number(), to);
        } else if (message instanceof RegistryMessage.Voted voted) {
            voted.votes().stream()
                    .filter(vote -> vote.stance() == RegistryMessage.Stance.PROMISED)
                    .forEach(vote -> hasAgreed(from.name(), to, voted.round(), vote.election(), vote.term()));
        }
    }

    /** R2: who goes on when two sides meet does not depend on who asks, or in which order they were heard. */
    private void mustBeChosenByAll(RegistryMessage.Displaced word) {
        List<Term> sorted = word.terms().stream().sorted(BY_NUMBER).toList();
        NodeName right = resolver.choose(sorted).leader().name();
        if (!right.equals(word.chosen())) {
            findings().violated("R2", "%s was chosen among %s, not %s", word.chosen(), sorted, right);
        }
    }
}
