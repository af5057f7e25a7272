package dev.primus.server.control;

import dev.primus.BallotOffice;
import dev.primus.Election;
import dev.primus.Health;
import dev.primus.OperatorAct;
import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Pauses;
import dev.primus.core.spi.StoreException;
import dev.primus.feed.Feed;
import dev.primus.runtime.feed.NodeFeed;
import dev.primus.server.view.FakeLedger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A node that is as the test wants it, with the sample books; it and its feed do everything in the call that asks for it. */
public final class FakeSubject implements Subject {
    public static final Instant NOW = Instant.parse("2026-11-16T01:06:11Z");

    final NodeId self;
    final NodeFeed feed;
    final List<Election> elections = new ArrayList<>();
    final List<OperatorAct> acts = new CopyOnWriteArrayList<>();
    private Instant time = NOW;
    private volatile boolean listenedTo;
    private Duration patience = Duration.ofMillis(300);
    Health health = new Health(Health.Status.UP, "");
    FakeLedger books = FakeLedger.sample();
    Runnable onNote = () -> {};
    private Extras extras = Extras.NONE;
    Pauses pauses = new FakePauses(books);
    private @Nullable FakeOffice office;
    PastElections past = PastElections.NONE;

    public FakeSubject(String self) {
        this.self = NodeId.parse(self);
        this.feed = new NodeFeed(this.self, () -> time, name -> Runnable::run);
    }

    /** Takes part in one more. */
    public FakeSeat seat(String election) {
        FakeSeat seat = new FakeSeat(election, this);
        elections.add(seat);
        return seat;
    }

    /** It has built-in duties. */
    public void with(Extras built) {
        extras = built;
    }

    @Override
    public Extras extras() {
        return extras;
    }

    /** It votes. */
    public FakeOffice votes() {
        office = new FakeOffice(this);
        return office;
    }

    @Override
    public Optional<BallotOffice> office() {
        return Optional.ofNullable(office);
    }

    @Override
    public PastElections past() {
        return past;
    }

    /** Its store is away, for good. */
    public FakeSubject withoutStore() {
        books = null;
        pauses = null;
        return this;
    }

    void later(Duration span) {
        time = time.plus(span);
    }

    public Control control() {
        return new Control(this, InstantSource.fixed(NOW));
    }

    /** Breaks down after so many notes. */
    public void failsAfter(int notes) {
        onNote = () -> {
            if (acts.size() > notes) {
                throw new IllegalStateException("out of order");
            }
        };
    }

    /** What operators did, each with its outcome. */
    public List<String> acts() {
        return acts.stream()
                .map(act -> "%s%s %s by %s: %s"
                        .formatted(
                                act.act(),
                                // whom a transfer is about is in what came of it
                                act.act().endsWith("_voter") ? " " + act.whom() : "",
                                act.election(),
                                act.by(),
                                act.outcome()))
                .toList();
    }

    @Override
    public NodeId id() {
        return self;
    }

    @Override
    public ClusterName cluster() {
        return ClusterName.DEFAULT;
    }

    @Override
    public LeaseTiming timing() {
        return LeaseTiming.of(Duration.ofMillis(200));
    }

    /** Gives an act that long. */
    public void patience(Duration most) {
        patience = most;
    }

    @Override
    public Duration patience() {
        return patience;
    }

    @Override
    public Health health() {
        return health;
    }

    @Override
    public List<Election> elections() {
        return elections;
    }

    /** Whether anybody has asked for the feed. */
    public boolean isListenedTo() {
        return listenedTo;
    }

    @Override
    public Feed feed() {
        listenedTo = true;
        return feed;
    }

    @Override
    public Ledger ledger() {
        if (books == null) {
            throw new StoreException("the store is away");
        }
        return books;
    }

    @Override
    public Pauses pauses() {
        if (pauses == null) {
            throw new StoreException("the store is away");
        }
        return pauses;
    }

    @Override
    public void note(OperatorAct act) {
        acts.add(act);
        onNote.run();
    }
}
