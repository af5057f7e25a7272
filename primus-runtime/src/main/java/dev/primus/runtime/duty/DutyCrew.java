package dev.primus.runtime.duty;

import dev.primus.Duty;
import dev.primus.Leadership;
import dev.primus.core.MonoTime;
import dev.primus.core.Term;
import dev.primus.runtime.stage.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The duties of one election: started in order when a term begins, interrupted in reverse when it ends, and stopped
 * only once every thread has ended. Used by the node's thread alone.
 */
public final class DutyCrew {

    /** Starts threads for the crew; {@code ended} is called on the node's thread. */
    public interface Launcher {
        Stage.Work launch(String name, Runnable body, Runnable ended);
    }

    /** What the crew has to tell. */
    public interface Reports {
        void started(String duty, Term term);

        void ended(String duty, Term term);

        void failed(String duty, Term term, Throwable cause);

        void abandoned(String duty, Term term, String whereabouts);
    }

    private final List<DutySlot> slots = new ArrayList<>();
    private final Launcher launcher;
    private final Reports reports;
    private MonoTime deadline = MonoTime.NEVER;
    private @Nullable Consumer<Boolean> whenStopped;

    public DutyCrew(Launcher launcher, Reports reports) {
        this.launcher = launcher;
        this.reports = reports;
    }

    public void add(String name, Duty duty) {
        slots.add(new DutySlot(name, duty, launcher, reports, this::slotEnded));
    }

    public void start(Leadership leadership) {
        slots.forEach(slot -> slot.start(leadership));
    }

    /** Tells all duties to stop and answers once: true as soon as all have ended, false if some had not by then. */
    public void stop(MonoTime by, Consumer<Boolean> answer) {
        deadline = by;
        whenStopped = answer;
        for (int i = slots.size() - 1; i >= 0; i--) {
            slots.get(i).stop();
        }
        slotEnded();
    }

    /** When {@link #check} wants to be called; never if nothing is being stopped. */
    public MonoTime deadline() {
        return deadline;
    }

    public void check(MonoTime now) {
        if (!now.isBefore(deadline)) {
            slots.forEach(DutySlot::abandon);
            answer(false);
        }
    }

    private void slotEnded() {
        if (slots.stream().noneMatch(DutySlot::isRunning)) {
            answer(true);
        }
    }

    private void answer(boolean proved) {
        Consumer<Boolean> waiting = whenStopped;
        whenStopped = null;
        deadline = MonoTime.NEVER;
        if (waiting != null) {
            waiting.accept(proved);
        }
    }
}
