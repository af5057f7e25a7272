package dev.primus.testkit.sim;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Tasks one after another, each an event; or, where they may block, each on a thread that the simulation knows. */
final class SimLane implements Executor {
    private final SimProcess process;
    private final boolean mayBlock;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private @Nullable SimWork running;

    SimLane(SimProcess process, boolean mayBlock) {
        this.process = process;
        this.mayBlock = mayBlock;
    }

    @Override
    public void execute(Runnable task) {
        if (mayBlock) {
            waiting.add(task);
            startNext();
        } else {
            process.at(process.world().now(), task);
        }
    }

    private void startNext() {
        if (running == null && !waiting.isEmpty()) {
            Runnable task = waiting.remove();
            running = process.launch("lane", () -> {
                try {
                    task.run();
                } finally {
                    running = null;
                    startNext();
                }
            });
        }
    }
}
