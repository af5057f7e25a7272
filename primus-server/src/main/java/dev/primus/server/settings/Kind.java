package dev.primus.server.settings;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.server.control.socket.SocketFile;
import dev.primus.server.view.Spans;
import java.util.function.Consumer;

/** What a setting's value may look like. */
enum Kind {
    TIME("a length of time such as 500ms, 1.5s, 10s, 2m, 1h", Spans::parse),
    MILLIS("milliseconds, a whole number from 0 to 3600000", Kind::millis),
    SHARE("a percentage such as 1%, or a number from 0 to 0.5", Kind::share),
    SWITCH("true or false", Kind::truth),
    NODE_NAME("letters, digits and . _ -, at most 63, beginning with a letter or digit", NodeName::new),
    CLUSTER_NAME("letters, digits and . _ -, at most 63, beginning with a letter or digit", ClusterName::new),
    ELECTIONS("names of elections, separated by commas", Kind::elections),
    SOCKET(SocketFile.ALLOWED, Kind::socket),
    TEXT("a text that is not empty", Kind::text);

    private final String allowed;
    private final Consumer<String> reader;

    Kind(String allowed, Consumer<String> reader) {
        this.allowed = allowed;
        this.reader = reader;
    }

    String allowed() {
        return allowed;
    }

    boolean admits(String value) {
        try {
            reader.accept(value);
            return true;
        } catch (IllegalArgumentException | ArithmeticException e) {
            return false;
        }
    }

    private static void millis(String value) {
        long number = Long.parseLong(value);
        require(number >= 0 && number <= 3_600_000);
    }

    private static void share(String value) {
        boolean percent = value.endsWith("%");
        double number = Double.parseDouble(percent ? value.substring(0, value.length() - 1) : value);
        double share = percent ? number / 100 : number;
        require(share >= 0 && share <= 0.5);
    }

    private static void truth(String value) {
        require(value.equals("true") || value.equals("false"));
    }

    private static void elections(String value) {
        for (String name : value.split(",", -1)) {
            new ElectionName(name);
        }
    }

    private static void socket(String value) {
        if (!value.equals("none")) {
            SocketFile.parse(value);
        }
    }

    private static void text(String value) {
        require(!value.isBlank());
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }
}
