package dev.primus.server.settings;

import static dev.primus.server.settings.Kinds.ELECTIONS;
import static dev.primus.server.settings.Kinds.MILLIS;
import static dev.primus.server.settings.Kinds.SOCKET;
import static dev.primus.settings.Kind.SWITCH;
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
    ALLOCATE(
            "partitions.allocate",
            "--allocate",
            SWITCH,
            "false",
            "Whoever leads the first election shares the cluster's [task lists](partitions.md) out over its workers. The same on all nodes of that election; among peers with store.url only.",
            "PRIMUS_ALLOCATE"),
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
    ENGINE(
            "engine",
            "--engine",
            Kinds.ENGINE,
            "lease",
            "Who decides: a row in a store (lease), or the nodes among themselves: who registers first (registry), or a vote for the fittest (ballot).",
            "PRIMUS_ENGINE"),
    BIND(
            "registry.bind",
            "--bind",
            Kinds.ADDRESS,
            "127.0.0.1:7800",
            "Where this node listens for the others: an address of one interface. Off loopback only with a secret or TLS.",
            "PRIMUS_BIND"),
    PEERS(
            "registry.peers",
            "--peers",
            Kinds.ADDRESSES,
            "none",
            "Where to look for the others; this node may be among them. Its length is the cluster's size if that is not said.",
            "PRIMUS_PEERS"),
    PEERS_FROM(
            "registry.peers_from",
            "--peers-from",
            Kinds.PEERS_FROM,
            "list",
            "list: only the peers that are listed are looked for. store: also whoever is in the store named by store.url.",
            "PRIMUS_PEERS_FROM"),
    POLICY(
            "registry.policy",
            "--policy",
            Kinds.POLICY,
            "majority from three nodes on; for two it must be said",
            "majority: never two leaders. available: a leader on each side of a partition, one when they meet. last_known:"
                    + " ballot only, a majority of the voters that were last known. lease_tie_break:"
                    + " for two nodes, a row in the store decides while they cannot reach each other.",
            "PRIMUS_POLICY"),
    CLUSTER_SIZE(
            "registry.cluster_size",
            "--cluster-size",
            Kinds.MEMBERS,
            "as many as voters are named, else as peers are listed",
            "How many nodes there are that may lead, running or not: more than half of them make a majority.",
            "PRIMUS_CLUSTER_SIZE"),
    TEMPO(
            "registry.timing",
            "--timing",
            Kinds.TEMPO,
            "documented; ballot: fast, unless one of its times is set",
            "documented: as its documents say. fast: shorter in everything, for nodes that never pause for long.",
            "PRIMUS_TIMING"),
    NETWORK(
            "registry.network",
            "--network",
            Kinds.NETWORK,
            "lan",
            "How far apart the nodes are, and so how soon one is missed.",
            "PRIMUS_NETWORK"),
    MARKS(
            "registry.marks",
            "--marks",
            TEXT,
            "a file of the user",
            "Where this node keeps what it has promised: a file of its own, on a disk that survives a restart.",
            "PRIMUS_MARKS"),
    SECRET_FILE(
            "registry.secret_file",
            "--secret-file",
            TEXT,
            "none",
            "A file with the secret that the nodes share, 16 characters and more. Or PRIMUS_PEER_SECRET.",
            "PRIMUS_PEER_SECRET_FILE"),
    TLS_KEY_STORE(
            "registry.tls_key_store",
            "--tls-key-store",
            TEXT,
            "none",
            "TLS 1.3 among the nodes: a PKCS12 file with this node's key.",
            "PRIMUS_TLS_KEY_STORE"),
    TLS_TRUST_STORE(
            "registry.tls_trust_store",
            "--tls-trust-store",
            TEXT,
            "none",
            "A PKCS12 file with the authority that signed the nodes' certificates.",
            "PRIMUS_TLS_TRUST_STORE"),
    TLS_PASSWORD_FILE(
            "registry.tls_password_file",
            "--tls-password-file",
            TEXT,
            "none",
            "A file with the password of both.",
            "PRIMUS_TLS_PASSWORD_FILE"),
    ELECTION_INTERVAL(
            "registry.election_interval",
            "--election-interval",
            MILLIS,
            "5000",
            "How often leader and standbys look, though they are told of every change.",
            "COORDINATOR_ELECTION_INTERVAL"),
    TAKEOVER_DELAY(
            "registry.takeover_delay",
            "--takeover-delay",
            MILLIS,
            "1000",
            "How long a leader that vanished may take to come back before another takes over.",
            "COORDINATOR_TAKEOVER_DELAY"),
    CAPABILITIES(
            "security.election_config.capabilities",
            "--capability",
            Kinds.CAPABILITIES,
            "admin_election; with ballot.members what that file lists",
            "What this node can do. It leads only with admin_election, context_curation or project_manager, and all of them count in its score.",
            "PRIMUS_CAPABILITIES"),
    KEY(
            "ballot.key",
            "--key",
            TEXT,
            "none",
            "The file with the key that this node signs its votes with. Without one, whoever has the secret or a certificate is believed.",
            "PRIMUS_KEY"),
    MEMBERS(
            "ballot.members",
            "--members",
            TEXT,
            "none",
            "The file that lists whose signatures count and what each node can do; together with ballot.key.",
            "PRIMUS_MEMBERS"),
    FILES(
            "ballot.files",
            "--files",
            TEXT,
            "a folder of the user",
            "Where this node keeps its votes, and for how long it has been a node: a folder on a disk that survives a restart.",
            "PRIMUS_FILES"),
    VOTERS(
            "ballot.voters",
            "--voters",
            Kinds.VOTERS,
            "none: they are counted",
            "Who votes until somebody changes it (`primus voters`); from then on a node goes by what it has kept. The same on all nodes.",
            "PRIMUS_VOTERS"),
    DISCOVERY_TIMEOUT(
            "security.election_config.discovery_timeout",
            "",
            Kinds.BALLOT_TIME,
            "10s documented, 200ms fast",
            "How long who knows no leader waits for an answer before it asks again, or calls an election.",
            "PRIMUS_DISCOVERY_TIMEOUT"),
    DISCOVERY_BACKOFF(
            "security.election_config.discovery_backoff",
            "",
            Kinds.BALLOT_TIME,
            "5s documented, 100ms fast",
            "How long it waits before it asks again.",
            "PRIMUS_DISCOVERY_BACKOFF"),
    ELECTION_TIMEOUT(
            "security.election_config.election_timeout",
            "",
            Kinds.BALLOT_TIME,
            "30s documented, 400ms fast",
            "How long an election may take, at least 1/15 of the heartbeat timeout; candidates have half of it to say that they stand.",
            "PRIMUS_ELECTION_TIMEOUT"),
    HEARTBEAT_TIMEOUT(
            "security.election_config.heartbeat_timeout",
            "",
            Kinds.HEARTBEAT,
            "15s documented, 900ms fast",
            "How long a leader that is not heard any more is followed; it is heard twice as often. A crash costs this much.",
            "PRIMUS_HEARTBEAT_TIMEOUT"),
    ELECTION_MIN_TERM(
            "ballot.election_min_term",
            "",
            Kinds.WINDOW,
            "2 x discovery timeout",
            "How long after an election there is no other one, unless the leader is not heard any more.",
            "PRIMUS_ELECTION_MIN_TERM",
            "CHORUS_ELECTION_MIN_TERM"),
    LEADER_MIN_TERM(
            "ballot.leader_min_term",
            "",
            Kinds.WINDOW,
            "3 x heartbeat timeout",
            "How long a new leader is left alone by whoever asks for another election.",
            "PRIMUS_LEADER_MIN_TERM",
            "CHORUS_LEADER_MIN_TERM"),
    WEIGHT_UPTIME(
            "ballot.weights.uptime",
            "",
            Kinds.WEIGHT,
            "0.3",
            "How much it counts in a score for how long the process runs. This and the next five make 1, the same on all nodes.",
            "PRIMUS_WEIGHT_UPTIME"),
    WEIGHT_CAPABILITY(
            "ballot.weights.capability",
            "",
            Kinds.WEIGHT,
            "0.2",
            "How much it counts what a node can do.",
            "PRIMUS_WEIGHT_CAPABILITY"),
    WEIGHT_RESOURCES(
            "ballot.weights.resources",
            "",
            Kinds.WEIGHT,
            "0.2",
            "How much it counts what is free of its machine.",
            "PRIMUS_WEIGHT_RESOURCES"),
    WEIGHT_NETWORK(
            "ballot.weights.network",
            "",
            Kinds.WEIGHT,
            "0.15",
            "How much it counts how well it reaches the others.",
            "PRIMUS_WEIGHT_NETWORK"),
    WEIGHT_EXPERIENCE(
            "ballot.weights.experience",
            "",
            Kinds.WEIGHT,
            "0.15",
            "How much it counts for how long it has been a node.",
            "PRIMUS_WEIGHT_EXPERIENCE"),
    WEIGHT_REPUTATION(
            "ballot.weights.reputation",
            "",
            Kinds.WEIGHT,
            "0",
            "How much it counts how few of its terms have failed, as each voter has seen it.",
            "PRIMUS_WEIGHT_REPUTATION"),
    RESOURCE_WEIGHT_CPU(
            "ballot.resource_weights.cpu",
            "",
            Kinds.WEIGHT,
            "0.3",
            "How much the processor counts among the resources. This and the next three make 1, the same on all nodes.",
            "PRIMUS_RESOURCE_WEIGHT_CPU"),
    RESOURCE_WEIGHT_MEMORY(
            "ballot.resource_weights.memory",
            "",
            Kinds.WEIGHT,
            "0.3",
            "How much memory counts among them.",
            "PRIMUS_RESOURCE_WEIGHT_MEMORY"),
    RESOURCE_WEIGHT_DISK(
            "ballot.resource_weights.disk",
            "",
            Kinds.WEIGHT,
            "0.2",
            "How much the disk counts among them.",
            "PRIMUS_RESOURCE_WEIGHT_DISK"),
    RESOURCE_WEIGHT_NETWORK(
            "ballot.resource_weights.network",
            "",
            Kinds.WEIGHT,
            "0.2",
            "How much the network counts among them.",
            "PRIMUS_RESOURCE_WEIGHT_NETWORK");

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
