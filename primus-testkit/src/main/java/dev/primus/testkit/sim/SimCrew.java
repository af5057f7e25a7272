package dev.primus.testkit.sim;

import dev.primus.Duty;
import dev.primus.ElectionBuilder;
import dev.primus.Restart;
import dev.primus.Supervision;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Several duties of each form that fail now and then, under a supervision drawn by the seed. Drawn from a stream of its
 * own: the seeds that have none mean what they meant before there were any.
 */
final class SimCrew {
    private static final double DRAWN = 0.06;

    private final SimCluster cluster;
    private final Map<String, Long> struck;
    private final Chance chance;
    private final Duration lease;
    private final Supervision supervision;
    private final double fails;
    private final long untilCalm;

    private SimCrew(Schedule schedule, SimCluster cluster, Map<String, Long> struck, Chance chance) {
        this.cluster = cluster;
        this.struck = struck;
        this.chance = chance;
        this.lease = schedule.timing().lease();
        Supervision strategy =
                chance.oneOf(List.of(Supervision.oneForOne(), Supervision.allForOne(), Supervision.restForOne()));
        this.supervision = strategy.atMost(chance.below(4), lease.multipliedBy(4))
                .backOff(Duration.ofMillis(100), lease.dividedBy(2))
                .stayOut(lease);
        this.fails = chance.oneOf(List.of(0.01, 0.05, 0.3));
        this.untilCalm = schedule.storm().minus(lease.multipliedBy(5)).toNanos();
    }

    static @Nullable SimCrew draw(Schedule schedule, SimCluster cluster, Map<String, Long> struck) {
        Chance chance = new Chance(schedule.seed()).split("crew");
        boolean drawn = chance.happens(DRAWN) && !schedule.isQuiet();
        return drawn ? new SimCrew(schedule, cluster, struck, chance) : null;
    }

    void join(ElectionBuilder builder, SimProcess process, String election) {
        Duration period = lease;
        Duty round = leadership -> mayFail();
        builder.supervision(supervision)
                .duty("rounds", tracked(process, election, "rounds", Duty.every(period, round)), restart())
                .duty("rate", tracked(process, election, "rate", Duty.atRate(period, round)), restart())
                .duty("pair", tracked(process, election, "pair", Duty.between(round, leadership -> {})), restart())
                .duty("once", tracked(process, election, "once", round), restart());
    }

    private Restart restart() {
        return chance.oneOf(List.of(Restart.TRANSIENT, Restart.TRANSIENT, Restart.TEMPORARY));
    }

    private void mayFail() {
        if (cluster.world().now() < untilCalm && chance.happens(fails)) {
            struck.merge("DutyFailure", 1L, Long::sum);
            throw new IllegalStateException("drawn");
        }
    }

    private Duty tracked(SimProcess process, String election, String name, Duty duty) {
        return leadership -> {
            cluster.checks().dutyBegan(process, election, name, leadership.token(), true);
            try {
                duty.run(leadership);
            } catch (IllegalStateException e) {
                cluster.checks().dutyThrew(process);
                throw e;
            } finally {
                cluster.checks().dutyEnded(process, election, name);
            }
        };
    }
}
