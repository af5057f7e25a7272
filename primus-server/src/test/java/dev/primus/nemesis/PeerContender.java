package dev.primus.nemesis;

import dev.primus.Duty;
import dev.primus.Election;
import dev.primus.ElectionBuilder;
import dev.primus.PeerRegistry;
import dev.primus.Primus;
import dev.primus.cluster.JGroupsLink;
import dev.primus.cluster.PeerAddress;
import dev.primus.cluster.PeerSettings;
import dev.primus.cluster.Preset;
import dev.primus.cluster.Secret;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.feed.FeedRecord;
import dev.primus.jdbc.JdbcStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** One process that takes part without any store, and keeps a journal like a {@link Contender}. */
public final class PeerContender {
    /** Nodes off loopback must share one. */
    private static final Secret SECRET = Secret.of("a secret that only these tests know");

    private final JournalWriter journal;
    private final Primus primus;
    private final Election election;
    private long lastSeq;

    private PeerContender(PeerContenderSettings settings) throws IOException {
        this.journal = new JournalWriter(settings.journal());
        this.primus = Primus.builder()
                .node(settings.node())
                .eligible(settings.eligible())
                .registry(registry(settings))
                .build();
        journal.note("start", System.nanoTime(), primus.id());
        primus.feed().subscribe("journal", this::write);
        ElectionBuilder part = primus.election(settings.election());
        for (String duty : List.of("cluster-health", "poll-orchestrator")) {
            part.duty(duty, working(duty));
        }
        this.election = part.join();
    }

    private static PeerRegistry registry(PeerContenderSettings settings) {
        PeerSettings link = PeerSettings.bind(PeerAddress.parse(settings.bind()))
                .peers(Stream.of(settings.peers().split(","))
                        .map(PeerAddress::parse)
                        .toList())
                .preset(Preset.LOCAL)
                .secrets(SECRET)
                .build();
        Quorum quorum = switch (settings.policy()) {
            case AVAILABLE -> Quorum.available(settings.size());
            case MAJORITY -> Quorum.majorityOf(settings.size());
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
                default -> throw new IllegalArgumentException(command);
            }
        }
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
