package dev.primus.runtime.work;

import dev.primus.core.LeaseTiming;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.partition.move.Shift;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.WorkerCard;
import dev.primus.core.spi.WorkerStore;
import dev.primus.runtime.node.PauseWatch;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker from its start to its end. It enlists, says again and again that it is there and how far it is, and does as it is
 * ordered. If its lease ends it has nothing any more and begins a new life: by its own clock, before anybody may take its
 * partitions, and whether or not the store can be reached.
 */
public final class WorkerRun {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.worker");
    private static final Duration LEAST_LOOK = Duration.ofMillis(50);
    private static final Duration MOST_LOOK = Duration.ofSeconds(1);

    private final WorkerSettings settings;
    private final WorkerStore store;
    private final Stage stage;
    private final Hand hand;
    private final Pace pace;
    private final Bell bell = new Bell();
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private volatile Possession possession = Possession.NOTHING;
    private volatile boolean leaving;
    private volatile boolean abandoned;
    private volatile boolean draining;
    private PauseWatch standstills;
    private MonoTime over = new MonoTime(0);
    private long planned;
    private boolean troubled;

    public WorkerRun(WorkerSettings settings, WorkerStore store, Stage stage) {
        this.settings = settings;
        this.store = store;
        this.stage = stage;
        this.hand = new Hand(stage, settings.name().value(), bell::ring);
        Duration most = settings.timing().renewEvery();
        this.pace = new Pace(
                LEAST_LOOK.compareTo(most) < 0 ? LEAST_LOOK : most, MOST_LOOK.compareTo(most) < 0 ? MOST_LOOK : most);
        this.standstills = new PauseWatch(settings.timing().margin(), stage.now(), stage.wall());
        store.onNews(this::lookSoon);
    }

    public void begin() {
        stage.launch("worker-" + settings.name(), this::run, this::loopEnded);
    }

    /** If an {@link Error} that could not be contained ended the thread, another one goes on with a new life. */
    private void loopEnded() {
        lose();
        while (!leaving) {
            try {
                begin();
                return;
            } catch (RuntimeException | Error noThread) {
                LOG.error("worker {} has lost its thread and gets no other yet", settings.name(), noThread);
                await(timing().retryAfter());
            }
        }
        endCallbacks();
        ended.complete(true);
    }

    private void endCallbacks() {
        try {
            hand.revive(); // What was lost is told even if a callback has ended the thread.
        } catch (RuntimeException | Error noThread) {
            LOG.error("worker {} could not be told what it has lost", settings.name(), noThread);
        }
        hand.close();
    }

    // ---- what can be asked, from any thread ------------------------------------------------------------------------

    /** The generation by which this worker has a partition at this moment; 0 if it has not. */
    public long generation(TaskListName list, int partition) {
        Possession now = possession;
        return stage.now().isBefore(now.stopBy()) ? now.shift().generation(list, partition) : 0;
    }

    /** All that this worker has at this moment, also what it is finishing. */
    public Lots lots() {
        Possession now = possession;
        return stage.now().isBefore(now.stopBy())
                ? now.shift().working().plus(now.shift().finishing())
                : Lots.NONE;
    }

    /** This life of the worker; null if it has no lease. */
    public @Nullable NodeId life() {
        Possession now = possession;
        return stage.now().isBefore(now.stopBy()) ? now.life() : null;
    }

    public boolean isDraining() {
        return draining;
    }

    /** Everything is finished and given back, and then the worker is gone. */
    public CompletableFuture<Boolean> leave() {
        leaving = true;
        bell.ring();
        return ended;
    }

    /** It ends now: what it has is lost to it, and nothing is given back. */
    public void abandon() {
        abandoned = true;
        leave();
    }

    /** Whether the caller is one of this worker's callbacks. */
    public boolean isCallback() {
        return hand.isThisThread();
    }

    private void lookSoon() {
        pace.quicken();
        bell.ring();
    }

