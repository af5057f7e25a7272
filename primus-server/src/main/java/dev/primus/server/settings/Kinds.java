package dev.primus.server.settings;

import dev.primus.cluster.PeerAddress;
import dev.primus.core.ElectionName;
import dev.primus.server.control.socket.SocketFile;
import dev.primus.settings.Kind;
import java.util.List;
import java.util.stream.Stream;

/** What values of the program's own settings may look like. */
final class Kinds {
    static final Kind<Long> MILLIS = new Kind<>("milliseconds, a whole number from 0 to 3600000", Kinds::millis);
    static final Kind<List<ElectionName>> ELECTIONS =
            new Kind<>("names of elections, separated by commas", Kinds::elections);
    static final Kind<String> SOCKET = new Kind<>(SocketFile.ALLOWED, Kinds::socket);

    static final Kind<String> ENGINE = oneOf("lease", "registry");
    static final Kind<String> POLICY = oneOf("majority", "available", "lease_tie_break");
    static final Kind<String> PEERS_FROM = oneOf("list", "store");
    static final Kind<String> TEMPO = oneOf("documented", "fast");
    static final Kind<String> NETWORK = oneOf("local", "lan", "wan");
    static final Kind<PeerAddress> ADDRESS = new Kind<>("host:port with a port from 1 to 65535", PeerAddress::parse);
    static final Kind<List<PeerAddress>> ADDRESSES =
            new Kind<>("addresses such as core-1:7800, separated by commas", Kinds::addresses);
    static final Kind<Integer> MEMBERS = new Kind<>("a whole number from 1 to 1000", Kinds::members);

    private Kinds() {}

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
