package dev.primus.core.registry;

import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Resolver;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a member goes by, and never changes.
 *
 * @param voter whether its promises count; an observer's never do
 * @param row the name of the row that votes like a member, by which members know that they mean the same one; empty if none
 */
public record RegistryRules(
        NodeId self,
        boolean voter,
        Quorum quorum,
        String row,
        RegistryTiming timing,
        Resolver resolver,
        Rulings rulings) {

    /**
     * What all members must have in common, in words: how many promises make a term, of how many, and for how long they
     * bind. Where no promise binds, how many there are is nobody's condition.
     */
    public String charter() {
        String who = quorum.voters().stream().sorted().map(NodeName::value).collect(Collectors.joining(" "));
        String policy = quorum.availability().name().toLowerCase(Locale.ROOT);
        String count = quorum.isByPromise() ? " %d of %d".formatted(quorum.needed(), quorum.size()) : "";
        return "%s%s%s%s, lease %d ms"
                .formatted(
                        policy,
                        count,
                        who.isEmpty() ? "" : " (" + who + ")",
                        row.isEmpty() ? "" : ", row " + row,
                        timing.lease().lease().toMillis());
    }
}
