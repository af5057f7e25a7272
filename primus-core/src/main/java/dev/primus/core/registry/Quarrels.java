package dev.primus.core.registry;

import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerView;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

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
    private final Set<NodeId> counted = new TreeSet<>();
    private PeerView view;
    private boolean namesake;

    Quarrels(RegistryRules rules, RegistryHands hands) {
        this.rules = rules;
        this.hands = hands;
        this.charter = rules.charter();
        this.view = new PeerView(0, List.of(rules.self()));
        if (rules.voter()) {
            counted.add(rules.self());
        }
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
        news |= voter && counted.add(member);
        if (news) {
            tell();
        }
        return same;
    }

    /** What was heard of a member before the view that has it counts from here on; what is heard of others never does. */
    void viewed(PeerView next, boolean another) {
        view = next;
        voters.keySet().retainAll(view.members());
        watchers.keySet().retainAll(view.members());
        counted.retainAll(view.members());
        namesake = another;
        tell();
    }

    /** How many nodes vote, by their own word. */
    private long nodes() {
        return counted.stream()
                .filter(view::has)
                .map(NodeId::name)
                .filter(rules.quorum()::counts)
                .distinct()
                .count();
    }

    private void tell() {
        Set<String> causes = causes();
        present(watchers)
                .forEach((member, theirs) -> causes.add(
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
        if (isCrowded()) {
            causes.add(
                    "%d nodes vote where there should be %d: nobody new leads until cluster_size is right on all of them"
                            .formatted(nodes(), rules.quorum().nodes()));
        }
        present(voters)
                .forEach((member, theirs) -> causes.add(
                        "%s goes by other rules (%s) than this node (%s): until they are the same, neither relies on the other"
                                .formatted(member, theirs, charter)));
        return causes;
    }

    private Map<NodeId, String> present(Map<NodeId, String> charters) {
        Map<NodeId, String> found = new TreeMap<>(charters);
        found.keySet().retainAll(view.members());
        return found;
    }

    private boolean isCrowded() {
        return rules.quorum().isByPromise() && nodes() > rules.quorum().nodes();
    }

    /** Whether voters go by different rules, or are more than they should be: nobody would be granted anything. */
    boolean isMismatch() {
        return isCrowded() || !present(voters).isEmpty();
    }

    /** The first of the causes that the log names now, those of observers included; empty if there is none. */
    String warning() {
        return told.stream().findFirst().orElse("");
    }

    /** What keeps members from relying on each other, in words for people; empty if nothing does. */
    String said() {
        return causes().stream().findFirst().orElse("");
    }
}
