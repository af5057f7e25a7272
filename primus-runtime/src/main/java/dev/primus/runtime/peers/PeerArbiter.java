package dev.primus.runtime.peers;

import dev.primus.Peers;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.lease.LeaseRequest;
import dev.primus.core.registry.Appeal;
import dev.primus.core.registry.Books;
import dev.primus.core.registry.Registry;
import dev.primus.core.registry.RegistryHands;
import dev.primus.core.registry.RegistryMessage;
import dev.primus.core.registry.RegistryRules;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.MarkFile;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.Witness;
import dev.primus.runtime.effect.Arbiter;
import dev.primus.runtime.effect.StoreCall;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Elections decided among the peers: drives a {@link Registry} on the node's thread, and carries its words to the others
 * and its promises to the disk. What the link hears comes in through the node's mailbox; what is to be sent leaves at the
 * end of a turn.
 */
public final class PeerArbiter implements Arbiter, RegistryHands, Peers {
    private static final Logger LOG = LoggerFactory.getLogger(PeerArbiter.class);

    private final ClusterName cluster;
    private final RegistryRules rules;
    private final Stage stage;
    private final PeerLink link;
    private final Diary diary;
    private final Executor disk;
    private final @Nullable RowVoter row;
    private final Registry registry;
    private final List<PeerMail> outbox = new ArrayList<>();
    private final List<Consumer<PeerView>> viewers = new CopyOnWriteArrayList<>();
    private final List<BiConsumer<NodeId, PeerMessage>> readers = new CopyOnWriteArrayList<>();
    private @Nullable Consumer<Runnable> mailbox;
    private Consumer<Hint> hints = hint -> {};
    private volatile Books books;
    private long written;

    /**
     * @param witness opens the row that votes like a member; null if there is none
     */
    public PeerArbiter(
            ClusterName cluster,
            RegistryRules rules,
            Stage stage,
            PeerLink link,
            MarkFile marks,
            @Nullable Supplier<Witness> witness) {
        this.cluster = cluster;
        this.rules = rules;
        this.stage = stage;
        this.link = link;
        this.diary = new Diary(rules.self(), marks);
        this.disk = stage.lane("marks");
        this.row = witness == null
                ? null
                : new RowVoter(witness, rules.timing().lease().lease(), stage.lane("witness"));
        this.registry = new Registry(rules, this, marks.read(), stage.now());
        this.books = registry.books(stage.now());
    }

    @Override
    public Map<String, String> signature() {
        return Map.of("arbiter", "peers");
    }

    @Override
    public LossReason whenSilent() {
        return rules.quorum().isByPromise() ? LossReason.NO_QUORUM : LossReason.EXPIRED;
    }

    @Override
    public Duration checkEvery() {
        return rules.timing().checkEvery();
    }

    @Override
    public String silence() {
        return "too few peers answer";
    }

    /** @throws StoreException if the cluster cannot be joined */
    @Override
    public void begin(Consumer<Runnable> nodes, Consumer<Hint> ear) {
        mailbox = nodes;
        hints = ear;
        ear.accept(Hint.CHANNEL);
        if (row != null) {
            row.warmUp();
        }
        link.open(cluster, rules.self(), new PeerLink.Ear() {
            @Override
            public void viewed(PeerView view) {
                nodes.accept(() -> {
                    registry.viewed(view, stage.now());
                    viewers.forEach(viewer -> viewer.accept(view));
                });
            }

            @Override
            public void heard(NodeId from, PeerMessage message) {
                if (message instanceof RegistryMessage known) {
                    nodes.accept(() -> registry.heard(from, known, stage.now()));
                } else {
                    nodes.accept(() -> readers.forEach(reader -> reader.accept(from, message)));
                }
            }
        });
    }

