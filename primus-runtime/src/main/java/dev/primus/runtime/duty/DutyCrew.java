package dev.primus.runtime.duty;

import dev.primus.DutyStatus;
import dev.primus.Leadership;
import dev.primus.Restart;
import dev.primus.Supervision;
import dev.primus.core.MonoTime;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The duties of one election under supervision: started in order when a term begins, begun again as their policy says
 * when they fail, stopped one after another in reverse order when it ends, and stopped only once every thread has
 * ended. Used by the node's thread alone, but for {@link #status()}.
 *
 * <p>Each slot carries what is wanted of it: when to start, or to halt. {@link #advance} brings that about as far as the
 * moment allows, and everything that happens ends there.
 */
public final class DutyCrew {

    /** Starts threads for the crew; {@code ended} is called on the node's thread. */
    public interface Launcher {
        Stage.Work launch(String name, Runnable body, Runnable ended);
    }

    private final List<DutySlot> slots;
    private final Supervision supervision;
    private final Duration drain;
    private final Launcher launcher;
    private final Supplier<MonoTime> clock;
    private final DutyReports reports;
    private final List<DutySlot> halting = new ArrayList<>();
    private RestartBudget budget;
    private @Nullable Leadership leadership;
    private MonoTime stopBy = MonoTime.NEVER;
    private MonoTime abandonAt = MonoTime.NEVER;
    private boolean late;
    private @Nullable Consumer<Boolean> whenStopped;

    /**
     * @param drain how long a stop may take: in the midst of a term, and before a duty is abandoned after it
     */
    public DutyCrew(
            List<DutySpec> duties,
            Supervision supervision,
            Duration drain,
            Launcher launcher,
            Supplier<MonoTime> clock,
            DutyReports reports) {
        this.slots = duties.stream().map(DutySlot::new).toList();
        this.supervision = supervision;
        this.drain = drain;
        this.launcher = launcher;
        this.clock = clock;
        this.reports = reports;
        this.budget = new RestartBudget(supervision);
    }

    /** How the duties do, in their order. From any thread. */
    public List<DutyStatus> status() {
        return slots.stream().map(DutySlot::status).toList();
    }

    public void start(Leadership term) {
        leadership = term;
        budget = new RestartBudget(supervision);
        halting.clear();
        slots.forEach(slot -> slot.startAt(clock.get()));
        advance(clock.get(), false);
    }

    /**
     * Tells all duties to stop and answers once: true as soon as all have ended, false if some have not after a drain.
     *
     * @param by when they should have stopped. Until then they are told one after another. If it has passed, another
     *     node may lead already: all are told at once, and have the drain to stop in good order
     */
    public void stop(MonoTime by, Consumer<Boolean> answer) {
        MonoTime now = clock.get();
        leadership = null;
        stopBy = by;
        late = !now.isBefore(by);
        abandonAt = MonoTime.later(by, now.plus(drain));
        whenStopped = answer;
        halt(slots);
        advance(now, false);
    }

    /** The process stood still, and its duties with it: none is abandoned before it has had a drain from now on. */
    public void extendAfterPause(MonoTime now) {
        MonoTime by = now.plus(drain);
        if (whenStopped != null) {
            late |= !now.isBefore(stopBy);
            abandonAt = by;
        }
        boolean unhurried = late || whenStopped == null;
        for (DutySlot slot : halting) {
            DutySlot.Run run = slot.run();
            if (unhurried && run != null && run.isTold()) {
                run.extend(by);
            }
        }
        advance(now, false);
    }

    /** When {@link #check} wants to be called. */
    public MonoTime deadline() {
        MonoTime next = abandonAt;
        if (halting.isEmpty()) {
            for (DutySlot slot : slots) {
                next = MonoTime.earlier(next, slot.startAt());
            }
        }
        for (DutySlot slot : halting) {
            DutySlot.Run run = slot.run();
            if (run != null && run.isTold() && !run.isForced()) {
                next = MonoTime.earlier(next, run.stopBy());
            }
        }
        return next;
    }

    /** The only place where a duty's time is up: everywhere else the clock may have been read after a pause. */
    public void check(MonoTime now) {
        if (now.isBefore(deadline())) {
            return;
        }
        for (DutySlot slot : slots) {
            DutySlot.Run run = slot.run();
            if (run != null && run.isOver()) {
                settle(slot, run, run.failure());
            }
        }
        advance(now, true);
    }

    /** @param judging whether a duty whose time is up is forced, and abandoned */
    private void advance(MonoTime now, boolean judging) {
        haltInReverse(now, judging);
        if (whenStopped != null) {
            finishStopping(now, judging);
        } else if (halting.isEmpty()) {
            startThoseDue();
        }
    }

    /** The last one started is told first; the one before it when that has ended, or has had its time. */
    private void haltInReverse(MonoTime now, boolean judging) {
        halting.removeIf(slot -> slot.run() == null);
        for (int i = halting.size() - 1; i >= 0; i--) {
            DutySlot slot = halting.get(i);
            DutySlot.Run run = slot.run();
            if (run == null || run.isForced()) {
                continue;
            }
            if (!run.isTold()) {
                run.tell(late ? abandonAt : now.plus(timeToStop(slot, i + 1, now)));
            }
            if (late) {
                continue;
            }
            if (!judging || now.isBefore(run.stopBy())) {
                return;
            }
            run.force();
            if (leadership != null) {
                abandon(slot, run);
                reports.gaveUp(slot.spec().name(), run.leadership().term());
            }
        }
    }

    /**
     * Without a limit of its own, or if that does not fit any more since the term was lost at short notice, a duty has its
     * share of the time that is left for all that still have to stop.
     */
    private Duration timeToStop(DutySlot slot, int stillToStop, MonoTime now) {
        Duration left = whenStopped == null ? drain : Duration.ofNanos(Math.max(0, stopBy.nanosSince(now)));
        Duration share = left.dividedBy(stillToStop);
        Duration own = slot.spec().stopWithin();
        return own == null || own.compareTo(left) > 0 ? share : own;
    }

    private void finishStopping(MonoTime now, boolean judging) {
        if (slots.stream().allMatch(slot -> slot.run() == null)) {
            answer(true);
        } else if (judging && !now.isBefore(abandonAt)) {
            for (DutySlot slot : slots) {
                DutySlot.Run run = slot.run();
                if (run != null) {
                    run.tell(abandonAt);
                    run.force();
                    abandon(slot, run);
                }
            }
            answer(false);
        }
    }

    private void abandon(DutySlot slot, DutySlot.Run run) {
        reports.abandoned(slot.spec().name(), run.leadership().term(), run.whereabouts());
    }

    private void answer(boolean proved) {
        Consumer<Boolean> waiting = whenStopped;
        whenStopped = null;
        stopBy = MonoTime.NEVER;
        abandonAt = MonoTime.NEVER;
        late = false;
        if (waiting != null) {
            waiting.accept(proved);
        }
    }

    private void startThoseDue() {
        for (DutySlot slot : slots) {
            Leadership term = leadership;
            if (term != null && !clock.get().isBefore(slot.startAt())) {
                launch(slot, slot.begin(term));
            }
        }
    }

    private void launch(DutySlot slot, DutySlot.Run run) {
        reports.started(slot.spec().name(), run.leadership().term());
        try {
            run.on(launcher.launch(slot.spec().name(), run, () -> ended(slot, run, run.failure())));
        } catch (RuntimeException | Error noThread) {
            ended(slot, run, noThread);
        }
    }

    private void ended(DutySlot slot, DutySlot.Run run, @Nullable Throwable failure) {
        if (slot.run() == run) {
            settle(slot, run, failure);
            advance(clock.get(), false);
        }
    }

    private void settle(DutySlot slot, DutySlot.Run run, @Nullable Throwable failure) {
        slot.ended();
        if (failure != null) {
            reports.failed(slot.spec().name(), run.leadership().term(), failure);
        }
        reports.ended(slot.spec().name(), run.leadership().term());
        boolean byItself = !run.isTold() && run.leadership() == leadership;
        if (byItself && isToBeRestarted(slot.spec().restart(), failure)) {
            restart(slot, run);
        }
    }

    private static boolean isToBeRestarted(Restart restart, @Nullable Throwable failure) {
        return switch (restart) {
            case PERMANENT -> true;
            case TRANSIENT -> failure != null;
            case TEMPORARY -> false;
        };
    }

    private void restart(DutySlot failed, DutySlot.Run run) {
        MonoTime now = clock.get();
        Duration pause = budget.spend(now);
        if (pause == null) {
            reports.gaveUp(failed.spec().name(), run.leadership().term());
            return;
        }
        reports.restarting(failed.spec().name(), run.leadership().term(), pause);
        List<DutySlot> again =
                goingDownWith(failed).stream().filter(this::isOfThisTerm).toList();
        halt(again);
        for (DutySlot slot : again) {
            if (slot.spec().restart() != Restart.TEMPORARY) {
                slot.startAt(now.plus(pause));
            }
        }
    }

    /** A thread that was abandoned in a former term is nobody's sibling: it is waited for by its own duty alone. */
    private boolean isOfThisTerm(DutySlot slot) {
        DutySlot.Run run = slot.run();
        return run == null || run.leadership() == leadership;
    }

    private List<DutySlot> goingDownWith(DutySlot failed) {
        return switch (supervision.strategy()) {
            case ONE_FOR_ONE -> List.of(failed);
            case ALL_FOR_ONE -> slots;
            case REST_FOR_ONE -> slots.subList(slots.indexOf(failed), slots.size());
        };
    }

    private void halt(List<DutySlot> some) {
        some.forEach(slot -> slot.startAt(MonoTime.NEVER));
        List<DutySlot> all = slots.stream()
                .filter(slot -> some.contains(slot) || halting.contains(slot))
                .toList();
        halting.clear();
        halting.addAll(all);
    }
}
