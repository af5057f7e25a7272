package dev.primus.nemesis;

import dev.primus.BallotOffice;
import dev.primus.Duty;
import dev.primus.Election;
import dev.primus.ElectionBuilder;
import dev.primus.PeerBallot;
import dev.primus.PeerRegistry;
import dev.primus.Primus;
import dev.primus.cluster.JGroupsLink;
import dev.primus.cluster.PeerAddress;
import dev.primus.cluster.PeerSettings;
import dev.primus.cluster.Preset;
import dev.primus.cluster.Secret;
import dev.primus.cluster.ballot.BadKeyFile;
import dev.primus.cluster.ballot.Members;
import dev.primus.cluster.ballot.NodeKey;
import dev.primus.cluster.ballot.SealedCodec;
import dev.primus.cluster.ballot.SignedLink;
import dev.primus.core.BallotTiming;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Term;
import dev.primus.core.ballot.score.Capability;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.ballot.score.Weights;
import dev.primus.feed.FeedRecord;
import dev.primus.jdbc.JdbcStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** One process that takes part without any store, and keeps a journal like a {@link Contender}. */
public final class PeerContender {
    /** Nodes off loopback must share one. */
    private static final Secret SECRET = Secret.of("a secret that only these tests know");

    /** Of the environment: how candidates are weighed, if not as usual. */
    static final String WEIGHTS = "WEIGHTS";

    static final String RESOURCES = "resources";

    /** Of the environment: the heartbeat timeout in milliseconds, if it is not the fast one. */
    static final String TIMEOUT = "TIMEOUT";

    private final JournalWriter journal;
    private final Primus primus;
    private final Election election;
    private final RealLoad load = new RealLoad();
    private long lastSeq;

    private PeerContender(PeerContenderSettings settings) throws IOException {
        this.journal = new JournalWriter(settings.journal());
        Primus.Builder builder = Primus.builder().node(settings.node()).eligible(settings.eligible());
        this.primus =
                (settings.votes() ? builder.ballot(ballot(settings)) : builder.registry(registry(settings))).build();
        primus.ballotOffice().ifPresent(office -> office.onElectionComplete(this::report));
        journal.note("start", System.nanoTime(), primus.id());
        primus.feed().subscribe("journal", this::write);
        ElectionBuilder part = primus.election(settings.election());
        for (String duty : List.of("cluster-health", "poll-orchestrator")) {
            part.duty(duty, working(duty));
        }
        this.election = part.join();
    }

    private static PeerSettings link(PeerContenderSettings settings) {
        return PeerSettings.bind(PeerAddress.parse(settings.bind()))
                .peers(Stream.of(settings.peers().split(","))
                        .map(PeerAddress::parse)
                        .toList())
                .preset(Preset.LOCAL)
                .secrets(SECRET)
                .build();
    }

    private static PeerBallot ballot(PeerContenderSettings settings) throws IOException {
        Path folder = settings.journal().toAbsolutePath().getParent();
        try {
            NodeKey key = NodeKey.read(folder.resolve(settings.node() + ".pem"));
            Members members = Members.read(folder.resolve("members"));
            JGroupsLink plain = new JGroupsLink(link(settings), new SealedCodec());
            return PeerBallot.over(new SignedLink(plain, key, members, InstantSource.system()))
                    .quorum(Quorum.majorityOf(settings.size()))
                    .capabilities(members.capabilities(new NodeName(settings.node())).stream()
                            .map(Capability::name)
                            .toArray(String[]::new))
                    .attested(attested(members))
                    .weights(weights())
                    .timing(timing())
                    .filesIn(folder);
        } catch (BadKeyFile e) {
            throw new IOException(e);
        }
    }

    private static BallotTiming timing() {
        String millis = System.getenv().getOrDefault(TIMEOUT, "");
        if (millis.isEmpty()) {
            return BallotTiming.FAST;
        }
        Duration timeout = Duration.ofMillis(Long.parseLong(millis));
        Duration sixth = timeout.dividedBy(6);
        return BallotTiming.of(timeout, sixth, sixth, timeout.dividedBy(2));
    }

    private static Weights weights() {
        return RESOURCES.equals(System.getenv(WEIGHTS))
                ? Weights.DEFAULT.withParts(0, 0, 1, 0, 0).withResources(new Weights.Resources(0.5, 0.5, 0, 0))
                : Weights.DEFAULT;
    }

    private static Map<NodeName, Set<Capability>> attested(Members members) {
        Map<NodeName, Set<Capability>> attested = new LinkedHashMap<>();
        members.names().forEach(name -> attested.put(name, new TreeSet<>(members.capabilities(name))));
        return attested;
    }