    @Override
    public void carry(StoreCall call, Consumer<List<Answer>> reply) {
        MonoTime now = stage.now();
        MonoTime deadline = now.plus(patience());
        MonoTime patient = deadline.plus(rules.timing().stableAfter());
        Consumer<Answer> replies = answer -> reply.accept(List.of(answer));
        switch (call.verb()) {
            case ENROLL ->
                call.requests()
                        .forEach(request ->
                                replies.accept(registry.enroll(((LeaseRequest.Enroll) request).enrolment(), now)));
            case LOOK -> call.requests().forEach(request -> replies.accept(registry.look(request.election(), now)));
            case ACQUIRE ->
                call.requests()
                        .forEach(request ->
                                registry.acquire(((LeaseRequest.Acquire) request).bid(), patient, replies, now));
            case RENEW ->
                registry.renew(
                        call.requests().stream()
                                .map(request -> ((LeaseRequest.Renew) request).hold())
                                .toList(),
                        deadline,
                        replies,
                        now);
            case RELEASE ->
                call.requests()
                        .forEach(request ->
                                registry.release(((LeaseRequest.Release) request).parting(), deadline, replies, now));
        }
    }

    /** A row is asked when half of the usual time has passed, and needs as much as any store. */
    private Duration patience() {
        Duration io = rules.timing().lease().ioTimeout();
        return rules.quorum().rows() > 0 ? io.plus(io.dividedBy(2)) : io;
    }

    /** The members answer each for itself. */
    @Override
    public boolean takesMany() {
        return true;
    }

    @Override
    public MonoTime turn(MonoTime now) {
        MonoTime wakeAt = registry.wakeAt();
        if (!now.isBefore(wakeAt)) {
            registry.woken(now);
            wakeAt = registry.wakeAt();
        }
        if (!outbox.isEmpty()) {
            List<PeerMail> mail = List.copyOf(outbox);
            outbox.clear();
            link.send(mail);
        }
        long edition = registry.edition();
        if (edition != written) {
            written = edition;
            books = registry.books(now);
        }
        return wakeAt;
    }

    /** What this node knows, as of its last turn; from any thread. */
    Books books() {
        return books;
    }

    @Override
    public String obstacle(MonoTime now) {
        String known = registry.obstacle(now);
        boolean alone = row != null && row.isSilent() && books.view().members().size() == 1;
        return known.isEmpty() && alone ? "the other node is out of reach, and so is the row that decides" : known;
    }

    @Override
    public PeerView view() {
        return books.view();
    }

    @Override
    public void send(NodeId to, PeerMessage message) {
        link.send(List.of(new PeerMail(to, message)));
    }

    @Override
    public void onView(Consumer<PeerView> listener) {
        viewers.add(listener);
    }

    @Override
    public void onMessage(BiConsumer<NodeId, PeerMessage> listener) {
        readers.add(listener);
    }

    /** Asks the registry something, or tells it, from any thread. */
    <T> CompletableFuture<T> ask(Function<Registry, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Consumer<Runnable> box = mailbox;
        if (box == null) {
            answer.completeExceptionally(new StoreException("this node has not begun yet"));
        } else {
            box.accept(() -> answer.complete(question.apply(registry)));
        }
        return answer;
    }

    MonoTime now() {
        return stage.now();
    }

    @Override
    public void send(NodeId to, RegistryMessage message) {
        outbox.add(new PeerMail(to, message));
    }

    @Override
    public void keep(List<Mark> fresh) {
        disk.execute(() -> {
            boolean done = diary.keep(fresh);
            tell(() -> {
                if (done) {
                    registry.kept(fresh, stage.now());
                } else {
                    registry.notKept(fresh);
                }
            });
        });
    }

    @Override
    public void appeal(Appeal appeal) {
        RowVoter asked = row;
        if (asked != null) {
            asked.ask(appeal, (part, words) -> tell(() -> registry.witnessed(part, words, stage.now())));
        }
    }

    @Override
    public void warn(String text) {
        LOG.warn("{}: {}", rules.self(), text);
    }

    private void tell(Runnable news) {
        Consumer<Runnable> box = mailbox;
        if (box != null) {
            box.accept(news);
        }
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
    public long wallMillis() {
        return stage.wall().toEpochMilli();
    }

    /** Leaves the cluster, after everything that was held has been given back. */
    public void close() {
        link.close();
        diary.close();
        if (row != null) {
            row.close();
        }
    }
}
