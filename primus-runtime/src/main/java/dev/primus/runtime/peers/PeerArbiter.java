package dev.primus.runtime.peers;

import dev.primus.Peers;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.lease.LeaseRequest;
import dev.primus.core.peers.Books;
import dev.primus.core.peers.Member;
import dev.primus.core.peers.Past;
import dev.primus.core.peers.PeerHands;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.MarkFile;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerRelease;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.StoreException;
import dev.primus.deathwatch.companion.ReleaseKeys;
import dev.primus.runtime.effect.Arbiter;
import dev.primus.runtime.effect.StoreCall;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Elections decided among the peers: drives a {@link Member} on the node's thread, and carries its words to the others and
 * its promises to the disk. What the link hears comes in through the node's mailbox; what is to be sent leaves at the end of
 * a turn.
 *
 * @param <M> what members say to each other
 */
public final class PeerArbiter<M extends PeerMessage> implements Arbiter, Peers {
    private static final Logger LOG = LoggerFactory.getLogger(PeerArbiter.class);

    private final ClusterName cluster;
    private final PeerEngine<M> engine;
    private final Stage stage;
    private final PeerLink link;
    private final Diary diary;
    private final InboundLimit inbound;
    private final Executor disk;
    private final Member<M> member;
    private final List<PeerMail> outbox = new ArrayList<>();
    private final List<Consumer<PeerView>> viewers = new CopyOnWriteArrayList<>();
    private final List<BiConsumer<NodeId, PeerMessage>> readers = new CopyOnWriteArrayList<>();
    private @Nullable Consumer<Runnable> mailbox;
    private Consumer<Hint> hints = hint -> {};
    private BiConsumer<ElectionName, LossReason> orders = (election, reason) -> {};
    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private @Nullable MonoTime leavesBy;
    private volatile Books books;
    private volatile @Nullable ReleaseKeys keys;
    private volatile String mismatch = "";
    private long written;

    public PeerArbiter(ClusterName cluster, PeerEngine<M> engine, Stage stage, PeerLink link, MarkFile marks) {
        this.cluster = cluster;
        this.engine = engine;
        this.stage = stage;
        this.link = link;
        this.diary = new Diary(engine.self(), marks);
        this.inbound = new InboundLimit(engine.self());
        this.disk = stage.lane("marks");
        this.member = engine.member(new Hands(), new Past(marks.read(), marks.floor()), stage.now(), this::tell);
        this.books = member.books(stage.now());
    }

    @Override
    public Map<String, String> signature() {
        return Map.of("arbiter", "peers");
    }

    @Override
    public LossReason whenSilent() {
        return engine.whenSilent();
    }

    @Override
    public Duration checkEvery() {
        return engine.checkEvery();
    }

    @Override
    public String silence() {
        return "too few peers answer";
    }

    /** @throws StoreException if the cluster cannot be joined */
    @Override
    public void begin(Consumer<Runnable> nodes, Consumer<Hint> ear, BiConsumer<ElectionName, LossReason> giveUps) {
        mailbox = nodes;
        orders = giveUps;
        hints = ear;
        ear.accept(Hint.CHANNEL);
        engine.warmUp();
        link.open(cluster, engine.self(), new PeerLink.Ear() {
            @Override
            public void viewed(PeerView view) {
                nodes.accept(() -> {
                    member.viewed(view, stage.now());
                    viewers.forEach(viewer -> viewer.accept(view));
                });
            }

            @Override
            public void released(PeerRelease release, Consumer<Boolean> reply) {
                String digest = ReleaseKeys.digest(release.key());
                nodes.accept(() -> reply.accept(
                        member.releasedByCompanion(release.election(), release.owner(), digest, stage.now())));
            }

            @Override
            public void heard(NodeId from, PeerMessage message) {
                if (!inbound.tryEnter(from)) {
                    return;
                }
                if (engine.language().isInstance(message)) {
                    M known = engine.language().cast(message);
                    nodes.accept(() -> {
                        inbound.leave(from);
                        member.heard(from, known, stage.now());
                    });
                } else {
                    nodes.accept(() -> {
                        inbound.leave(from);
                        readers.forEach(reader -> reader.accept(from, message));
                    });
                }
            }
        });
    }

    @Override
    public void carry(StoreCall call, Consumer<List<Answer>> reply) {
        MonoTime now = stage.now();
        MonoTime deadline = now.plus(engine.patience());
        MonoTime patient = now.plus(engine.patienceForATerm());
        Consumer<Answer> replies = answer -> reply.accept(List.of(answer));
        switch (call.verb()) {
            case ENROLL ->
                call.requests()
                        .forEach(request ->
                                replies.accept(member.enroll(((LeaseRequest.Enroll) request).enrolment(), now)));
            case LOOK -> call.requests().forEach(request -> replies.accept(member.look(request.election(), now)));
            case ACQUIRE ->
                call.requests()
                        .forEach(request ->
                                member.acquire(((LeaseRequest.Acquire) request).bid(), patient, replies, now));
            case RENEW ->
                member.renew(
                        call.requests().stream()
                                .map(request -> ((LeaseRequest.Renew) request).hold())
                                .toList(),
                        now.plus(engine.patienceWithARenewal()),
                        replies,
                        now);
            case RELEASE ->
                call.requests()
                        .forEach(request ->
                                member.release(((LeaseRequest.Release) request).parting(), deadline, replies, now));
        }
    }