    // ---- a life after the other ------------------------------------------------------------------------------------

    private void run() {
        NodeId life = born();
        while (!leaving) {
            life = attempt(life);
        }
    }

    private NodeId born() {
        return new NodeId(settings.name(), "%08x".formatted((int) stage.random()));
    }

    /** @return which life to try next: the same if it is not known whether that one has begun */
    private NodeId attempt(NodeId life) {
        try {
            hand.revive();
            standstills = new PauseWatch(timing().margin(), stage.now(), stage.wall());
            switch (enlists(life)) {
                case BEGUN -> {
                    live(life);
                    lose();
                }
                case REFUSED -> {}
                case UNKNOWN -> {
                    return life;
                }
            }
        } catch (ThreadDeath e) {
            throw e; // Ends this thread, and this life with it.
        } catch (Throwable e) {
            // A driver may throw anything; a worker that ended for it would take its partitions with it.
            lose();
            LOG.error("worker {} failed and begins anew", settings.name(), e);
            await(timing().retryAfter());
        }
        return born();
    }

    /** Nobody is to interrupt this thread: a flag that is set was left behind by a driver. */
    private void await(Duration most) {
        Thread.interrupted();
        try {
            bell.await(stage, most);
        } catch (InterruptedException e) {
            LOG.debug("worker {} was interrupted; it goes on", settings.name());
        }
    }

    /** What came of an attempt to begin. */
    private enum Start {
        BEGUN,
        REFUSED,
        UNKNOWN
    }

    private Start enlists(NodeId life) {
        WorkerCard card = new WorkerCard(life, settings.capacity(), settings.zone(), settings.about());
        MonoTime sentAt = stage.now();
        Duration again = timing().retryAfter();
        try {
            WorkerStore.Enlistment answer = store.enlist(card, timing().lease());
            if (answer.begun() && stoodStill()) {
                return Start.UNKNOWN; // It may be long ago that it was asked for.
            }
            if (answer.begun()) {
                works();
                change(none -> new Possession(life, Shift.BEGUN, sentAt));
                confirmed(sentAt);
                LOG.info("{} is a worker", life);
                return Start.BEGUN;
            }
            await(answer.busy().compareTo(again) > 0 ? answer.busy() : again);
            return Start.REFUSED;
        } catch (StoreException e) {
            fails("cannot enlist", e);
            await(again);
            return Start.UNKNOWN;
        }
    }

    private LeaseTiming timing() {
        return settings.timing();
    }

    private void live(NodeId life) {
        MonoTime renewAt = stage.now().plus(timing().renewEvery());
        Progress onRecord = Progress.NONE;
        pace.quicken();
        while (isAlive()) {
            if (abandoned) {
                LOG.warn("{} ends without having finished what it had: its lease runs out", life);
                return;
            }
            if (!hand.isAlive()) {
                LOG.error("a callback of {} ended its thread: it has lost what it had and begins anew", life);
                return;
            }
            if (stoodStill()) {
                doubts();
                renewAt = stage.now();
            }
            if (leaving && finishesAll(life)) {
                signOff(life);
                return;
            }
            Progress progress = possession.shift().progress();
            boolean renews = !progress.equals(onRecord) || !stage.now().isBefore(renewAt);
            MonoTime sentAt = stage.now();
            try {
                WorkerStore.CheckIn answer = renews ? store.checkIn(life, progress) : store.look(life, progress.seen());
                works();
                if (!answer.alive()) {
                    LOG.warn("{} was silent for too long and has lost what it had; it begins anew", life);
                    return;
                }
                if (renews && stoodStill()) {
                    doubts(); // The answer may be older than it seems: it is asked for again.
                    renewAt = stage.now();
                } else if (renews) {
                    onRecord = progress;
                    renewAt = sentAt.plus(timing().renewEvery());
                    confirmed(sentAt);
                }
                obey(answer);
                rest(onRecord, renewAt);
            } catch (StoreException e) {
                fails("cannot check in", e);
                await(timing().retryAfter());
            }
        }
        LOG.warn("{} could not renew its lease and has lost what it had; it begins anew", life);
    }

