package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Suffrage;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Scoring;
import dev.primus.core.ballot.score.Standing;
import dev.primus.core.peers.Post;
import dev.primus.core.peers.RefusedTerms;
import dev.primus.core.peers.TermBound;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What all rooms of a member share. */
record Chamber(
        BallotRules rules,
        BallotHands hands,
        Assembly assembly,
        Wards wards,
        Post<BallotMessage> post,
        Accord accord,
        Mandate mandate,
        Scoring scoring,
        Reach reach,
        TermBound bound,
        RefusedTerms refused) {

    NodeId self() {
        return rules.self();
    }

    /** What this member states of itself, if it stands. */
    Facts facts() {
        return rules.vouched(self().name(), reach.in(hands.facts()));
    }

    /** Whether a term of an election is within the bound. */
    boolean isCredible(ElectionName election, long term) {
        return bound.isCredible(term, wards.of(election).highest(), hands.wallMillis());
    }

    /**
     * Whether this member may learn a term from the sender. A term above the bound is counted and refused, until a quorum of
     * voters has reported it.
     */
    boolean admits(NodeId sender, ElectionName election, long term, MonoTime now) {
        if (sender.equals(self()) || isCredible(election, term)) {
            return true;
        }
        Ward ward = wards.of(election);
        refused.refused(election, sender, term, ward.highest(), now);
        if (!TermBound.isPossible(term) || !ward.franchise().counts(sender.name())) {
            return false;
        }
        ward.counted(ward.reports().report(sender.name(), term, reporters -> isBelieved(ward, reporters)));
        return isCredible(election, term);
    }

    private boolean isBelieved(Ward ward, Set<NodeName> reporters) {
        boolean named = ward.franchise().suffrage() != null;
        return named ? reporters.size() > 1 && isCarriedBy(ward, reporters) : bound.isBelieved(reporters);
    }

    int others() {
        return assembly.others().size();
    }

    /** How many voices it takes in an election; who they are may change. */
    Mandate mandate(Ward ward) {
        Suffrage suffrage = ward.franchise().suffrage();
        return suffrage == null ? mandate : new Mandate.ByName(suffrage);
    }

    boolean isCarriedBy(Ward ward, Set<NodeName> voices) {
        return mandate(ward).isCarriedBy(voices, others());
    }

    boolean isHopeless(Ward ward, Set<NodeName> against) {
        return mandate(ward).isHopeless(against, others());
    }

    /** Whether enough that go by the same rules are within reach, so that somebody could lead. */
    boolean hasQuorumInSight(Ward ward) {
        return isCarriedBy(ward, namesInSight(ward));
    }

    /** Who is within reach and not known to go by other rules, by name. */
    Set<NodeName> namesInSight(Ward ward) {
        return assembly.all().stream()
                .filter(member -> !accord.isStranger(member, ward.election()))
                .map(NodeId::name)
                .collect(Collectors.toSet());
    }

    /** Tells members that may not know it whether this one votes, and by which rules it goes. */
    void introduceTo(List<NodeId> members, MonoTime now) {
        post.send(members, new Heard(0, rules.voter(), accord.charter(), List.of()), now);
    }

    /** Whether this member's word is one of those that are counted; where no majority is asked for, everybody's is. */
    boolean counts(Ward ward, NodeName name, boolean voter) {
        return !mandate.isExclusive() || voter && ward.franchise().counts(name);
    }

    /** The facts to judge a candidate by: nobody is asked for its own failures, each member goes by what it has seen. */
    Facts judged(ElectionName election, NodeName candidate, Facts stated) {
        int failed = wards.of(election).chapters().failed(candidate);
        return rules.vouched(candidate, stated).withFailedTerms(failed);
    }

    /** Where it stands among the others: what this member makes of it, whatever the candidate says itself. */
    Standing standing(Candidacy candidacy) {
        return standing(candidacy.election(), new Rival(candidacy.term().leader(), candidacy.facts()));
    }

    Standing standing(ElectionName election, Rival rival) {
        NodeName name = rival.node().name();
        return new Standing(name, scoring.of(judged(election, name, rival.facts())));
    }
}
