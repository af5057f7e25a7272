package dev.primus.core.registry;

import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerView;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is wrong with a cluster and only people can mend. Promises are worth something only among members that count and
 * measure alike, so those who go by other rules are promised nothing, and are not counted on. Each cause is told once.
 */
final class Quarrels {
    private final RegistryRules rules;
    private final RegistryHands hands;
    private final String charter;
    private final Map<NodeId, String> voters = new TreeMap<>();
    private final Map<NodeId, String> watchers = new TreeMap<>();
    private Set<String> told = Set.of();
    private boolean namesake;
    private int tooMany;

    Quarrels(RegistryRules rules, RegistryHands hands) {
        this.rules = rules;
        this.hands = hands;
        this.charter = rules.charter();
    }

    /** What this member says of itself. */
    String charter() {
        return charter;
    }

    /** A member has said by which rules it goes; one that only watches is wrong for itself alone. */
    boolean agree(NodeId member, String theirs, boolean voter) {
        Map<NodeId, String> others = voter ? voters : watchers;
        boolean same = theirs.equals(charter);
        boolean news = same ? others.remove(member) != null : !theirs.equals(others.put(member, theirs));
        if (news) {
            tell();
        }
        return same;
    }

    void viewed(PeerView view, boolean another) {
        voters.keySet().retainAll(view.members());
        watchers.keySet().retainAll(view.members());
        namesake = another;
        tell();
    }

    /** So many nodes vote, by their own word. */
    void counted(int nodes) {
        tooMany = nodes > rules.quorum().nodes() ? nodes : 0;
        tell();
    }

    private void tell() {
        Set<String> causes = causes();
        watchers.forEach((member, theirs) -> causes.add(
                "%s only watches, by other rules (%s) than this node (%s)".formatted(member, theirs, charter)));
        causes.stream().filter(cause -> !told.contains(cause)).forEach(hands::warn);
        told = causes;
    }

    private Set<String> causes() {
        Set<String> causes = new LinkedHashSet<>();
        if (namesake) {
            causes.add(
                    "another process is called %s, as this node is: it promises nothing new until one of them is gone"
                            .formatted(rules.self().name()));
        }
        if (tooMany > 0) {
            causes.add(
                    "%d nodes vote where there should be %d: nobody new leads until cluster_size is right on all of them"
                            .formatted(tooMany, rules.quorum().nodes()));
        }
        voters.forEach((member, theirs) -> causes.add(
                "%s goes by other rules (%s) than this node (%s): until they are the same, neither relies on the other"
                        .formatted(member, theirs, charter)));
        return causes;
    }

    /** What keeps members from relying on each other, in words for people; empty if nothing does. */
    String said() {
        return causes().stream().findFirst().orElse("");
    }
}
