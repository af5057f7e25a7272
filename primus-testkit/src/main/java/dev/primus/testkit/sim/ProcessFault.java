package dev.primus.testkit.sim;

import dev.primus.BallotOffice;
import dev.primus.core.spi.Mark;
import java.time.Duration;
import java.util.Objects;
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

    /** An operator has a node vote from now on, or no more. */
    record Reform(Duration at, String election, Target asked, String node, boolean joins) implements ProcessFault {
        /** A leader that is its only voter says nothing on the wire by which it could be judged. */
        private static final int FEWEST = 3;

        @Override
        public void strike(SimCluster cluster) {
            if (!joins && voters(cluster) <= FEWEST) {
                return;
            }
            asked.in(cluster).map(name -> cluster.machine(name).process()).ifPresent(process -> {
                BallotOffice office = process.primus().ballotOffice().orElseThrow();
                process.asks(joins ? office.admit(election, node) : office.dismiss(election, node));
            });
        }

        private int voters(SimCluster cluster) {
            return cluster.machines().stream()
                    .flatMap(machine -> machine.disk().read().stream())
                    .filter(mark -> mark.election().value().equals(election))
                    .map(Mark::suffrage)
                    .filter(Objects::nonNull)
                    .reduce((one, other) -> one.isOlderThan(other) ? other : one)
                    .map(suffrage -> suffrage.newest().members().size())
                    .orElse(Integer.MAX_VALUE);
        }
    }

    /**
     * An operator pauses an election on one node, whose wall clock is set just before, and resumes it on another.
     *
     * @param ahead by how much the clock of the first is set
     */
    record Maintenance(Duration at, String election, Target pauses, Target resumes, Duration ahead, Duration lasts)
            implements ProcessFault {
        @Override
        public void strike(SimCluster cluster) {
            pauses.in(cluster).ifPresent(node -> {
                cluster.skew(node, ahead);
                cluster.pauseOn(node, election);
            });
            cluster.world()
                    .at(
                            cluster.world().now() + lasts.toNanos(),
                            () -> resumes.in(cluster).ifPresent(node -> cluster.resumeOn(node, election)));
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
