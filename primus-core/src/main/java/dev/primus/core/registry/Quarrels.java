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
            charters.remove(member);
            return true;
        }
        if (!theirs.equals(charters.put(member, theirs))) {
            warn("%s goes by other rules (%s) than this node (%s): until they are the same, neither relies on the other"
                    .formatted(member, theirs, charter));
        }
        return false;
    }

    void viewed(PeerView view, boolean namesake) {
        charters.keySet().retainAll(view.members());
        if (namesake) {
            warn("another process is called %s, as this node is: it promises nothing new until one of them is gone"
                    .formatted(rules.self().name()));
        } else if (charters.isEmpty()) {
            warned = "";
        }
    }

    void tooMany(int voters) {
        warn("%d nodes vote where there should be %d: nobody new leads until cluster_size is right on all of them"
                .formatted(voters, rules.quorum().nodes()));
    }

    private void warn(String text) {
        if (!text.equals(warned)) {
            warned = text;
            hands.warn(text);
        }
    }

    /** In words for people; empty if all is well. */
    String said() {
        return warned;
    }
}
