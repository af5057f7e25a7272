package dev.primus.server.command;

import dev.primus.cluster.JGroupsLink;
import dev.primus.cluster.PeerAddress;
import dev.primus.cluster.PeerSettings;
import dev.primus.cluster.PeerTls;
import dev.primus.cluster.Preset;
import dev.primus.cluster.Secret;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.spi.PeerLink;
import dev.primus.server.peers.IntroducedLink;
import dev.primus.server.peers.StorePeers;
import dev.primus.server.settings.SecretVariable;
import dev.primus.server.store.Credentials;
import dev.primus.server.store.StoreAccess;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import dev.primus.server.trust.TrustedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** The nodes that decide among themselves: where they are, how they know each other, and what they do when torn apart. */
final class PeerOptions {
    /** Neither a start nor a stop may wait for long for a store that is only asked where others are. */
    private static final Duration MEETING_TIMEOUT = Duration.ofSeconds(3);

    private static final Logger LOG = LoggerFactory.getLogger(PeerOptions.class);

    private final Console console;

    @Option(
            names = "--bind",
            paramLabel = "HOST:PORT",
            description = "peers: where this node listens (default: 127.0.0.1:7800).")
    private String bind = "127.0.0.1:7800";

    @Option(
            names = "--peers",
            paramLabel = "HOST:PORT",
            split = ",",
            description = "peers: where the other nodes are, separated by commas.")
    private List<String> peers = new ArrayList<>();

    @Option(
            names = "--peers-from",
            paramLabel = "list|store",
            description = "peers: look only for --peers (default), or also for whoever is in the --store.")
    private String peersFrom = "list";

    @Option(
            names = "--policy",
            paramLabel = "majority|available|last_known|lease_tie_break",
            description =
                    "peers: never two leaders; a leader on each side of a partition; ballot only, a majority of the voters that were"
                            + " last known; or, registry only, a row in the --store between two.")
    private @Nullable String policy;

    @Option(
            names = "--cluster-size",
            paramLabel = "N",
            description = "peers: how many nodes may lead (default: as many as --peers).")
    private @Nullable Integer size;

    @Option(
            names = "--voters",
            paramLabel = "NODE",
            split = ",",
            description =
                    "ballot: the names of the nodes that vote, separated by commas; then they can be changed while"
                            + " the cluster runs (see: primus voters). Without it they are counted: --cluster-size.")
    private List<String> voters = new ArrayList<>();

    @Option(
            names = {"--preset", "--timing"},
            paramLabel = "documented|fast",
            description =
                    "peers: how patient to be (default: documented; ballot: fast, unless one of its times is set).")
    private @Nullable String tempo;

