package dev.primus.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.BallotOffice;
import dev.primus.Duty;
import dev.primus.Election;
import dev.primus.PeerBallot;
import dev.primus.Peers;
import dev.primus.Primus;
import dev.primus.core.BallotTiming;
import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.partition.TaskList;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.WorkBooks;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import dev.primus.jdbc.JdbcStore;
import dev.primus.worker.Allocator;
import dev.primus.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** User code that misbehaves in every callback of a node: it costs no other callback, duty or election anything. */
@Timeout(60)
class HostileCallbackTest {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration ROUND = Duration.ofMillis(20);

    /** How a callback misbehaves, the first time it is called. */
    private enum Hostility {
        INTERRUPT,
        ERROR,
        END_OF_THREAD,
        ENDLESS_BLOCK
    }

    /** Where a node calls its user. */
    private enum Callback {
        DUTY,
        DUTY_EVERY,
        DUTY_AT_RATE,
        DUTY_START,
        BARRIER,
        ON_CHANGE,
        FEED,
        FEED_ALL,
        ON_MOVES,
        HANDOVER
    }

    @TempDir
    private Path folder;

    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger rounds = new AtomicInteger();
    private final Map<Callback, AtomicInteger> calls = new LinkedHashMap<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private JdbcStore store;
    private Primus primus;
    private Election calm;

    @BeforeEach
    void aNode() {
        store = JdbcStore.sqlite(folder.resolve("store.db")).createSchema();
        primus = Primus.builder().node("n").store(store).lease(LEASE).build();
        calm = primus.election("calm")
                .duty("rounds", Duty.every(ROUND, leadership -> rounds.incrementAndGet()))
                .join();
        eventually().until(() -> rounds.get() > 0);
    }

