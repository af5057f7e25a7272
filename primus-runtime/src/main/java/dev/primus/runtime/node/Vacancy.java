package dev.primus.runtime.node;

import dev.primus.core.MonoTime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Notices when an election stays without a leader; says so again each time that has lasted twice as long. */
final class Vacancy {
    private final Duration patience;
    private @Nullable MonoTime since;
    private MonoTime alarmAt = MonoTime.NEVER;

    Vacancy(Duration patience) {
        this.patience = patience;
    }

    void begins(MonoTime now) {
        if (since == null) {
            since = now;
            alarmAt = now.plus(patience);
        }
    }

    void ends() {
        since = null;
        alarmAt = MonoTime.NEVER;
    }

    MonoTime alarmAt() {
        return alarmAt;
    }

    /** How long there has been no leader, if that is worth an alarm now. */
    @Nullable
    Duration alarm(MonoTime now) {
        MonoTime begun = since;
        if (begun == null || now.isBefore(alarmAt)) {
            return null;
        }
        Duration lasted = Duration.ofNanos(now.nanosSince(begun));
        alarmAt = now.plus(lasted);
        return lasted;
    }
}
