package dev.primus.nemesis;

import dev.primus.core.Availability;
import java.nio.file.Path;
import java.util.List;

/**
 * What a {@link PeerContender} is told on its command line.
 *
 * @param votes whether it takes part in a ballot; in a registry if not
 */
record PeerContenderSettings(
        String node,
        String bind,
        String peers,
        int size,
        Availability policy,
        boolean fast,
        long takeoverMillis,
        boolean eligible,
        String election,
        boolean votes,
        Path journal) {

    List<String> toArguments() {
        return List.of(
                node,
                bind,
                peers,
                Integer.toString(size),
                policy.name(),
                Boolean.toString(fast),
                Long.toString(takeoverMillis),
                Boolean.toString(eligible),
                election,
                Boolean.toString(votes),
                journal.toString());
    }

    static PeerContenderSettings parse(String[] words) {
        return new PeerContenderSettings(
                words[0],
                words[1],
                words[2],
                Integer.parseInt(words[3]),
                Availability.valueOf(words[4]),
                Boolean.parseBoolean(words[5]),
                Long.parseLong(words[6]),
                Boolean.parseBoolean(words[7]),
                words[8],
                Boolean.parseBoolean(words[9]),
                Path.of(words[10]));
    }
}
