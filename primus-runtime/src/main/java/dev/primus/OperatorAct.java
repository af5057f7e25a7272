package dev.primus;

import dev.primus.core.ElectionName;
import java.util.Map;

/**
 * Something an operator did to a node, for the feed.
 *
 * @param id short, and the same in every record of one act
 * @param act which verb, such as {@code resign}
 * @param by who asked for it
 * @param why in the operator's words; may be empty
 * @param outcome {@code begun} at first, then how it ended
 */
public record OperatorAct(String id, ElectionName election, String act, String by, String why, String outcome) {

    Map<String, String> details() {
        return Map.of("id", id, "act", act, "by", by, "why", why, "outcome", outcome);
    }
}
