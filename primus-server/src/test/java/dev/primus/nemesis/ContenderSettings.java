package dev.primus.nemesis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a contender is told on its command line; user and password come by the environment.
 *
 * @param elections each with the work that is done while leading it
 * @param store JDBC URL of the leases
 * @param account JDBC URL of the account that the work writes to
 */
record ContenderSettings(
        String node, String store, String account, Map<String, Work> elections, Duration lease, Path journal) {
    static final String USER = "PRIMUS_NEMESIS_USER";
    static final String PASSWORD = "PRIMUS_NEMESIS_PASSWORD";

    /** What a leader does. */
    enum Work {
        /** Writes that carry the token. */
        FENCED,
        /** The same writes as people do them without one: the control run. */
        UNFENCED
    }

    List<String> toArguments() {
        List<String> arguments =
                new ArrayList<>(List.of(node, store, account, Long.toString(lease.toMillis()), journal.toString()));
        elections.forEach((election, work) -> arguments.add(election + "=" + work));
        return arguments;
    }

    static ContenderSettings parse(String[] arguments) {
        Map<String, Work> elections = new LinkedHashMap<>();
        for (int i = 5; i < arguments.length; i++) {
            String[] pair = arguments[i].split("=", 2);
            elections.put(pair[0], Work.valueOf(pair[1]));
        }
        return new ContenderSettings(
                arguments[0],
                arguments[1],
                arguments[2],
                elections,
                Duration.ofMillis(Long.parseLong(arguments[3])),
                Path.of(arguments[4]));
    }
}