    @Option(names = "--network", paramLabel = "local|lan|wan", description = "peers: how far apart (default: lan).")
    private String network = "lan";

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "peers: the nodes' secret (also: PRIMUS_PEER_SECRET).")
    private @Nullable String secretFile;

    @Option(names = "--tls-key-store", paramLabel = "FILE", description = "peers: TLS among the nodes, PKCS12.")
    private @Nullable Path keyStore;

    @Option(names = "--tls-trust-store", paramLabel = "FILE", description = "peers: who signed the others' keys.")
    private @Nullable Path trustStore;

    @Option(names = "--tls-password-file", paramLabel = "FILE", description = "peers: the password of both.")
    private @Nullable String tlsPasswordFile;

    PeerOptions(Console console) {
        this.console = console;
    }

    static String oneOf(String flag, String word, String... allowed) {
        if (!List.of(allowed).contains(word)) {
            throw Complaint.usage("%s = '%s': allowed is %s.".formatted(flag, word, String.join(" or ", allowed)));
        }
        return word;
    }

    /** How patient to be; null if that was not said. */
    @Nullable
    String tempo() {
        return tempo == null ? null : oneOf("--timing", tempo, "documented", "fast");
    }

    /** Whether only this machine can reach the node. */
    boolean isOnLoopback() {
        String host = PeerAddress.parse(bind).host();
        return host.equals("localhost") || host.equals("::1") || host.startsWith("127.");
    }

    /** Whether the nodes find each other through a store. */
    boolean areInStore() {
        return oneOf("--peers-from", peersFrom, "list", "store").equals("store");
    }

    /** Three and more: a majority; two: there is no good default, so it must be said. */
    Quorum quorum() {
        if (size == null && areInStore() && voters.isEmpty()) {
            throw Complaint.usage("--cluster-size is not set, and --peers-from = 'store' needs it: allowed is a number"
                    + " from 1 to 1000. Who is found does not say how many make a majority.");
        }
        if (size == null && peers.isEmpty() && voters.isEmpty()) {
            throw Complaint.usage(
                    "--cluster-size is not set, nor --peers: allowed is a number from 1 to 1000, or a list"
                            + " of peers. Without it nobody knows how many make a majority.");
        }
        int members = voters.isEmpty() ? size == null ? peers.size() : size : names().size();
        if (size != null && size != members) {
            throw Complaint.usage("--cluster-size = %d, and --voters names %d: allowed is %2$d, or to leave it out."
                    .formatted(size, members));
        }
        if (policy == null && members == 2) {
            throw Complaint.usage("--policy is not set, and with two nodes there is no safe default: allowed is"
                    + " lease_tie_break (registry only: a row in the --store decides while they cannot reach each other), available"
                    + " (a leader on each side then), or a third node that makes a majority possible.");
        }
        String wanted = oneOf(
                "--policy",
                policy == null ? "majority" : policy,
                "majority",
                "available",
                "last_known",
                "lease_tie_break");
        if (wanted.equals("available") && !voters.isEmpty()) {
            throw Complaint.usage("--voters = '%s', and --policy = 'available': allowed is majority or last_known, for"
                            .formatted(String.join(",", voters))
                    + " whoever is on a side of a partition decides there.");
        }
        if (wanted.equals("last_known") && voters.isEmpty()) {
            throw Complaint.usage("--policy = 'last_known', and --voters is not set: allowed is with the names of all"
                    + " nodes that vote at first.");
        }
        Quorum quorum = switch (wanted) {
            case "available" -> Quorum.available(members);
            case "lease_tie_break" -> Quorum.tieBreakAmong(members);
            case "last_known" -> Quorum.lastKnown(names());
            default -> voters.isEmpty() ? Quorum.majorityOf(members) : Quorum.majorityOf(names());
        };
        quorum.violations().stream().findFirst().ifPresent(wrong -> {
            throw Complaint.usage(wrong + ".");
        });
        return quorum;
    }

    private Set<NodeName> names() {
        String all = String.join(",", voters);
        try {
            Set<NodeName> names = voters.stream().map(NodeName::new).collect(Collectors.toCollection(TreeSet::new));
            if (names.size() < voters.size()) {
                throw Complaint.usage("--voters = '%s': allowed is each name once.".formatted(all));
            }
            return names;
        } catch (IllegalArgumentException e) {
            throw Complaint.usage("--voters = '%s': %s.".formatted(all, e.getMessage()), e);
        }
    }

    /** For an engine that knows its members by number only. */
    void mustBeCounted(Engine engine) {
        String word = engine.name().toLowerCase(Locale.ROOT);
        if (!voters.isEmpty()) {
            throw Complaint.usage("--voters = '%s', and --engine = '%s': allowed is --voters with --engine ballot only;"
                            .formatted(String.join(",", voters), word)
                    + " here members are counted: --cluster-size.");
        }
        if ("last_known".equals(policy)) {
            throw Complaint.usage(
                    "--policy = 'last_known', and --engine = '%s': allowed is majority, available or".formatted(word)
                            + " lease_tie_break, for only voters that are named can be last known.");
        }
    }

    /** How many nodes there should be, pollers included; 0 if that was not said. */
    int expected() {
        return peers.size();
    }

    /**
     * The way to the other nodes.
     *
     * @param meeting the store where the nodes find each other; null if they do not
     */
    PeerLink link(@Nullable StoreAccess meeting) {
        try {
            PeerAddress address = PeerAddress.parse(bind);
            PeerSettings.Builder settings = PeerSettings.bind(address)
                    .peers(peers.stream().map(PeerAddress::parse).toList())
                    .preset(Preset.valueOf(
                            oneOf("--network", network, "local", "lan", "wan").toUpperCase(Locale.ROOT)));
            Secret secret = secret();
            if (secret != null) {
                settings.secrets(secret);
            }
            PeerTls tls = tls();
            if (tls != null) {
                settings.tls(tls);
            }
            return meeting == null ? link(settings) : introduced(settings, address, meeting);
        } catch (IllegalArgumentException e) {
            throw Complaint.usage(String.valueOf(e.getMessage()).replaceFirst("[.]*$", "."), e);
        }
    }

    private PeerLink introduced(PeerSettings.Builder settings, PeerAddress address, StoreAccess meeting) {
        if (isOnLoopback()) {
            LOG.warn("--bind = '{}' is what other nodes are told: only those on this machine will find this one", bind);
        }
        StorePeers peers = new StorePeers(cluster -> meeting.peers(cluster, MEETING_TIMEOUT), address);
        return new IntroducedLink(link(settings.finder(peers)), peers);
    }

    private static PeerLink link(PeerSettings.Builder settings) {
        return new JGroupsLink(settings.build(), new ProgramCodec());
    }

    private @Nullable Secret secret() {
        String text = secretFile != null
                ? Credentials.readPassword("--secret-file", secretFile, System.in)
                : SecretVariable.PEER_SECRET.in(console.environment()).orElse(null);
        if (text == null) {
            return null;
        }
        console.secrets().add(text);
        return Secret.of(text);
    }

    private @Nullable PeerTls tls() {
        if (keyStore == null && trustStore == null) {
            return null;
        }
        if (keyStore == null || trustStore == null || tlsPasswordFile == null) {
            throw Complaint.usage(
                    "--tls-key-store, --tls-trust-store and --tls-password-file go together: allowed is all"
                            + " three, or none.");
        }
        String password = Credentials.readPassword("--tls-password-file", tlsPasswordFile, System.in);
        console.secrets().add(password);
        return new PeerTls(
                keyStoreFile("--tls-key-store", keyStore),
                keyStoreFile("--tls-trust-store", trustStore),
                Secret.of(password));
    }

    private static Path keyStoreFile(String flag, Path file) {
        try {
            return TrustedFile.resolve("%s = '%s'".formatted(flag, file), file);
        } catch (IOException e) {
            throw Complaint.usage(
                    "%s = '%s' cannot be read: check the name and its permissions.".formatted(flag, file), e);
        }
    }

    @Override
    public String toString() {
        Quorum quorum = quorum();
        return "peers %s on %s, %s"
                .formatted(
                        where(),
                        bind,
                        switch (quorum.availability()) {
                            case MAJORITY ->
                                "majority %d of %d%s"
                                        .formatted(quorum.needed(), quorum.size(), voters.isEmpty() ? "" : " at first");
                            case LAST_KNOWN ->
                                "last known, %d of %d at first".formatted(quorum.needed(), quorum.size());
                            case AVAILABLE -> "available, %d nodes".formatted(quorum.size());
                            case LEASE_TIE_BREAK -> "a row in the store between two";
                        });
    }

    private String where() {
        String listed = String.join(",", peers);
        return areInStore() ? listed.isEmpty() ? "in the store" : listed + " and in the store" : listed;
    }
}
