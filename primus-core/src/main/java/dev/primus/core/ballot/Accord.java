package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.ElectorateVersion;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.spi.PeerView;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Whether members go by the same rules. Promises are worth something only among members that count and measure alike, so
 * those who do not are promised nothing, get no vote, and are not counted on. Each cause is told once.
 */
final class Accord {
    private final BallotRules rules;
    private final BallotHands hands;
    private final String charter;
    private final Map<NodeId, String> strangers = new TreeMap<>();
    private final Map<NodeId, Map<ElectionName, ElectorateVersion>> otherVoters = new TreeMap<>();
    private Set<String> told = Set.of();
    private final Set<NodeId> voters = new TreeSet<>();
    private boolean namesake;

    Accord(BallotRules rules, BallotHands hands) {
        this.rules = rules;
        this.hands = hands;
        this.charter = rules.charter();
    }

    /** What this member says of itself. */
    String charter() {
        return charter;
    }

    /**
     * Compares the configuration of a member with this one's.
     *
     * @param theirs empty if the member did not state it; then what it stated before counts
     */
    boolean isWith(NodeId member, String theirs) {
        if (theirs.isEmpty()) {
            return !strangers.containsKey(member);
        }
        boolean same = theirs.equals(charter);
        boolean news = same ? strangers.remove(member) != null : !theirs.equals(strangers.put(member, theirs));
        if (news) {
            tell();
        }
        return same;
    }

    /** Compares the voters of an election as both were set up; that a member knows of a later change is no difference. */
    boolean hasSameVoters(NodeId member, ElectionName election, ElectorateVersion theirs, ElectorateVersion ours) {
        boolean same = !theirs.disagreesWith(ours);
        Map<ElectionName, ElectorateVersion> known = otherVoters.getOrDefault(member, Map.of());
        if (same && known.containsKey(election)) {
            known.remove(election);
            tell();
        } else if (!same && !theirs.equals(known.get(election))) {
            otherVoters.computeIfAbsent(member, any -> new TreeMap<>()).put(election, theirs);
            tell();
        }
        return same;
    }

    /** Whether a member is known to have another configuration for this election. */
    boolean isStranger(NodeId member, ElectionName election) {
        return strangers.containsKey(member)
                || otherVoters.getOrDefault(member, Map.of()).containsKey(election);
    }

    /** A member within reach has said whether it votes, perhaps for the first time. */
    void heard(NodeId member, boolean votes) {
        if (votes && voters.add(member)) {
            tell();
        }
    }

    /** Whether this member has said that it votes; what an observer keeps may not be on a disk, and is not counted. */
    boolean isVoter(NodeId member) {
        return member.equals(rules.self()) ? rules.voter() : voters.contains(member);
    }

    /** Whether somebody of this name is within reach who votes, if it is asked to. */
    boolean isVoter(NodeName name) {
        return voters.stream().anyMatch(member -> member.name().equals(name) && !strangers.containsKey(member));
    }

    /** More vote than there should be: two majorities of the number that was set would not share a voter. */
    boolean isOvercrowded() {
        // Names are counted only if there can be too many: with a thousand voters that takes its time.
        return rules.quorum().isByPromise()
                && voters.size() + 1 > rules.quorum().size()
                && votersByName() > rules.quorum().size();
    }

    private long votersByName() {
        return Stream.concat(voters.stream(), rules.voter() ? Stream.of(rules.self()) : Stream.empty())
                .map(NodeId::name)
                .filter(rules.quorum()::counts)
                .distinct()
                .count();
    }

    void viewed(PeerView view, boolean another) {
        voters.retainAll(view.members());
        strangers.keySet().retainAll(view.members());
        otherVoters.keySet().retainAll(view.members());
        namesake = another;
        tell();
    }

    private void tell() {
        Set<String> causes = causes();
        causes.stream().filter(cause -> !told.contains(cause)).forEach(hands::warn);
        told = causes;
    }

    private Set<String> causes() {
        Set<String> causes = new LinkedHashSet<>();
        if (namesake) {
            causes.add("another process is called %s, as this node is: it votes for nobody until one of them is gone"
                    .formatted(rules.self().name()));
        }
        if (isOvercrowded()) {
            causes.add("%d nodes vote where there should be %d: nobody new leads until that is right on all of them"
                    .formatted(votersByName(), rules.quorum().size()));
        }
        strangers.forEach((member, theirs) -> causes.add(
                "%s goes by other rules (%s) than this node (%s): until they are the same, neither relies on the other"
                        .formatted(member, theirs, charter)));
        otherVoters.forEach((member, elections) -> elections.forEach((election, theirs) -> causes.add(
                "%s has other voters of %s (%s) than this node: until they are the same, neither relies on the other"
                        .formatted(member, election, theirs))));
        return causes;
    }

    /** What keeps members from relying on each other, in words for people; empty if nothing does. */
    String said() {
        return told.stream().findFirst().orElse("");
    }
}
