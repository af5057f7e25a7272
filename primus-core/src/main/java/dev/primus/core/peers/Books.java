package dev.primus.core.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.TermRecord;
import java.util.List;
import java.util.Map;

/**
 * What a member knew at one moment.
 *
 * @param elections by name
 * @param candidates of all elections
 * @param history the latest terms of each election, newest first
 */
public record Books(
        PeerView view,
        List<Sighting> elections,
        List<CandidateRecord> candidates,
        Map<ElectionName, List<TermRecord>> history) {

    public Books {
        elections = List.copyOf(elections);
        candidates = List.copyOf(candidates);
        history = Map.copyOf(history);
    }
}
