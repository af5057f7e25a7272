package dev.primus.server.settings;

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

    private Kinds() {}

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
