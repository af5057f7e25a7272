package dev.primus.settings;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A setting of the environment that means the same to the library and to the program.
 *
 * @param names the first that is set counts; one that is blank is not set
 */
public record Variable<T>(Kind<T> kind, List<String> names) {
    public static final Variable<NodeName> NODE = of(Kind.NODE_NAME, "PRIMUS_NODE");
    public static final Variable<ClusterName> CLUSTER = of(Kind.CLUSTER_NAME, "PRIMUS_CLUSTER");
    public static final Variable<String> TYPE = of(Kind.TEXT, "PRIMUS_NODE_TYPE");
    public static final Variable<Boolean> ELIGIBLE = of(Kind.SWITCH, "PRIMUS_ELIGIBLE", "COORDINATOR_ELIGIBLE");
    public static final Variable<Integer> LEADERLESS_ALARM = of(Kind.LEASES, "PRIMUS_LEADERLESS_ALARM");
    public static final Variable<Duration> LEASE = of(Kind.TIME, "PRIMUS_LEASE");
    public static final Variable<Duration> RENEW_EVERY = of(Kind.TIME, "PRIMUS_RENEW_EVERY");
    public static final Variable<Duration> MARGIN = of(Kind.TIME, "PRIMUS_MARGIN");
    public static final Variable<Double> DRIFT = of(Kind.SHARE, "PRIMUS_DRIFT");
    public static final Variable<Duration> IO_TIMEOUT = of(Kind.TIME, "PRIMUS_IO_TIMEOUT");
    public static final Variable<Duration> DRAIN = of(Kind.TIME, "PRIMUS_DRAIN");
    public static final Variable<Boolean> STRICT_CLOCK = of(Kind.SWITCH, "PRIMUS_STRICT_CLOCK");
    public static final Variable<Boolean> ELECTION_ENABLED = of(Kind.SWITCH, "COORDINATOR_ELECTION_ENABLED");
    public static final Variable<Boolean> CLUSTER_COORDINATOR = of(Kind.SWITCH, "CLUSTER_COORDINATOR");

    private static <T> Variable<T> of(Kind<T> kind, String... names) {
        return new Variable<>(kind, List.of(names));
    }

    /** What {@code environment} says; refuses a value that is not allowed, whichever of the names has it. */
    public Optional<T> in(Map<String, String> environment) {
        return names.stream()
                .filter(name -> !environment.getOrDefault(name, "").isBlank())
                .map(name -> kind.read(name, environment.getOrDefault(name, "").strip()))
                .toList()
                .stream()
                .findFirst();
    }
}
