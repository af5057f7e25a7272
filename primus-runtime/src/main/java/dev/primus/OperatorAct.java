package dev.primus;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something an operator did to a node, for the feed.
 *
 * @param id short, and the same in every record of one act
 * @param act which verb, such as {@code resign}
 * @param whom the node it is about, such as the heir of a transfer; null if it is about none
 * @param by who asked for it
 * @param why in the operator's words; may be empty
 * @param outcome {@code begun} at first, then how it ended
 */
public record OperatorAct(
        String id,
        ElectionName election,
        String act,
        @Nullable NodeName whom,
        String by,
        String why,
        String outcome) {

    Map<String, String> details() {
        Map<String, String> details =
                new HashMap<>(Map.of("id", id, "act", act, "by", by, "why", why, "outcome", outcome));
        if (whom != null) {
            details.put("whom", whom.value());
        }
        return details;
    }
}