    /** The members answer each for itself. */
    @Override
    public boolean takesMany() {
        return true;
    }

    @Override
    public MonoTime turn(MonoTime now) {
        MonoTime wakeAt = member.wakeAt();
        if (!now.isBefore(wakeAt)) {
            member.woken(now);
            wakeAt = member.wakeAt();
        }
        wakeAt = MonoTime.earlier(wakeAt, engine.turn(now));
        wakeAt = MonoTime.earlier(wakeAt, leaveIfDue(now));
        if (!outbox.isEmpty()) {
            List<PeerMail> mail = List.copyOf(outbox);
            outbox.clear();
            link.send(mail);
        }
        long edition = member.edition();
        if (edition != written) {
            written = edition;
            books = member.books(now);
        }
        mismatch = member.configurationMismatch();
        return wakeAt;
    }

    /**
     * The link stays open until a successor was heard in every election that this node gave back: its vote may be needed, and
     * it may be the registrar.
     */
    @Override
    public CompletableFuture<Void> leave() {
        leavesBy = stage.now().plus(engine.patience());
        stage.nudge();
        return left;
    }

    private MonoTime leaveIfDue(MonoTime now) {
        MonoTime by = leavesBy;
        if (by == null) {
            return MonoTime.NEVER;
        }
        if (now.isBefore(by) && !member.isSucceeded()) {
            return by;
        }
        leavesBy = null;
        member.leave(now);
        tell(() -> left.complete(null));
        return MonoTime.NEVER;
    }

    /** From now on each new term of this node can be ended by its companion, with a key of these. */
    public void committedTo(ReleaseKeys own) {
        keys = own;
    }

    /** Where the other members take releases; from any thread. */
    public List<String> releaseAddresses() {
        return link.releaseAddresses();
    }

    /** What this node knows, as of its last turn; from any thread. */
    Books books() {
        return books;
    }

    @Override
    public String obstacle(ElectionName election, MonoTime now) {
        String known = diary.trouble().isEmpty() ? member.obstacle(election, now) : diary.trouble();
        return known.isEmpty() ? engine.obstacle(books.view()) : known;
    }

    @Override
    public PeerView view() {
        return books.view();
    }

    @Override
    public String configurationMismatch() {
        return mismatch;
    }

    @Override
    public long dropped() {
        return inbound.dropped();
    }

    @Override
    public void send(NodeId to, PeerMessage message) {
        link.send(List.of(new PeerMail(to, message)));
    }

    @Override
    public void onView(Consumer<PeerView> listener) {
        Executor lane = stage.lane("listener-views");
        viewers.add(view -> lane.execute(() -> listener.accept(view)));
    }

    @Override
    public void onMessage(BiConsumer<NodeId, PeerMessage> listener) {
        Executor lane = stage.lane("listener-messages");
        readers.add((from, message) -> {
            if (inbound.tryEnter(from)) {
                lane.execute(() -> {
                    inbound.leave(from);
                    listener.accept(from, message);
                });
            }
        });
    }

    /** Asks the member something, or tells it, from any thread. */
    <T> CompletableFuture<T> ask(Function<Member<M>, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Consumer<Runnable> box = mailbox;
        if (box == null) {
            answer.completeExceptionally(new StoreException("this node has not begun yet"));
        } else {
            box.accept(() -> answer.complete(question.apply(member)));
        }
        return answer;
    }

    <T> T await(CompletableFuture<T> answer, Duration most)
            throws InterruptedException, ExecutionException, TimeoutException {
        return stage.await(answer, most);
    }

    MonoTime now() {
        return stage.now();
    }

    long wallMillis() {
        return stage.wall().toEpochMilli();
    }

    private void tell(Runnable news) {
        Consumer<Runnable> box = mailbox;
        if (box != null) {
            box.accept(news);
        }
    }

    /** Leaves the cluster, after everything that was held has been given back. */
    public void close() {
        link.close();
        diary.close();
        engine.close();
    }

    /** Carries out what the member decides. */
    private final class Hands implements PeerHands<M> {
        @Override
        public void send(NodeId to, M message) {
            outbox.add(new PeerMail(to, message));
        }

        @Override
        public void keep(List<Mark> fresh) {
            disk.execute(() -> {
                // An interrupt that somebody else has left on this thread would close the file for good.
                Thread.interrupted();
                boolean done = diary.keep(fresh);
                tell(() -> {
                    if (done) {
                        member.kept(fresh, stage.now());
                    } else {
                        member.notKept(fresh);
                    }
                });
            });
        }

        @Override
        public void drop(long floor, List<Mark> old) {
            disk.execute(() -> {
                Thread.interrupted(); // as above
                if (!diary.drop(floor, old)) {
                    tell(() -> member.notDropped(old));
                }
            });
        }

        @Override
        public void warn(String text) {
            LOG.warn("{}: {}", engine.self(), text);
        }

        @Override
        public void worthALook(ElectionName election) {
            hints.accept(Hint.news(election));
        }

        @Override
        public void givenBack(ElectionName election) {
            hints.accept(Hint.changed(election));
        }

        @Override
        public void giveUp(ElectionName election, LossReason reason) {
            orders.accept(election, reason);
        }

        @Override
        public String releaseDigest(ElectionName election, String nonce) {
            ReleaseKeys own = keys;
            return own == null ? "" : ReleaseKeys.digest(own.key(election, nonce));
        }

        @Override
        public long wallMillis() {
            return PeerArbiter.this.wallMillis();
        }
    }
}
