package dev.primus.testkit.sim;

import java.time.Duration;
import java.util.Optional;

/** What can happen to a process, and what its users may do at an awkward time. */
public interface ProcessFault extends Fault {
    @Override
    default Device device() {
        return Device.PROCESS;
    }

    /** It ends without a word, and another one is started later. */
    record Crash(Duration at, Target target, Duration backAfter) implements ProcessFault {
        @Override
        public void strike(SimCluster cluster) {
            target.in(cluster).ifPresent(node -> {
                cluster.kill(node);
                cluster.startAfter(node, backAfter);
            });
        }
    }

    /** It is stopped in good order, and another one is started later. */
    record Stop(Duration at, Target target, Duration backAfter) implements ProcessFault {
        @Override
        public void strike(SimCluster cluster) {
            target.in(cluster).ifPresent(node -> {
                cluster.stop(node);
                cluster.startAfter(node, backAfter);
            });
        }
    }

    /** All of its threads stand still. */
    record Pause(Duration at, Target target, Duration lasts) implements ProcessFault {
        @Override
        public void strike(SimCluster cluster) {
            target.in(cluster).ifPresent(node -> cluster.pause(node, lasts));
        }
    }

    /** It stands still in the middle of a turn, right after having read the clock for the n-th time from now. */
    record Stall(Duration at, Target target, int reading, Duration lasts) implements ProcessFault {
        @Override
        public void strike(SimCluster cluster) {
            target.in(cluster)
                    .map(node -> cluster.machine(node).process())
                    .ifPresent(process -> process.stallAtReading(reading, lasts));
        }
    }

    /** Its machine is suspended, so that even its monotonic clock stands still. */
    record Suspend(Duration at, Target target, Duration lasts) implements ProcessFault {
        @Override
        public void strike(SimCluster cluster) {
            target.in(cluster).ifPresent(node -> cluster.suspend(node, lasts));
        }
    }

    /** Its user gives leadership up. */
    record Resign(Duration at, String election) implements ProcessFault {
        @Override
        public void strike(SimCluster cluster) {
            cluster.leaderOf(election)
                    .map(cluster::process)
                    .ifPresent(
                            process -> process.asks(process.election(election).resign()));
        }
    }

    /** Its user hands leadership over. */
    record Transfer(Duration at, String election, Target heir) implements ProcessFault {
        @Override
        public void strike(SimCluster cluster) {
            Optional<String> other = heir.in(cluster);
            cluster.leaderOf(election)
                    .filter(leader -> other.isPresent())
                    .map(cluster::process)
                    .ifPresent(
                            process -> process.asks(process.election(election).transferTo(other.orElseThrow())));
        }
    }

    /** It checks that it leads, stands still, and then writes. */
    record LateWrite(Duration at, String election, Duration lasts) implements ProcessFault {
        @Override
        public void strike(SimCluster cluster) {
            cluster.leaderOf(election).ifPresent(node -> {
                cluster.writeLater(node, election, Duration.ofNanos(1));
                cluster.pause(node, lasts);
            });
        }
    }
}
