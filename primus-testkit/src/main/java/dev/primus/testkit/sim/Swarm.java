package dev.primus.testkit.sim;

import dev.primus.core.LeaseTiming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Draws schedules. Every seed enables its own subset of faults with its own frequencies and its own timing: a fault that
 * is rare among many kinds is common where few are enabled.
 */
final class Swarm {
    private static final double ENABLED = 0.35;
    private static final double LOSSY = 0.15;
    private static final double PAUSED = 0.08;
    private static final double FAR_CLOCK = 0.08;
    private static final Duration HOUR = Duration.ofHours(1);

    private final Chance chance;
    private final Schedule frame;
    private final long lease;
    private final long margin;
    private long former;

    private Swarm(Chance chance, Schedule frame) {
        this.chance = chance;
        this.frame = frame;
        this.lease = frame.timing().lease().toNanos();
        this.margin = frame.timing().margin().toNanos();
    }

    static Schedule draw(long seed, Duration length) {
        Chance chance = new Chance(seed).split("schedule");
        int nodes = chance.oneOf(List.of(1, 2, 2, 3, 3, 3, 3, 4, 5, 5, 7));
        boolean quiet = chance.happens(0.1);
        LeaseTiming timing = timing(chance);
        boolean broken = !quiet && chance.happens(0.07);
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            rates.add(rate(chance, timing, broken));
        }
        Schedule frame = new Schedule(
                seed,
                nodes,
                chance.oneOf(List.of(1, 1, 1, 2, 2, 3, 5)),
                timing,
                chance.oneOf(List.of(SimSettings.HintMode.values())),
                chance.happens(0.3) ? chance.between(0, timing.margin().toNanos() / 20) : 0,
                quiet ? Weather.CALM : weather(chance, timing),
                rates,
                broken,
                chance.happens(0.25)
                        ? chance.oneOf(List.of(DutyStyle.PROMPT, DutyStyle.PROMPT, DutyStyle.SLOW, DutyStyle.STUBBORN))
                        : DutyStyle.NONE,
                null,
                length.minus(timing.lease().multipliedBy(14)),
                length,
                List.of());
        Swarm swarm = new Swarm(chance, frame);
        return frame.withFaults(quiet ? swarm.oneFault() : swarm.manyFaults());
    }

    private static LeaseTiming timing(Chance chance) {
        Duration lease = Duration.ofMillis(chance.oneOf(List.of(10_000L, 10_000L, 10_000L, 4_000L, 6_500L, 20_000L)));
        LeaseTiming usual = LeaseTiming.of(lease).withStrictClock(chance.happens(0.12));
        if (!chance.happens(0.35)) {
            return usual;
        }
        LeaseTiming odd = usual.withMargin(part(lease, chance, 0.07, 0.2))
                .withRenewEvery(part(lease, chance, 0.05, 0.4))
                .withIoTimeout(part(lease, chance, 0.01, 0.2))
                .withDrain(part(lease, chance, 0, 0.3))
                .withDrift(chance.oneOf(List.of(0.0, 0.001, 0.01, 0.05)));
        return odd.violations().isEmpty() ? odd : usual;
    }

    private static Duration part(Duration whole, Chance chance, double least, double most) {
        return Duration.ofNanos((long) (whole.toNanos() * (least + chance.share() * (most - least))));
    }

    private static double rate(Chance chance, LeaseTiming timing, boolean broken) {
        double apart = broken ? 1.0 : timing.drift();
        double factor = 1 + chance.share() * apart;
        return chance.happens(0.5) ? factor : 1 / factor;
    }

    private static Weather weather(Chance chance, LeaseTiming timing) {
        long delay = chance.oneOf(List.of(200_000L, 2_000_000L, 2_000_000L, 20_000_000L));
        return new Weather(
                delay,
                chance.happens(0.3) ? chance.share() * 0.1 : 0,
                chance.happens(0.3) ? chance.share() * 0.1 : 0,
                chance.happens(0.3) ? chance.share() * 0.05 : 0,
                timing.lease().toNanos() / 2);
    }

    private List<Fault> oneFault() {
        Duration at = Duration.ofNanos(3 * lease);
        Target leader = Target.leaderOf("e1");
        long away = frame.storm().toNanos() - at.toNanos();
        return List.of(chance.oneOf(List.<Fault>of(
                new ProcessFault.Crash(at, leader, Duration.ofNanos(away)),
                new ProcessFault.Stop(at, leader, Duration.ofNanos(away)),
                new ProcessFault.Resign(at, "e1"),
                new LinkFault.Cut(at, leader, Duration.ofNanos(away), false))));
    }

    /** Makes faults of one kind. */
    private interface Maker {
        Fault make(Duration at);
    }

    private List<Fault> manyFaults() {
        List<Maker> makers = List.of(
                at -> new ProcessFault.Crash(at, target(), span(0.1, 4)),
                at -> new ProcessFault.Crash(at, leader(), span(0.01, 3)),
                at -> new ProcessFault.Stop(at, target(), span(0.1, 3)),
                at -> new ProcessFault.Pause(at, leader(), span(0.02, 3)),
                at -> new ProcessFault.Pause(at, target(), span(0.02, 1)),
                at -> new ProcessFault.Stall(at, leader(), chance.below(40), span(0.02, 2)),
                at -> new ProcessFault.Suspend(
                        at, leader(), Duration.ofNanos(margin * 6 / 10).plus(span(0, 2))),
                at -> new ProcessFault.Suspend(
                        at, target(), Duration.ofNanos(margin * 6 / 10).plus(span(0, 2))),
                at -> new ProcessFault.Resign(at, election()),
                at -> new ProcessFault.Transfer(at, election(), Target.node(chance.below(frame.nodes()))),
                at -> new ProcessFault.LateWrite(at, election(), span(0.5, 3)),
                at -> new StoreFault.Outage(at, span(0.01, 3)),
                at -> new StoreFault.ClockStep(at, Duration.ofNanos((long) (margin * 0.9 * chance.share()))),
                at -> new StoreFault.ClockStep(at, span(0.1, 3)),
                at -> new StoreFault.ClockStep(at, span(0.1, 2).negated()),
                at -> new StoreFault.Failover(
                        at, chance.happens(0.5) ? span(0, 2) : span(0, 2).negated()),
                at -> new StoreFault.Restore(at, span(0.5, 10)),
                at -> new StoreFault.RowLock(at, election(), span(0.05, 1.5)),
                at -> new StoreFault.FalseHints(at, chance.below(50) + 1, Duration.ofMillis(chance.below(100) + 1)),
                at -> new ClockFault.WallStep(at, leader(), Duration.ofMillis(chance.between(-3_600_000, 3_600_000))),
                at -> new ClockFault.Drift(at, target(), rate(chance, frame.timing(), frame.broken())),
                at -> new LinkFault.Cut(at, leader(), span(0.05, 3), false),
                at -> new LinkFault.Cut(at, leader(), span(0.05, 3), true),
                at -> new LinkFault.Cut(at, target(), span(0.05, 3), chance.happens(0.5)),
                at -> new LinkFault.CutAll(at, span(0.05, 2)),
                at -> new LinkFault.Slow(at, leader(), span(0.1, 2), span(0.001, 0.3)));
        List<Fault> faults = new ArrayList<>();
        for (Maker maker : makers) {
            if (chance.happens(ENABLED)) {
                long many = 1 + chance.around(4);
                for (int i = 0; i < many; i++) {
                    faults.add(maker.make(moment()));
                }
            }
        }
        faults.addAll(lossyFailovers());
        faults.addAll(pauses());
        faults.addAll(farClocks());
        faults.sort(Comparator.comparing(Fault::at));
        return faults;
    }

    /** Drawn from a stream of its own: the seeds that have none mean what they meant before there were any. */
    private List<Fault> lossyFailovers() {
        Swarm apart = new Swarm(new Chance(frame.seed()).split("lossy-failover"), frame);
        List<Fault> faults = new ArrayList<>();
        if (apart.chance.happens(LOSSY)) {
            long many = 1 + apart.chance.around(1);
            for (int i = 0; i < many; i++) {
                Duration ahead = apart.span(0, 1);
                faults.add(new StoreFault.LossyFailover(
                        apart.moment(), apart.span(0.05, 4), apart.chance.happens(0.5) ? ahead : ahead.negated()));
            }
        }
        return faults;
    }

    /** Store clocks that are an hour apart. From a stream of its own, for the same reason. */
    private List<Fault> farClocks() {
        Swarm apart = new Swarm(new Chance(frame.seed()).split("far-clocks"), frame);
        List<Fault> faults = new ArrayList<>();
        if (apart.chance.happens(FAR_CLOCK)) {
            Duration at = apart.moment();
            faults.add(
                    apart.chance.happens(0.3)
                            ? new StoreFault.ClockStep(at, HOUR.negated())
                            : new StoreFault.Failover(at, apart.chance.happens(0.7) ? HOUR.negated() : HOUR));
        }
        return faults;
    }

    /** From a stream of its own, for the same reason. */
    private List<Fault> pauses() {
        Swarm apart = new Swarm(new Chance(frame.seed()).split("pauses"), frame);
        List<Fault> faults = new ArrayList<>();
        if (apart.chance.happens(PAUSED)) {
            long many = 1 + apart.chance.around(3);
            for (int i = 0; i < many; i++) {
                faults.add(new StoreFault.Paused(apart.moment(), apart.election(), apart.span(0.1, 4)));
            }
        }
        return faults;
    }

    /** Early enough for its consequences to be over when the storm is; now and then soon after another. */
    private Duration moment() {
        long last = frame.storm().toNanos() - 5 * lease;
        boolean soon = former > 0 && chance.happens(0.4);
        former = soon ? Math.min(last, former + chance.around(lease)) : chance.between(lease, last);
        return Duration.ofNanos(former);
    }

    private Target target() {
        return Target.node(chance.below(frame.nodes()));
    }

    private Target leader() {
        return Target.leaderOf(election());
    }

    private String election() {
        return "e" + (1 + chance.below(frame.elections()));
    }

    /** Some part, or multiple, of a lease; short ones are as likely as long ones. */
    private Duration span(double least, double most) {
        double low = Math.log(Math.max(least, 0.001));
        double high = Math.log(most);
        return Duration.ofNanos((long) (lease * Math.exp(low + chance.share() * (high - low))));
    }
}
