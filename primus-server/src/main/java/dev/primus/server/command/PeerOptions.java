package dev.primus.server.command;

import dev.primus.PeerRegistry;
import dev.primus.cluster.JGroupsLink;
import dev.primus.cluster.PeerAddress;
import dev.primus.cluster.PeerSettings;
import dev.primus.cluster.PeerTls;
import dev.primus.cluster.Preset;
import dev.primus.cluster.Secret;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.spi.PeerLink;
import dev.primus.server.peers.IntroducedLink;
import dev.primus.server.peers.StorePeers;
import dev.primus.server.store.Credentials;
import dev.primus.server.store.StoreAccess;
import dev.primus.server.store.StoreUrl;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
            description = "registry: where this node listens (default: 127.0.0.1:7800).")
    private String bind = "127.0.0.1:7800";

    @Option(
            names = "--peers",
            paramLabel = "HOST:PORT",
            split = ",",
            description = "registry: where the other nodes are, separated by commas.")
    private List<String> peers = new ArrayList<>();

    @Option(
            names = "--peers-from",
            paramLabel = "list|store",
            description = "registry: look only for --peers (default), or also for whoever is in the --store.")
    private String peersFrom = "list";

    @Option(
            names = "--policy",
            paramLabel = "majority|available|lease_tie_break",
            description =
                    "registry: never two leaders, one on each side of a partition, or a row in the --store between two.")
    private @Nullable String policy;

    @Option(
            names = "--cluster-size",
            paramLabel = "N",
            description = "registry: how many nodes may lead (default: as many as --peers).")
    private @Nullable Integer size;

    @Option(
            names = "--timing",
            paramLabel = "documented|fast",
            description = "registry: how patient to be (default: documented).")
    private String tempo = "documented";

    @Option(names = "--network", paramLabel = "local|lan|wan", description = "registry: how far apart (default: lan).")
    private String network = "lan";

    @Option(names = "--marks", paramLabel = "FILE", description = "registry: what this node has promised.")
    private @Nullable Path marks;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "registry: the nodes' secret (also: PRIMUS_PEER_SECRET).")
    private @Nullable String secretFile;

    @Option(names = "--tls-key-store", paramLabel = "FILE", description = "registry: TLS among the nodes, PKCS12.")
    private @Nullable Path keyStore;

    @Option(names = "--tls-trust-store", paramLabel = "FILE", description = "registry: who signed the others' keys.")
    private @Nullable Path trustStore;

    @Option(names = "--tls-password-file", paramLabel = "FILE", description = "registry: the password of both.")
    private @Nullable String tlsPasswordFile;

    @Option(
            names = "--takeover-delay",
            paramLabel = "MILLIS",
            description = "registry: how long a vanished leader may take to come back (default: 1000).")
    private @Nullable Long takeoverDelay;

    @Option(
            names = "--election-interval",
            paramLabel = "MILLIS",
            description = "registry: how often to look, though changes are told (default: 5000).")
    private @Nullable Long electionInterval;

    PeerOptions(Console console) {
        this.console = console;
    }

    private static String oneOf(String flag, String word, String... allowed) {
        if (!List.of(allowed).contains(word)) {
            throw Complaint.usage("%s = '%s': allowed is %s.".formatted(flag, word, String.join(" or ", allowed)));
        }
        return word;
    }

    RegistryTiming timing() {
        Quorum quorum = quorum();
        RegistryTiming timing = oneOf("--timing", tempo, "documented", "fast").equals("fast")
                ? RegistryTiming.FAST
                : quorum.isByPromise() ? RegistryTiming.DOCUMENTED : RegistryTiming.DOCUMENTED_AVAILABLE;
        timing = takeoverDelay == null ? timing : timing.withTakeoverDelay(Duration.ofMillis(takeoverDelay));
        return electionInterval == null ? timing : timing.withCheckEvery(Duration.ofMillis(electionInterval));
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
        if (size == null && areInStore()) {
            throw Complaint.usage("--cluster-size is not set, and --peers-from = 'store' needs it: allowed is a number"
                    + " from 1 to 1000. Who is found does not say how many make a majority.");
        }
        if (size == null && peers.isEmpty()) {
            throw Complaint.usage(
                    "--cluster-size is not set, nor --peers: allowed is a number from 1 to 1000, or a list"
                            + " of peers. Without it nobody knows how many make a majority.");
        }
        int members = size == null ? peers.size() : size;
        if (policy == null && members == 2) {
            throw Complaint.usage("--policy is not set, and with two nodes there is no safe default: allowed is"
                    + " lease_tie_break (a row in the --store decides while they cannot reach each other), available"
                    + " (a leader on each side then), or a third node that makes a majority possible.");
        }
        String wanted =
                oneOf("--policy", policy == null ? "majority" : policy, "majority", "available", "lease_tie_break");
        Quorum quorum = switch (wanted) {
            case "available" -> Quorum.available(members);
            case "lease_tie_break" -> Quorum.tieBreakAmong(members);
            default -> Quorum.majorityOf(members);
        };
        quorum.violations().stream().findFirst().ifPresent(wrong -> {
            throw Complaint.usage(wrong + ".");
        });
        return quorum;
    }

    /** How many nodes there should be, pollers included; 0 if that was not said. */
    int expected() {
        return peers.size();
    }

    /** @param meeting the store where the nodes find each other; null if they do not */
    PeerRegistry registry(NodeName self, @Nullable StoreAccess meeting) {
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
            return PeerRegistry.over(meeting == null ? link(settings) : introduced(settings, address, meeting))
                    .quorum(quorum())
                    .timing(timing())
                    .marksIn(marks == null ? usualMarks(self) : marks);
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

    private Path usualMarks(NodeName self) {
        Path store = StoreUrl.embedded(console.environment()).file().orElseThrow();
        return store.resolveSibling("marks-%s".formatted(self));
    }

    private @Nullable Secret secret() {
        String spoken = console.environment().get("PRIMUS_PEER_SECRET");
        String text = secretFile != null
                ? Credentials.readPassword("--secret-file", secretFile, System.in)
                : spoken == null || spoken.isEmpty() ? null : spoken;
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
        return new PeerTls(keyStore, trustStore, Secret.of(password));
    }

    @Override
    public String toString() {
        Quorum quorum = quorum();
        return "peers %s on %s, %s"
                .formatted(
                        where(),
                        bind,
                        switch (quorum.availability()) {
                            case MAJORITY -> "majority %d of %d".formatted(quorum.needed(), quorum.size());
                            case AVAILABLE -> "available, %d nodes".formatted(quorum.size());
                            case LEASE_TIE_BREAK -> "a row in the store between two";
                        });
    }

    private String where() {
        String listed = String.join(",", peers);
        return areInStore() ? listed.isEmpty() ? "in the store" : listed + " and in the store" : listed;
    }
}
