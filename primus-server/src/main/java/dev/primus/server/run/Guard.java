package dev.primus.server.run;

import dev.primus.core.ElectionName;
import dev.primus.process.TreeKey;

/** Who ends a program's processes should this process not be able to. */
public interface Guard {
    /** There is nobody. */
    Guard NOBODY = new Guard() {
        @Override
        public boolean takesOver(ElectionName election, TreeKey tree) {
            return false;
        }

        @Override
        public void isDone() {}
    };

    /** Whether somebody has taken note. */
    boolean takesOver(ElectionName election, TreeKey tree);

    /** None of them is left. */
    void isDone();
}
