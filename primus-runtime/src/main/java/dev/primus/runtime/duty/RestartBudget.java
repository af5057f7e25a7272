package dev.primus.runtime.duty;

import dev.primus.Supervision;
import dev.primus.core.MonoTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The restarts of one term: how many are left in the present span, and how long to pause before the next. */
final class RestartBudget {
    private final Supervision supervision;
    private final Deque<MonoTime> spent = new ArrayDeque<>();

    RestartBudget(Supervision supervision) {
        this.supervision = supervision;
    }

    /** The pause before one more restart; null if there were too many. */
    @Nullable
    Duration spend(MonoTime now) {
        while (!spent.isEmpty() && !now.isBefore(spent.getFirst().plus(supervision.within()))) {
            spent.removeFirst();
        }
        if (spent.size() >= supervision.restarts()) {
            return null;
        }
        Duration pause = supervision.firstPause();
        for (int i = 0; i < spent.size() && pause.compareTo(supervision.longestPause()) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        spent.addLast(now);
        return pause.compareTo(supervision.longestPause()) > 0 ? supervision.longestPause() : pause;
    }
}
