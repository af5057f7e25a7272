package dev.primus.runtime.duty;

import dev.primus.Duty;
import dev.primus.Leadership;
import dev.primus.guard.Barrier;
import java.util.List;

/** A duty that begins only when every guarded resource knows the token of its term. Raising twice does no harm. */
public record BehindBarriers(List<Barrier> barriers, Duty duty) implements Duty {
    @Override
    public void run(Leadership leadership) throws Exception {
        for (Barrier barrier : barriers) {
            barrier.raise(leadership);
            StopSignal.clearForeignInterrupt();
        }
        duty.run(leadership);
    }
}
