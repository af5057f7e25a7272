package dev.primus.core.registry;

import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerView;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is wrong with a cluster and only people can mend. Promises are worth something only among members that count and
 * measure alike, so those who go by other rules are promised nothing, and are not counted on.
 */
final class Quarrels {
    private final RegistryRules rules;
    private final RegistryHands hands;
    private final String charter;
    private final Map<NodeId, String> charters = new TreeMap<>();
    private boolean namesake;
    private int voters;
    private String warned = "";

    Quarrels(RegistryRules rules, RegistryHands hands) {
        this.rules = rules;
        this.hands = hands;
        this.charter = rules.charter();
    }

    /** What this member says of itself. */
    String charter() {
        return charter;
    }

    /** A member has said by which rules it goes. */
    boolean agree(NodeId member, String theirs) {
        if (theirs.equals(charter)) {
            if (charters.remove(member) != null) {
                warnOfNews();
            }
            return true;
        }
        charters.put(member, theirs);
        warnOfNews();
        return false;
    }

    void viewed(PeerView view, boolean another) {
        charters.keySet().retainAll(view.members());
        namesake = another;
        voters = 0;
        warnOfNews();
    }

    void tooMany(int many) {
        voters = many;
        warnOfNews();
    }

    private void warnOfNews() {
        String text = said();
        if (!text.isEmpty() && !text.equals(warned)) {
            hands.warn(text);
        }
        warned = text;
    }

    /** In words for people; empty if all is well. */
    String said() {
        if (namesake) {
            return "another process is called %s, as this node is: it promises nothing new until one of them is gone"
                    .formatted(rules.self().name());
        }
        if (voters > 0) {
            return "%d nodes vote where there should be %d: nobody new leads until cluster_size is right on all of them"
                    .formatted(voters, rules.quorum().nodes());
        }
        return charters.entrySet().stream()
                .findFirst()
                .map(other ->
                        "%s goes by other rules (%s) than this node (%s): until they are the same, neither relies on the other"
                                .formatted(other.getKey(), other.getValue(), charter))
                .orElse("");
    }
}
