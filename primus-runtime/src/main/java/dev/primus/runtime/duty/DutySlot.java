package dev.primus.runtime.duty;

import dev.primus.DutyStatus;
import dev.primus.Leadership;
import dev.primus.core.MonoTime;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One duty's place: at most one thread at any time, over all restarts and all terms. If the thread of a former term had
 * to be abandoned, the next term's run begins when that one has ended at last. Used by the node's thread alone, but for
 * {@link #status()}: what that reads is volatile.
 */
final class DutySlot {
    private final DutySpec spec;
    private volatile @Nullable Run run;
    private volatile MonoTime startAt = MonoTime.NEVER;

    DutySlot(DutySpec spec) {
        this.spec = spec;
    }

    DutySpec spec() {
        return spec;
    }

    /** Its thread has not ended yet. */
    @Nullable
    Run run() {
        return run;
    }

    void startAt(MonoTime time) {
        startAt = time;
    }

    /** When it has to be started; never as long as a former thread of it lives. */
    MonoTime startAt() {
        return run == null ? startAt : MonoTime.NEVER;
    }

    /** From any thread. */
    DutyStatus status() {
        Run present = run;
        if (present != null) {
            return new DutyStatus(spec.name(), present.isTold() ? DutyStatus.State.STOPPING : DutyStatus.State.RUNNING);
        }
        boolean due = !startAt.equals(MonoTime.NEVER);
        return new DutyStatus(spec.name(), due ? DutyStatus.State.DUE : DutyStatus.State.IDLE);
    }

    Run begin(Leadership leadership) {
        startAt = MonoTime.NEVER;
        Run begun = new Run(spec, leadership);
        run = begun;
        return begun;
    }

    void ended() {
        run = null;
    }

    /** One thread of a duty: what it does, and how it ended. */
    static final class Run implements Runnable {
        private static final Duration UNTIL_HELD_AGAIN = Duration.ofMillis(100);

        private final DutySpec spec;
        private final Leadership leadership;
        private final StopSignal signal;
        private Stage.@Nullable Work work;
        private MonoTime stopBy = MonoTime.NEVER;
        private volatile @Nullable Throwable failure;
        private volatile boolean over;

        private Run(DutySpec spec, Leadership leadership) {
            this.spec = spec;
            this.leadership = leadership;
            this.signal = new StopSignal(leadership.term().leader());
        }

        Leadership leadership() {
            return leadership;
        }

        /** On the duty's own thread: begins only while the term is held. */
        @Override
        public void run() {
            signal.belongsToThisThread();
            try {
                while (!leadership.isHeld()) {
                    if (leadership.state() == Leadership.State.ENDED) {
                        return;
                    }
                    leadership.sleep(UNTIL_HELD_AGAIN);
                }
                spec.duty().run(leadership);
            } catch (Throwable e) {
                failure = e;
            } finally {
                StopSignal.leaveThisThread();
                over = true;
            }
        }

        void on(Stage.Work thread) {
            work = thread;
            signal.goesBy(thread::interrupt);
        }

        /** Asks it to stop; it has until then. */
        void tell(MonoTime by) {
            stopBy = by;
            signal.give();
        }

        /** It has until then instead. */
        void extend(MonoTime by) {
            stopBy = by;
        }

        /** The duty's code has returned. The node hears of it a moment later, by a message. */
        boolean isOver() {
            return over;
        }

        /** Its time is up: whatever it does about its stop is interrupted too. */
        void force() {
            signal.force();
        }

        boolean isTold() {
            return signal.isGiven();
        }

        boolean isForced() {
            return signal.isForced();
        }

        MonoTime stopBy() {
            return stopBy;
        }

        String whereabouts() {
            return work == null ? "not started" : work.whereabouts();
        }

        /** Why it failed; null if it returned, or ended because it was told to. */
        @Nullable
        Throwable failure() {
            boolean obeyed = failure instanceof InterruptedException
                    && (isTold() || leadership.state() == Leadership.State.ENDED);
            return obeyed ? null : failure;
        }
    }
}
