package dev.primus.server.duties.polls;

import dev.primus.Leadership;
import dev.primus.Primus;
import dev.primus.core.NodeId;
import dev.primus.guard.StaleTokenException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node's part in polls: does the checks that are ordered from it and remembers what the coordinator tells, from the
 * beginning; and coordinates, as a {@linkplain #coordinate duty}, while this node leads. Safe for use from any thread.
 */
public final class PollOrchestrator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PollOrchestrator.class);
    private static final int MOST_CHECKS = 16;
    private static final int MOST_WAITING = 1_000;
    private static final long PATIENCE = 2_000;
    private static final long GRACE = 3_000;
    private static final Duration AFTER_STORE_ERROR = Duration.ofMillis(500);
    private static final long LONGEST_SLEEP = 1_000;

    private final PollSettings settings;
    private final NodeId self;
    private final Duration farewell;
    private final InstantSource clock;
    private final Road road;
    private final Checker checker = new Checker();
    private final ScheduledExecutorService timer;
    private final ThreadPoolExecutor checks;
    private final PollMember member;
    private volatile @Nullable BlockingQueue<Function<Course, List<Deed>>> inbox;
    private volatile @Nullable PollTerm lastTerm;
    private boolean repeating;

    private PollOrchestrator(PollSettings settings, Primus primus, InstantSource clock) {
        this.settings = settings;
        this.self = primus.id();
        this.farewell = primus.timing().drain().dividedBy(4);
        this.clock = clock;
        this.timer = Executors.newSingleThreadScheduledExecutor(daemon("primus-polls"));
        this.checks = new ThreadPoolExecutor(
                MOST_CHECKS,
                MOST_CHECKS,
                30,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                daemon("primus-check"));
        checks.allowCoreThreadTimeOut(true);
        this.road = primus.peers().map(Road::over).orElseGet(() -> Road.toOneself(self, timer));
        boolean voter = primus.isEligible() && !settings.poller();
        this.member = new PollMember(self, new PollMessage.Role(voter, settings.poller()));
        road.listen(this::heard, () -> post(course -> course.viewed(road.members(), now())));
    }

    /** Takes its part from now on. */
    public static PollOrchestrator of(Primus primus, PollSettings settings) {
        return new PollOrchestrator(settings, primus, InstantSource.system());
    }

    private static ThreadFactory daemon(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    private long now() {
        return clock.millis();
    }

    // ---- as a member ------------------------------------------------------------------------------------------

    private void heard(NodeId from, PollMessage message) {
        synchronized (member) {
            carryOut(member.heard(from, message, now()));
        }
        post(course -> course.heard(from, message, now()));
    }

    private void post(Function<Course, List<Deed>> event) {
        BlockingQueue<Function<Course, List<Deed>>> open = inbox;
        if (open != null) {
            open.add(event);
        }
    }

    private void carryOut(List<Deed> deeds) {
        for (Deed deed : deeds) {
            deed.by(new Deed.Doer() {
                @Override
                public void keep(Deed.Keep keep) {
                    throw new IllegalStateException("a member has nothing to put on record: " + keep);
                }

                @Override
                public void tell(Deed.Tell tell) {
                    road.send(tell.to(), tell.message());
                }

                @Override
                public void check(Deed.Check check) {
                    begin(check.order());
                }
            });
        }
    }

    private void begin(PollMessage.Order order) {
        long until = now() + order.timeoutMillis();
        try {
            checks.execute(() -> check(order, until));
        } catch (RejectedExecutionException e) {
            timer.execute(() -> tell(new PollMessage.Result(order.key(), false, self + " has too much to do")));
        }
    }

    private void check(PollMessage.Order order, long until) {
        try {
            Checker.Verdict verdict = checker.check(order.key(), order.check(), Duration.ofMillis(until - now()));
            tell(new PollMessage.Result(order.key(), verdict.good(), verdict.outcome()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("{}: the check {} failed", self, order, e);
            tell(new PollMessage.Result(order.key(), false, String.valueOf(e)));
        }
    }

    private void tell(PollMessage.Result result) {
        synchronized (member) {
            carryOut(member.checked(result, now()));
            repeat();
        }
    }

    /** Comes again for as long as there is something that nobody has settled. */
    private void repeat() {
        if (repeating || !member.hasUnsettled()) {
            return;
        }
        repeating = true;
        try {
            timer.schedule(this::tellAgain, PollMember.REPEAT, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("{}: closed with results that nobody has settled", self, e);
        }
    }

    private void tellAgain() {
        synchronized (member) {
            repeating = false;
            carryOut(member.tick(now()));
            repeat();
        }
    }

    // ---- as the coordinator -----------------------------------------------------------------------------------

    /** The duty: has every run begun in its time, for as long as this node leads. */
    public void coordinate(Leadership leadership) throws InterruptedException, SQLException {
        while (leadership.state() != Leadership.State.ENDED) {
            BlockingQueue<Function<Course, List<Deed>>> events = new LinkedBlockingQueue<>();
            inbox = events;
            try {
                follow(leadership, course(leadership), events);
                return;
            } catch (SQLException e) {
                if (leadership.state() == Leadership.State.ENDED) {
                    return;
                }
                LOG.warn("{}: the store of the polls failed, beginning anew: {}", self, e.getMessage());
                if (!leadership.sleep(AFTER_STORE_ERROR)) {
                    return;
                }
            } finally {
                inbox = null;
            }
        }
    }

    private Course course(Leadership leadership) throws SQLException, InterruptedException {
        RunRecords records = settings.records();
        if (records == null) {
            PollTerm next = new PollTerm(
                    leadership.token(), self, settings.schedules(), lastTerm, settings.needed(), PATIENCE, GRACE);
            lastTerm = next;
            return next;
        }
        records.raise(leadership);
        return new StoreTerm(leadership.token(), self, settings.schedules(), records.read(settings.schedules()), GRACE);
    }

    private void follow(Leadership leadership, Course course, BlockingQueue<Function<Course, List<Deed>>> events)
            throws SQLException, InterruptedException {
        try {
            carryOut(leadership, course, course.viewed(road.members(), now()));
            while (leadership.sleep(Duration.ZERO)) {
                long wait = Math.min(Math.max(course.wakeAt(now()) - now(), 0), LONGEST_SLEEP);
                Function<Course, List<Deed>> event = events.poll(wait, TimeUnit.MILLISECONDS);
                if (leadership.isHeld()) {
                    carryOut(leadership, course, event == null ? course.tick(now()) : event.apply(course));
                }
            }
        } finally {
            boolean interrupted = Thread.interrupted();
            takeLeave(leadership, course, events);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Nothing is begun any more; but what this node itself is just checking need not be lost. */
    private void takeLeave(Leadership leadership, Course course, BlockingQueue<Function<Course, List<Deed>>> events)
            throws SQLException {
        long until = now() + farewell.toMillis();
        try {
            while (course.orchestrator().unfinishedOf(self) > 0 && now() < until) {
                Function<Course, List<Deed>> event = events.poll(Math.max(0, until - now()), TimeUnit.MILLISECONDS);
                if (event != null) {
                    carryOut(leadership, course, event.apply(course));
                }
            }
        } catch (StaleTokenException | InterruptedException e) {
            LOG.debug("{}: the successor is there already", self, e);
        }
    }

    private void carryOut(Leadership leadership, Course course, List<Deed> deeds) throws SQLException {
        List<Deed> open = new ArrayList<>(deeds);
        while (!open.isEmpty()) {
            Deed deed = open.remove(0);
            if (deed instanceof Deed.Keep keep) {
                RunRecords records = settings.records();
                if (records != null) {
                    records.keep(leadership, keep.fresh(), keep.changed());
                }
                open.addAll(course.kept(keep.number(), now()));
            } else {
                carryOut(List.of(deed));
            }
        }
    }

    // ---- for those who look ------------------------------------------------------------------------------------

    /** What is on record as far as this node can tell, by schedule and due time, with the next due time of each. */
    public List<Run> runs() throws SQLException {
        RunBook book = new RunBook();
        RunRecords records = settings.records();
        if (records != null) {
            book.putAll(records.read(settings.schedules()));
        } else {
            synchronized (member) {
                book.putAll(member.runs());
            }
        }
        for (Schedule schedule : settings.schedules()) {
            long due =
                    schedule.dueAfter(Math.max(now(), book.last(schedule.name()).orElse(0)));
            book.put(new Run(new RunKey(schedule.name(), due), RunState.PENDING, 0, null, 0, 0, ""));
        }
        return book.all();
    }

    @Override
    public void close() {
        checks.shutdownNow();
        timer.shutdownNow();
        RunRecords records = settings.records();
        if (records != null) {
            records.close();
        }
    }
}