    /** An election as this process has seen it. */
    private void report(Report report) {
        tell("elected", report);
        System.err.println("elected %s by %s in %d ms, candidates %s, votes %s"
                .formatted(
                        report.winner(),
                        report.trigger().word(),
                        report.took().toMillis(),
                        report.candidates().stream()
                                .map(each ->
                                        each.node().name() + "=" + each.score().total())
                                .toList(),
                        report.votes()));
    }

    private static PeerRegistry registry(PeerContenderSettings settings) {
        PeerSettings link = link(settings);
        Quorum quorum = switch (settings.policy()) {
            case AVAILABLE -> Quorum.available(settings.size());
            case MAJORITY, LAST_KNOWN -> Quorum.majorityOf(settings.size());
            case LEASE_TIE_BREAK -> Quorum.tieBreak();
        };
        RegistryTiming timing = settings.fast()
                ? RegistryTiming.FAST
                : quorum.isByPromise() ? RegistryTiming.DOCUMENTED : RegistryTiming.DOCUMENTED_AVAILABLE;
        PeerRegistry registry = PeerRegistry.over(new JGroupsLink(link))
                .quorum(quorum)
                .timing(timing.withTakeoverDelay(Duration.ofMillis(settings.takeoverMillis())))
                .marksIn(Path.of(settings.journal()
                        .resolveSibling("marks-" + settings.node())
                        .toString()));
        if (quorum.rows() > 0) {
            JdbcStore store = JdbcStore.sqlite(settings.journal().resolveSibling("row.db"));
            registry.witness(
                    "row.db", cluster -> store.witness(cluster, timing.lease().ioTimeout()));
        }
        return registry;
    }

    /** Says when it begins and when it has ended, so that two at a time are seen. */
    private Duty working(String duty) {
        return leadership -> {
            journal.note("duty", duty, leadership.token(), "began", System.nanoTime());
            try {
                while (leadership.isHeld()) {
                    leadership.sleep(Duration.ofMillis(50));
                }
            } finally {
                journal.note("duty", duty, leadership.token(), "ended", System.nanoTime());
            }
        };
    }

    public static void main(String[] arguments) throws IOException {
        PeerContender contender = new PeerContender(PeerContenderSettings.parse(arguments));
        Runtime.getRuntime().addShutdownHook(new Thread(contender::leave));
        Thread sampler = new Thread(new Sampler(List.of(contender.election), contender.journal), "sampler");
        sampler.setDaemon(true);
        sampler.setPriority(Thread.MAX_PRIORITY);
        sampler.start();
        contender.obey();
        Runtime.getRuntime().halt(3);
    }

    private void obey() throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String command = commands.readLine(); command != null; command = commands.readLine()) {
            String[] words = command.split(" ");
            switch (words[0]) {
                case "resign" -> election.resign();
                case "transfer" -> election.transferTo(words[1]);
                case "trigger" ->
                    office().trigger(election.name().value(), true).join();
                case "survey" -> office().dryRun(election.name().value()).thenAccept(report -> tell("survey", report));
                case "work" -> load.begin();
                case "rest" -> load.end();
                default -> throw new IllegalArgumentException(command);
            }
        }
    }

    private BallotOffice office() {
        return primus.ballotOffice().orElseThrow();
    }

    /** Who stood, best first, with what it had to spare: a line that {@link Journal} reads. */
    private void tell(String what, Report report) {
        Term winner = report.winner();
        List<Object> words = new ArrayList<>(List.of(
                what,
                winner == null ? "-" : winner.leader().name(),
                report.trigger().word()));
        for (Report.Entry each : report.candidates()) {
            words.add("%s=%d=%d=%d=%d=%b"
                    .formatted(
                            each.node().name(),
                            each.score().total().millionths(),
                            each.facts().freeCpu().millionths(),
                            each.facts().freeMemory().millionths(),
                            each.facts().networkQuality().millionths(),
                            each.viable()));
        }
        journal.note(words.toArray());
    }

    private void leave() {
        primus.close();
        primus.feed().recent().forEach(this::write);
        journal.note("end", System.nanoTime());
    }

    private synchronized void write(FeedRecord record) {
        if (record.seq() > lastSeq) {
            lastSeq = record.seq();
            String json = record.toJson();
            journal.line(json.substring(0, json.length() - 1) + ",\"nanos\":" + System.nanoTime() + "}");
        }
    }
}
