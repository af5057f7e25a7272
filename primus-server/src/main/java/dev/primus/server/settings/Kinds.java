package dev.primus.server.settings;

import dev.primus.cluster.PeerAddress;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.core.ballot.score.Capability;
import dev.primus.server.control.socket.SocketFile;
import dev.primus.settings.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What values of the program's own settings may look like. */
final class Kinds {
    private static final Duration LONGEST = Duration.ofHours(24);

    static final Kind<Long> MILLIS = new Kind<>("milliseconds, a whole number from 0 to 3600000", Kinds::millis);
    static final Kind<List<ElectionName>> ELECTIONS =
            new Kind<>("names of elections, separated by commas", Kinds::elections);
    static final Kind<String> SOCKET = new Kind<>(SocketFile.ALLOWED, Kinds::socket);

    static final Kind<String> ENGINE = oneOf("lease", "registry", "ballot");
    static final Kind<String> POLICY = oneOf("majority", "available", "last_known", "lease_tie_break");
    static final Kind<String> PEERS_FROM = oneOf("list", "store");
    static final Kind<String> TEMPO = oneOf("documented", "fast");
    static final Kind<String> NETWORK = oneOf("local", "lan", "wan");
    static final Kind<PeerAddress> ADDRESS = new Kind<>("host:port with a port from 1 to 65535", PeerAddress::parse);
    static final Kind<List<PeerAddress>> ADDRESSES =
            new Kind<>("addresses such as core-1:7800, separated by commas", Kinds::addresses);
    static final Kind<Integer> MEMBERS = new Kind<>("a whole number from 1 to 1000", Kinds::members);

    static final Kind<List<Capability>> CAPABILITIES =
            new Kind<>("names of letters, digits and . _ -, at most 63 each, separated by commas", Kinds::capabilities);
    static final Kind<List<NodeName>> VOTERS =
            new Kind<>("names of nodes, each once, separated by commas", Kinds::voters);
    static final Kind<Duration> BALLOT_TIME = time(Duration.ofMillis(10), "10ms");
    static final Kind<Duration> HEARTBEAT = time(Duration.ofMillis(100), "100ms");
    static final Kind<Double> WEIGHT = new Kind<>("a number from 0 to 1", Kinds::weight);
    static final Kind<Duration> WINDOW = time(Duration.ZERO, "0s");

    private Kinds() {}

    private static Kind<Duration> time(Duration least, String written) {
        return new Kind<>("a length of time from %s to 24h, such as 10s".formatted(written), value -> {
            Duration length = Kind.TIME.reader().apply(value);
            if (length.compareTo(least) < 0 || length.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException();
            }
            return length;
        });
    }

    private static double weight(String value) {
        double number = Double.parseDouble(value);
        if (!(number >= 0 && number <= 1)) {
            throw new IllegalArgumentException();
        }
        return number;
    }

    private static List<Capability> capabilities(String value) {
        return Stream.of(value.split(",", -1)).map(Capability::new).toList();
    }

    private static List<NodeName> voters(String value) {
        List<NodeName> names =
                Stream.of(value.split(",", -1)).map(NodeName::new).toList();
        if (Set.copyOf(names).size() < names.size()) {
            throw new IllegalArgumentException();
        }
        return names;
    }

    private static Kind<String> oneOf(String... words) {
        return new Kind<>(String.join(" or ", words), value -> {
            if (!List.of(words).contains(value)) {
                throw new IllegalArgumentException();
            }
            return value;
        });
    }

    private static List<PeerAddress> addresses(String value) {
        return Stream.of(value.split(",", -1))
                .map(String::trim)
                .map(PeerAddress::parse)
                .toList();
    }

    private static int members(String value) {
        int number = Integer.parseInt(value);
        if (number < 1 || number > 1000) {
            throw new IllegalArgumentException();
        }
        return number;
    }

    private static long millis(String value) {
        long number = Long.parseLong(value);
        if (number < 0 || number > 3_600_000) {
            throw new IllegalArgumentException();
        }
        return number;
    }

    private static List<ElectionName> elections(String value) {
        return Stream.of(value.split(",", -1)).map(ElectionName::new).toList();
    }

    private static String socket(String value) {
        if (!value.equals("none")) {
            SocketFile.parse(value);
        }
        return value;
    }
}
