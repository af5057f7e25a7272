package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import java.util.List;

/** How a store pushes the news that an election may be free: at once, unreliably, or not at all. */
public interface SimHints {
    /** Whether there is a channel at all. */
    boolean isThere();

    void released(ElectionName election, List<SimSession> listening, Timeline time);

    /** Hints that always arrive, soon. */
    SimHints PUSHED = unreliable(new Chance(0), 0, 1_000_000);

    /** No channel. */
    SimHints NONE = new SimHints() {
        @Override
        public boolean isThere() {
            return false;
        }

        @Override
        public void released(ElectionName election, List<SimSession> listening, Timeline time) {
            // nobody can be told
        }
    };

    /** A channel that loses some hints, doubles others, and takes its time. */
    static SimHints unreliable(Chance chance, double loss, long meanDelay) {
        return new SimHints() {
            @Override
            public boolean isThere() {
                return true;
            }

            @Override
            public void released(ElectionName election, List<SimSession> listening, Timeline time) {
                for (SimSession session : listening) {
                    if (!chance.happens(loss)) {
                        time.after(chance.around(meanDelay), () -> session.hintAt(election));
                    }
                    if (chance.happens(loss / 2)) {
                        time.after(chance.around(meanDelay * 10), () -> session.hintAt(election));
                    }
                }
            }
        };
    }
}
