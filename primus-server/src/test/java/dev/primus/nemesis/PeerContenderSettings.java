package dev.primus.nemesis;

import java.nio.file.Path;
import java.util.List;

/** What a {@link PeerContender} is told on its command line. */
record PeerContenderSettings(
        String node,
        String bind,
        String peers,
        int size,
        boolean available,
        boolean fast,
        long takeoverMillis,
        boolean eligible,
        String election,
        Path journal) {

    List<String> toArguments() {
        return List.of(
                node,
                bind,
                peers,
                Integer.toString(size),
                Boolean.toString(available),
                Boolean.toString(fast),
                Long.toString(takeoverMillis),
                Boolean.toString(eligible),
                election,
                journal.toString());
    }

    static PeerContenderSettings parse(String[] words) {
        return new PeerContenderSettings(
                words[0],
                words[1],
                words[2],
                Integer.parseInt(words[3]),
                Boolean.parseBoolean(words[4]),
                Boolean.parseBoolean(words[5]),
                Long.parseLong(words[6]),
                Boolean.parseBoolean(words[7]),
                words[8],
                Path.of(words[9]));
    }
}
