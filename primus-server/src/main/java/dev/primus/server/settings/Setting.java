package dev.primus.server.settings;

import static dev.primus.server.settings.Kinds.ELECTIONS;
import static dev.primus.server.settings.Kinds.MILLIS;
import static dev.primus.server.settings.Kinds.SOCKET;
import static dev.primus.settings.Kind.TEXT;
import static dev.primus.settings.Kind.TIME;

import dev.primus.settings.Kind;
import dev.primus.settings.Variable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Everything that can be set: its names in the file, on the command line and in the environment, and why it is there. */
public enum Setting {
    NODE("node.name", "--node", Variable.NODE, "the host's name", "Who this is. One name, one process at a time."),
    ELECTION("node.elections", "--election", ELECTIONS, "none", "What to take part in.", "PRIMUS_ELECTIONS"),
    CLUSTER(
            "node.cluster",
            "--cluster",
            Variable.CLUSTER,
            "default",
            "Clusters share a store without seeing each other."),
    TYPE(
            "node.type",
            "--node-type",
            Variable.TYPE,
            "none",
            "Decides eligibility if that is not said: core, core-elx, web and web-ng are eligible, poller and poller-elx are not."),
    ELIGIBLE(
            "node.eligible",
            "--eligible",
            Variable.ELIGIBLE,
            "by type, else true",
            "A node that is not eligible only observes."),
    LEADERLESS_ALARM(
            "node.leaderless_alarm",
            "--leaderless-alarm",
            Variable.LEADERLESS_ALARM,
            "3",
            "After how many leases without a leader this node alarms (`leaderless`). Fewer than 3 can be a slow takeover."),
    CONTROL_SOCKET(
            "node.control_socket",
            "--control-socket",
            SOCKET,
            "a file of the user",
            "Where operators on this host reach the node; none for nowhere.",
            "PRIMUS_CONTROL_SOCKET"),
    STORE(
            "store.url",
            "--store",
            TEXT,
            "an SQLite file of the user",
            "Where leases are kept: a JDBC URL.",
            "PRIMUS_STORE"),
    STORE_USER("store.user", "--user", TEXT, "none", "The database user.", "PRIMUS_STORE_USER"),
    PASSWORD_FILE(
            "store.password_file",
            "--password-file",
            TEXT,
            "none",
            "A file with the database password. The password itself is taken from PRIMUS_STORE_PASSWORD only.",
            "PRIMUS_STORE_PASSWORD_FILE"),
    LEASE(
            "lease.duration",
            "--lease",
            Variable.LEASE,
            "10s",
            "How long a lease runs without renewal, 40ms to 24h. A crash costs this much; all other times follow it."),
    RENEW_EVERY(
            "lease.renew_every",
            "--renew-every",
            Variable.RENEW_EVERY,
            "lease/4",
            "How often it is renewed: so often may a renewal fail before the lease is lost."),
    MARGIN(
            "lease.margin",
            "--margin",
            Variable.MARGIN,
            "lease/10",
            "What a step of the store's clock may cost, at least 7 % of the lease."),
    DRIFT("lease.drift", "--drift", Variable.DRIFT, "1%", "How much faster one clock may run than another."),
    IO_TIMEOUT(
            "lease.io_timeout",
            "--io-timeout",
            Variable.IO_TIMEOUT,
            "3/20 of the lease",
            "By when the store must have answered."),
    DRAIN("lease.drain", "--drain", Variable.DRAIN, "lease/5", "How long duties may take to stop, all together."),
    STRICT_CLOCK(
            "lease.strict_clock",
            "--strict-clock",
            Variable.STRICT_CLOCK,
            "false",
            "Challengers also wait a full lease by their own clock."),
    HEALTH_EVERY(
            "health.check_every",
            "",
            TIME,
            "30s",
            "How often the coordinator looks whether the cluster is healthy, beside when somebody comes or goes.",
            "PRIMUS_HEALTH_CHECK_EVERY"),
    ELECTION_ENABLED(
            "coordinator_election_enabled",
            "--election-enabled",
            Variable.ELECTION_ENABLED,
            "true",
            "Off is the static assignment of old: no election, token 0, which every guard refuses."),
    CLUSTER_COORDINATOR(
            "cluster_coordinator",
            "--cluster-coordinator",
            Variable.CLUSTER_COORDINATOR,
            "false",
            "Who coordinates while election is off. Deprecated, and ignored with a warning while it is on."),
    ELECTION_INTERVAL(
            "registry.election_interval",
            "",
            MILLIS,
            "5000",
            "For the registry engine, which is not there yet: read and checked.",
            "COORDINATOR_ELECTION_INTERVAL"),
    TAKEOVER_DELAY(
            "registry.takeover_delay",
            "",
            MILLIS,
            "1000",
            "For the registry engine, which is not there yet: read and checked.",
            "COORDINATOR_TAKEOVER_DELAY"),
    DISCOVERY_TIMEOUT(
            "security.election_config.discovery_timeout",
            "",
            TIME,
            "10s",
            "For the ballot engine, which is not there yet: read and checked."),
    DISCOVERY_BACKOFF(
            "security.election_config.discovery_backoff",
            "",
            TIME,
            "5s",
            "For the ballot engine, which is not there yet: read and checked."),
    ELECTION_TIMEOUT(
            "security.election_config.election_timeout",
            "",
            TIME,
            "30s",
            "For the ballot engine, which is not there yet: read and checked."),
    HEARTBEAT_TIMEOUT(
            "security.election_config.heartbeat_timeout",
            "",
            TIME,
            "15s",
            "For the ballot engine, which is not there yet: read and checked."),
    ELECTION_MIN_TERM(
            "ballot.election_min_term",
            "",
            TIME,
            "2 x discovery timeout",
            "For the ballot engine, which is not there yet: read and checked.",
            "CHORUS_ELECTION_MIN_TERM"),
    LEADER_MIN_TERM(
            "ballot.leader_min_term",
            "",
            TIME,
            "3 x heartbeat timeout",
            "For the ballot engine, which is not there yet: read and checked.",
            "CHORUS_LEADER_MIN_TERM");

    private final String key;
    private final String flag;
    private final Kind<?> kind;
    private final String usual;
    private final String reason;
    private final List<String> variables;

    /** One that the library can read as well. */
    Setting(String key, String flag, Variable<?> variable, String usual, String reason) {
        this(key, flag, variable.kind(), usual, reason, variable.names().toArray(String[]::new));
    }

    Setting(String key, String flag, Kind<?> kind, String usual, String reason, String... variables) {
        this.key = key;
        this.flag = flag;
        this.kind = kind;
        this.usual = usual;
        this.reason = reason;
        this.variables = List.of(variables);
    }

    /** Its name in the file. */
    public String key() {
        return key;
    }

    /** Its name on the command line; empty if it has none. */
    public String flag() {
        return flag;
    }

    /** Its names in the environment; the first that is set counts. */
    public List<String> variables() {
        return variables;
    }

    /** What holds if nobody says anything. */
    public String usual() {
        return usual;
    }

    public String allowed() {
        return kind.allowed();
    }

    public String reason() {
        return reason;
    }

    Kind<?> kind() {
        return kind;
    }

    /** What a flag of the command line sets. */
    public static Optional<Setting> ofFlag(String flag) {
        return Stream.of(values()).filter(setting -> setting.flag.equals(flag)).findFirst();
    }

    static Optional<Setting> ofKey(String key) {
        return Stream.of(values()).filter(setting -> setting.key.equals(key)).findFirst();
    }
}