    private boolean isAlive() {
        return stage.now().isBefore(over);
    }

    private boolean stoodStill() {
        return !standstills.check(stage.now(), stage.wall(), false).isZero();
    }

    /** The machine stood still, and the monotonic clock with it: nothing is owned until the store has confirmed the lease. */
    private void doubts() {
        change(now -> now.until(stage.now()));
    }

    private void confirmed(MonoTime sentAt) {
        over = sentAt.plus(timing().reign());
        change(now -> now.until(over));
    }

    /** Unless there is something to tell. */
    private void rest(Progress onRecord, MonoTime renewAt) {
        if (possession.shift().progress().equals(onRecord)) {
            Duration untilRenewal = Duration.ofNanos(renewAt.nanosSince(stage.now()));
            Duration look = pace.next();
            await(look.compareTo(untilRenewal) < 0 ? look : untilRenewal);
        }
    }

    // ---- what it is told -------------------------------------------------------------------------------------------

    private void obey(WorkerStore.CheckIn answer) {
        draining = answer.draining();
        if (answer.revision() != planned) {
            planned = answer.revision();
            pace.quicken(); // The plan changes: there may soon be orders for this worker, too.
        }
        Orders orders = answer.orders();
        if (orders == null || leaving) {
            return;
        }
        Shift.Change change = told(orders);
        hand.tell(settings.onLost(), change.lost(), () -> {});
        hand.tell(settings.onRevoked(), change.asked(), () -> finished(change.asked()));
        hand.tell(settings.onAssigned(), change.gained(), () -> {});
    }

    /** In one step: what the other thread finishes meanwhile would be undone. */
    private synchronized Shift.Change told(Orders orders) {
        Shift.Change change = possession.shift().told(orders);
        possession = possession.with(change.after());
        return change;
    }

    /** Whoever leaves finishes what it has as if it were asked for all of it. @return whether that is done */
    private boolean finishesAll(NodeId life) {
        Lots working = possession.shift().working();
        if (!working.isEmpty()) {
            change(now -> now.with(now.shift().leaves()));
            hand.tell(settings.onRevoked(), working, () -> finished(working));
            takesNoMore(life);
        }
        return possession.shift().finishing().isEmpty();
    }

    /** Others get what it would have got while it finishes. If this is not heard, that waits until it has left. */
    private void takesNoMore(NodeId life) {
        try {
            store.drain(life);
        } catch (StoreException e) {
            LOG.debug("{} could not say that it leaves", life, e);
        }
    }

    private void finished(Lots lots) {
        change(now -> now.with(now.shift().finished(lots)));
        bell.ring();
    }

    /** From the worker's own thread and from the one that does the user's work. */
    private synchronized void change(UnaryOperator<Possession> how) {
        possession = how.apply(possession);
    }

    private void signOff(NodeId life) {
        try {
            store.signOff(life);
            LOG.info("{} has left", life);
        } catch (StoreException e) {
            LOG.warn("{} has left, and could not say so: its lease runs out; {}", life, e.getMessage());
        }
    }

    private void lose() {
        Shift last = possession.shift();
        change(now -> Possession.NOTHING);
        hand.tell(settings.onLost(), last.working().plus(last.finishing()), () -> {});
    }

    // ---- the store's health, told once -----------------------------------------------------------------------------

    private void fails(String what, StoreException why) {
        if (!troubled) {
            LOG.warn("worker {} {}: {}", settings.name(), what, why.getMessage());
        }
        troubled = true;
    }

    private void works() {
        if (troubled) {
            LOG.info("worker {} reaches the store again", settings.name());
        }
        troubled = false;
    }
}
