package dev.primus.core.ballot;

import dev.primus.core.BallotTiming;
import dev.primus.core.Electorate;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.Suffrage;
import dev.primus.core.ballot.score.Capability;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Weights;
import dev.primus.core.spi.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a member goes by, and never changes.
 *
 * @param voter whether its votes count; an observer's never do
 * @param quorum how many must agree, of whom
 * @param attested what members can do, by the word of who vouches for them; who is not named is believed
 */
public record BallotRules(
        NodeId self,
        boolean voter,
        Quorum quorum,
        BallotTiming timing,
        Weights weights,
        Map<NodeName, Set<Capability>> attested) {

    public BallotRules {
        attested = Map.copyOf(attested);
    }

    /**
     * What all members must have in common, in words: how many votes make a term, of how many, for how long heartbeats bind,
     * and how candidates are weighed. Voters that are named are compared election by election, since they can change.
     */
    public String charter() {
        String many = quorum.voters().isEmpty() ? "%d of %d".formatted(quorum.needed(), quorum.size()) : "named voters";
        return "ballot by %s, %s, heartbeat timeout %d ms, weights %08x"
                .formatted(
                        quorum.availability().name().toLowerCase(Locale.ROOT),
                        many,
                        timing.heartbeatTimeout().toMillis(),
                        weights.toString().hashCode());
    }

    /** Who votes until somebody changes it; null if voters are counted, not named. */
    @Nullable
    Suffrage suffrage() {
        return quorum.isByPromise() && !quorum.voters().isEmpty()
                ? Suffrage.of(Electorate.first(quorum.voters()))
                : null;
    }

    /**
     * What a former life has kept that these rules contradict, each with what is allowed. Voters that were changed while the
     * cluster ran are as they were kept, whatever the settings say: a restart must not undo a change.
     */
    public List<String> contradictions(List<Mark> kept) {
        List<String> found = new ArrayList<>();
        for (Mark mark : kept) {
            Suffrage known = mark.suffrage();
            boolean changed = known != null && known.version().term() > 0;
            if (known != null && quorum.voters().isEmpty()) {
                found.add("voters are not set, and in '%s' this node has voted as one of %s: allowed is to name them"
                        .formatted(mark.election(), known.newest().names()));
            } else if (known != null && !changed && !known.inForce().members().equals(quorum.voters())) {
                found.add(
                        "voters = %s: in '%s' this node has voted as one of %s; allowed are the same, and to change them while the cluster runs"
                                .formatted(
                                        Electorate.first(quorum.voters()).names(),
                                        mark.election(),
                                        known.inForce().names()));
            }
        }
        return found;
    }

    /** The facts to judge a candidate by: what others vouch for counts more than what it says itself. */
    Facts vouched(NodeName candidate, Facts stated) {
        Set<Capability> known = attested.get(candidate);
        return known == null ? stated : stated.withCapabilities(known);
    }
}
