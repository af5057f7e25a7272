package dev.primus.testkit.sim;

import dev.primus.Primus;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.spi.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** What can happen to processes, links and clocks: the verbs of a {@link SimCluster} that nobody wishes for. */
abstract class Mishaps extends Fleet {
    private static final long SECOND = 1_000_000_000;

    private long steppedAt = Long.MIN_VALUE / 2;
    private long steppedBy;

    Mishaps(SimSettings settings) {
        super(settings);
    }

    /** Ends a process without a word, as {@code kill -9} does. */
    public void kill(String node) {
        SimProcess process = machine(node).process();
        if (process != null) {
            world().trace(node, () -> "-- killed");
            process.die();
        }
    }

    /** Nothing gets from the one side to the other, either way, until {@link #reunite}. */
    public void tearApart(List<String> one, List<String> other) {
        world().trace("--", () -> one + " and " + other + " are torn apart");
        for (String here : one) {
            for (String there : other) {
                peers().sever(here, there, Long.MAX_VALUE / 2);
                peers().sever(there, here, Long.MAX_VALUE / 2);
            }
        }
    }

    /** All can reach each other again. */
    public void reunite() {
        world().trace("--", () -> "all can reach each other again");
        peers().heal();
    }

    /** Kills a process and starts another one. */
    public SimProcess restart(String node) {
        kill(node);
        world().trace(node, () -> "-- started");
        return start(node);
    }

    /** Closes a node in good order; its process ends when that is done. */
    public void stop(String node) {
        SimProcess process = machine(node).process();
        if (process != null) {
            world().trace(node, () -> "-- asked to stop");
            process.ending();
            process.launch("stop", () -> {
                process.primus().close();
                world().at(world().now(), process::die);
            });
        }
    }

    /** All threads of a process stand still for so long, as by SIGSTOP or a long collection. */
    public void pause(String node, Duration lasts) {
        SimProcess process = machine(node).process();
        if (process != null) {
            world().trace(node, () -> "-- paused for " + lasts.toMillis() + " ms");
            process.freeze();
            world().at(world().now() + lasts.toNanos(), () -> {
                if (!process.isDead()) {
                    world().trace(node, () -> "-- goes on");
                }
                process.thaw();
            });
        }
    }

    /** The whole machine stands still, its monotonic clock too. */
    public void suspend(String node, Duration lasts) {
        SimMachine machine = machine(node);
        SimProcess process = machine.process();
        if (process != null && !process.isFrozen()) {
            world().trace(node, () -> "-- machine suspended for " + lasts.toMillis() + " ms");
            process.freeze();
            process.doubt();
            machine.clock().suspend();
            world().at(world().now() + lasts.toNanos(), () -> {
                machine.clock().resume();
                world().trace(node, () -> "-- machine resumed");
                process.thaw();
            });
        }
    }

    boolean isSuspended(String node) {
        SimProcess process = machine(node).process();
        return process != null && process.isFrozen();
    }

    /** Starts a node again once its former process has ended, unless somebody else has done so. */
    void startAfter(String node, Duration wait) {
        world().at(world().now() + wait.toNanos(), () -> {
            SimProcess former = machine(node).process();
            if (former == null) {
                world().trace(node, () -> "-- started");
                start(node);
            } else if (former.isEnding()) {
                startAfter(node, Duration.ofMillis(100));
            }
        });
    }

    /** Asks now whether it leads, and writes with that token later, whatever happens meanwhile. */
    public void writeLater(String node, String election, Duration wait) {
        SimProcess process = process(node);
        if (process.claims(election)) {
            long token = process.token(election);
            process.at(
                    world().now() + wait.toNanos(),
                    () -> checks().register(election).write(token));
        }
    }

    /** The store is unreachable for a node: every request disappears. */
    public void cut(String node) {
        cut(node, Duration.ofDays(1), false);
    }

    public void cut(String node, Duration lasts, boolean onlyReplies) {
        world().trace(node, () -> onlyReplies ? "-- hears no replies" : "-- cut off from the store");
        machine(node).link().cut(world().now() + lasts.toNanos(), onlyReplies);
    }

    void slow(String node, Duration lasts, Duration by) {
        world().trace(node, () -> "-- link slower by " + by.toMillis() + " ms");
        machine(node).link().slow(world().now() + lasts.toNanos(), by.toNanos());
    }

    /** The node's link is as good as ever. */
    public void heal(String node) {
        world().trace(node, () -> "-- link healed");
        machine(node).link().heal();
    }

    /** The node's wall clock is set. */
    public void skew(String node, Duration by) {
        world().trace(node, () -> "-- wall clock stepped by " + by.toMillis() + " ms");
        machine(node).clock().stepWall(by);
    }

    /** The node's monotonic clock runs faster or slower from now on. */
    public void drift(String node, double rate) {
        machine(node).clock().rate(rate);
    }

    /** An operator pauses an election; nobody can while the store is down. */
    public void pauseElection(String election) {
        if (!store().isDown()) {
            world().trace("store", () -> "-- " + election + " is paused");
            store().pauses(ClusterName.DEFAULT).pause(new ElectionName(election), "operator", "maintenance");
        }
    }

    /** The operator lets it go on, as soon as the store is up. */
    public void resumeElection(String election) {
        if (store().isDown()) {
            world().at(world().now() + SECOND, () -> resumeElection(election));
            return;
        }
        if (store().pauses(ClusterName.DEFAULT).resume(new ElectionName(election))) {
            world().trace("store", () -> "-- " + election + " goes on");
        }
    }

    /** An operator pauses an election among peers, on one of the nodes. */
    void pauseOn(String node, String election) {
        operate(node, primus -> primus.pauses().pause(new ElectionName(election), "operator", "maintenance"));
    }

    /** The operator lets it go on. */
    void resumeOn(String node, String election) {
        operate(node, primus -> primus.pauses().resume(new ElectionName(election)));
    }

    private void operate(String node, Consumer<Primus> act) {
        SimProcess process = machine(node).process();
        if (process != null && !process.isFrozen()) {
            process.launch("operator", () -> {
                try {
                    act.accept(process.primus());
                } catch (StoreException e) {
                    // The node is busy, or has not begun yet: the operator tries again when all is calm.
                    world().trace(node, () -> "-- " + e.getMessage());
                }
            });
        }
    }

    /** The store's clock jumps; more than the margin within a lease is more than exclusion by time can bear. */
    public void stepStoreClock(Duration by) {
        world().trace("store", () -> "-- clock stepped by " + by.toMillis() + " ms");
        store().stepClock(by);
        if (by.isNegative() || timing().strictClock()) {
            return;
        }
        long lease = timing().lease().toNanos();
        steppedBy = world().now() - steppedAt < lease ? steppedBy + by.toNanos() : by.toNanos();
        steppedAt = world().now();
        if (steppedBy > timing().margin().toNanos()) {
            checks().assumptions().breakUntil(world().now() + lease);
        }
    }
}