    @AfterEach
    void end() throws Exception {
        released.countDown();
        primus.close();
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    /** A thread that a callback ended is no concern of the test's. */
    private static ConditionFactory eventually() {
        return await().dontCatchUncaughtExceptions()
                .pollInterval(Duration.ofMillis(10))
                .atMost(PATIENCE);
    }

    private void act(Hostility hostility) {
        switch (hostility) {
            case INTERRUPT -> Thread.currentThread().interrupt();
            case ERROR -> throw new StackOverflowError("hostile");
            case END_OF_THREAD -> throw new ThreadDeath();
            case ENDLESS_BLOCK -> block();
        }
    }

    private void block() {
        while (true) {
            try {
                released.await();
                return;
            } catch (InterruptedException e) {
                // That is what makes it hostile.
            }
        }
    }

    /** Counts the calls; the first one misbehaves. */
    private Runnable hostile(Callback callback, Runnable first) {
        AtomicInteger count = calls.computeIfAbsent(callback, any -> new AtomicInteger());
        return () -> {
            if (count.incrementAndGet() == 1) {
                first.run();
            }
        };
    }

    /** Has the node call the user's code at this place. */
    private void install(Callback callback, Runnable first) {
        Runnable user = hostile(callback, first);
        Duty duty = leadership -> user.run();
        Duty idle = leadership -> leadership.sleep(Duration.ofHours(1));
        String name = callback.name();
        switch (callback) {
            case DUTY -> primus.election(name).duty("d", duty).join();
            case DUTY_EVERY ->
                primus.election(name).duty("d", Duty.every(ROUND, duty)).join();
            case DUTY_AT_RATE ->
                primus.election(name).duty("d", Duty.atRate(ROUND, duty)).join();
            case DUTY_START ->
                primus.election(name)
                        .duty("d", Duty.between(duty, leadership -> {}))
                        .join();
            case BARRIER ->
                primus.election(name)
                        .barrier(leadership -> user.run())
                        .duty("d", idle)
                        .join();
            case ON_CHANGE ->
                primus.election(name).onChange(change -> user.run()).join();
            case FEED -> {
                primus.feed().subscribe(name, record -> user.run());
                primus.election(name).join();
            }
            case FEED_ALL -> primus.feed().subscribeToAll(name, record -> user.run());
            case ON_MOVES -> installOnMoves(user);
            case HANDOVER -> {
                Election resigning = primus.election(name).join();
                eventually().until(resigning::isLeader);
                // A future that is complete already runs the callback in the thread that adds it.
                Thread adding = new Thread(() -> resigning.resign().thenRun(user), "adds-to-handover");
                adding.setDaemon(true);
                adding.start();
            }
        }
    }

    private void installOnMoves(Runnable user) {
        var plans = store.plans(ClusterName.DEFAULT, Duration.ofSeconds(1));
        try (WorkBooks books = store.work(ClusterName.DEFAULT, Duration.ofSeconds(1))) {
            books.define(new Catalogue.Entry(TaskList.of("jobs", 4), true));
        }
        primus.election(Callback.ON_MOVES.name())
                .duty("d", Allocator.over(plans).every(ROUND).onMoves(moves -> user.run()))
                .join();
        opened.add(Worker.named("w")
                .patience(Duration.ofMillis(500))
                .join(store.workers(ClusterName.DEFAULT, Duration.ofSeconds(1))));
        opened.add(plans);
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    @DisplayName(
            "in every callback at once: other elections and their duties go on, and close() returns within its bound")
    void allAtOnce(Hostility hostility) {
        long term = calm.leadership().orElseThrow().token();
        for (Callback callback : Callback.values()) {
            install(callback, () -> act(hostility));
        }
        eventually().until(() -> calls.values().stream().allMatch(count -> count.get() > 0));
        if (hostility == Hostility.INTERRUPT) {
            assertThat(happened(FeedKind.DUTY_FAILED))
                    .as("a flag left set fails no duty")
                    .isEmpty();
        }
        if (hostility != Hostility.ENDLESS_BLOCK) {
            eventually()
                    .until(() -> calls.get(Callback.DUTY_EVERY).get() > 3
                            && calls.get(Callback.DUTY_AT_RATE).get() > 3
                            && calls.get(Callback.ON_CHANGE).get() > 1
                            && calls.get(Callback.FEED).get() > 1);
        }
        if (hostility == Hostility.ERROR || hostility == Hostility.END_OF_THREAD) {
            eventually().until(() -> !happened(FeedKind.LISTENER_FAILED).isEmpty());
        }
        int before = rounds.get();
        eventually().until(() -> rounds.get() > before + 5);
        assertThat(calm.leadership().orElseThrow().token()).as("the calm term").isEqualTo(term);
        closesInTime();
        assertThat(happened(FeedKind.DUTY_ABANDONED).isEmpty())
                .as("only a duty that blocks is abandoned")
                .isEqualTo(hostility != Hostility.ENDLESS_BLOCK);
    }

    private List<FeedRecord> happened(FeedKind kind) {
        return primus.feed().recent().stream()
                .filter(record -> record.kind() == kind)
                .toList();
    }

    private void closesInTime() {
        long begun = System.nanoTime();
        primus.close();
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .isLessThan(primus.patience().plusSeconds(3));
    }

    @ParameterizedTest
    @EnumSource(Callback.class)
    @DisplayName("close() within a callback: the node leaves all elections in good order")
    void closeWithin(Callback callback) {
        AtomicBoolean returned = new AtomicBoolean();
        install(callback, () -> {
            primus.close();
            returned.set(true);
        });
        eventually().untilTrue(returned);
        eventually()
                .until(() -> happened(FeedKind.LEFT).stream()
                        .anyMatch(record -> calm.name().equals(record.election())));
        assertThat(happened(FeedKind.DUTY_ABANDONED)).isEmpty();
        assertThat(happened(FeedKind.LOST_LEADERSHIP))
                .isNotEmpty()
                .allSatisfy(record -> assertThat(record.details()).containsEntry("confirmed", "true"));
    }

    @Test
    @DisplayName("the API can be called within every callback")
    void reentrance() {
        List<Object> answers = new CopyOnWriteArrayList<>();
        for (Callback callback : Callback.values()) {
            install(callback, () -> {
                calm.leader();
                primus.elections();
                primus.feed().recent();
                answers.add(calm.isLeader());
            });
        }
        eventually().until(() -> answers.size() == Callback.values().length);
        assertThat(answers).containsOnly(true);
    }

    @ParameterizedTest
    @EnumSource(Hostility.class)
    @DisplayName("in the callbacks of a node among peers: it wins, and its other listeners hear of it")
    void ballot(Hostility hostility) {
        LinkToNobody link = new LinkToNobody();
        Set<String> acted = ConcurrentHashMap.newKeySet();
        Set<String> heard = ConcurrentHashMap.newKeySet();
        Primus voter = Primus.builder()
                .node("v")
                .ballot(PeerBallot.over(link)
                        .quorum(Quorum.majorityOf(1))
                        .timing(BallotTiming.FAST)
                        .capabilities("admin_election")
                        .facts(() -> {
                            if (acted.add("facts") && hostility != Hostility.ENDLESS_BLOCK) {
                                act(hostility); // It must return at once: it is called on the node's thread.
                            }
                            return Facts.NONE;
                        })
                        .filesIn(folder))
                .build();
        try {
            BallotOffice office = voter.ballotOffice().orElseThrow();
            Peers peers = voter.peers().orElseThrow();
            office.onElectionComplete(report -> actOnce(acted, "complete", hostility));
            office.onElectionComplete(report -> heard.add("complete"));
            peers.onView(view -> actOnce(acted, "view", hostility));
            peers.onView(view -> heard.add("view"));
            peers.onMessage((from, message) -> actOnce(acted, "message", hostility));
            peers.onMessage((from, message) -> heard.add("message"));
            Election election = voter.election("e").join();
            link.tellsOfAnotherView();
            eventually().until(election::isLeader);
            eventually().until(() -> heard.containsAll(List.of("complete", "view", "message")));
            eventually().until(() -> acted.containsAll(List.of("complete", "view", "message", "facts")));
        } finally {
            long begun = System.nanoTime();
            voter.close();
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isLessThan(voter.patience().plusSeconds(3));
        }
    }

    private void actOnce(Set<String> acted, String callback, Hostility hostility) {
        if (acted.add(callback)) {
            act(hostility);
        }
    }

    /** This node is the only member. */
    private static final class LinkToNobody implements PeerLink {
        private @Nullable NodeId self;
        private @Nullable Ear ear;

        /** A message of the application. */
        private record Note() implements PeerMessage {}

        @Override
        public void open(ClusterName cluster, NodeId node, Ear listener) {
            self = node;
            ear = listener;
            listener.viewed(new PeerView(1, List.of(node)));
        }

        void tellsOfAnotherView() {
            NodeId node = Objects.requireNonNull(self);
            Objects.requireNonNull(ear).viewed(new PeerView(2, List.of(node)));
            Objects.requireNonNull(ear).heard(node, new Note());
        }

        @Override
        public void send(List<PeerMail> mail) {
            // There is no other member.
        }

        @Override
        public void close() {}
    }
}
