package dev.primus.testkit.sim;

import dev.primus.core.BallotTiming;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Draws schedules for clusters without a store: torn apart in every way, flapping, paused, killed. */
final class PeerSwarm {
    private static final double ENABLED = 0.35;

    /** How long it is calm in the end. */
    private static final Duration TAIL = Duration.ofSeconds(60);

    private final Chance chance;
    private final Schedule frame;
    private final long lease;
    private long former;

    private PeerSwarm(Chance chance, Schedule frame) {
        this.chance = chance;
        this.frame = frame;
        this.lease = frame.timing().lease().toNanos();
    }

    static Schedule draw(long seed, Duration length) {
        Chance chance = new Chance(seed).split("peer-schedule");
        Schedule drawn = draw(seed, length, chance, quorum -> {
            RegistryTiming timing = timing(chance, quorum);
            return PeerRules.of(quorum, timing);
        });
        List<Fault> faults = new ArrayList<>(drawn.faults());
        faults.addAll(silence(drawn));
        faults.addAll(maintenance(drawn));
        faults.sort(Comparator.comparing(Fault::at));
        return drawn.withFaults(faults);
    }

    /** In some simulations one of the members never answers, and a quorum can do without it. */
    private static List<Fault> silence(Schedule drawn) {
        Chance chance = new Chance(drawn.seed()).split("silent-member");
        Quorum quorum = Objects.requireNonNull(drawn.peers()).quorum();
        boolean spare = quorum.isByPromise() && quorum.size() > quorum.needed() && drawn.nodes() > 2;
        if (!spare || !chance.happens(drawn.isQuiet() ? 0.5 : 0.1)) {
            return List.of();
        }
        Duration at = drawn.isQuiet() ? Duration.ofSeconds(10) : Duration.ofMillis(chance.between(0, 60_000));
        int node = chance.happens(0.5) ? 0 : chance.below(drawn.nodes());
        return List.of(new NetFault.Silence(at, Target.node(node), drawn.storm().minus(at)));
    }

    /** In some simulations operators pause and resume elections. */
    private static List<Fault> maintenance(Schedule drawn) {
        Chance chance = new Chance(drawn.seed()).split("maintenance");
        if (drawn.isQuiet() || !chance.happens(0.1)) {
            return List.of();
        }
        List<Fault> faults = new ArrayList<>();
        int many = 1 + chance.below(3);
        for (int i = 0; i < many; i++) {
            faults.add(new ProcessFault.Maintenance(
                    Duration.ofMillis(chance.between(10_000, drawn.storm().toMillis())),
                    chance.oneOf(drawn.electionNames()),
                    Target.node(chance.below(drawn.nodes())),
                    Target.node(chance.below(drawn.nodes())),
                    Duration.ofSeconds(chance.between(-600, 600)),
                    Duration.ofMillis(chance.between(500, 20_000))));
        }
        return faults;
    }

    /** The same for members that vote. */
    static Schedule drawBallot(long seed, Duration length) {
        Chance chance = new Chance(seed).split("ballot-schedule");
        return draw(
                seed,
                length,
                chance,
                quorum -> PeerRules.of(
                        quorum.rows() > 0 ? Quorum.majorityOf(3) : quorum,
                        chance.happens(0.15) ? BallotTiming.DOCUMENTED : BallotTiming.FAST));
    }

    /**
     * The same on a network with strangers; no clock is so far ahead that what its node says is refused. Envelopes take
     * their time, so it ends as soon as all has come right.
     */
    static Schedule drawSealed(long seed, Duration storm) {
        Schedule drawn = drawBallot(seed, storm.plus(TAIL));
        Chance chance = new Chance(seed).split("strangers");
        List<Fault> faults = new ArrayList<>();
        for (Fault fault : drawn.faults()) {
            faults.add(
                    fault instanceof ClockFault.WallStep step
                            ? new ClockFault.WallStep(
                                    step.at(), step.target(), step.by().dividedBy(20))
                            : fault);
        }
        int many = 2 + chance.below(6);
        for (int i = 0; i < many; i++) {
            faults.add(new NetFault.Strangers(
                    Duration.ofMillis(chance.between(0, drawn.storm().toMillis())),
                    Duration.ofMillis(chance.between(5, 300)),
                    Duration.ofMillis(chance.between(1_000, 15_000))));
        }
        faults.removeIf(fault -> fault.at().compareTo(storm) >= 0);
        faults.sort(Comparator.comparing(Fault::at));
        return drawn.withFaults(faults).withLength(storm, storm);
    }

    /** The same schedule with a companion and a program for each process, kills and stops of leaders, and forged releases. */
    static Schedule withPrograms(Schedule drawn) {
        Chance chance = new Chance(drawn.seed()).split("programs");
        List<Fault> faults = new ArrayList<>(drawn.faults());
        int many = 3 + chance.below(6);
        for (int i = 0; i < many; i++) {
            Duration at = Duration.ofMillis(chance.between(10_000, drawn.storm().toMillis()));
            String election = chance.oneOf(drawn.electionNames());
            Duration lasts = Duration.ofMillis(chance.between(500, 20_000));
            faults.add(
                    switch (chance.below(3)) {
                        case 0 -> new ProcessFault.Crash(at, Target.leaderOf(election), lasts);
                        case 1 -> new ProcessFault.Pause(at, Target.leaderOf(election), lasts);
                        default -> new NetFault.ForgedRelease(at, election);
                    });
        }
        faults.sort(Comparator.comparing(Fault::at));
        PeerRules peers = Objects.requireNonNull(drawn.peers());
        return drawn.withFaults(faults).withPeers(peers.withCompanions());
    }

    /** The same schedule with one member that reports terms far above all others, now and then. */
    static Schedule withHostileMember(Schedule drawn) {
        Chance chance = new Chance(drawn.seed()).split("hostile");
        List<Fault> faults = new ArrayList<>(drawn.faults());
        // One member only: a quorum of hostile members is believed.
        Target other = Target.node(chance.below(drawn.nodes()));
        Target hostile = drawn.faults().stream()
                .filter(Inflation.class::isInstance)
                .map(fault -> ((Inflation) fault).target())
                .findFirst()
                .orElse(other);
        int many = 3 + chance.below(10);
        for (int i = 0; i < many; i++) {
            faults.add(new Inflation(
                    Duration.ofMillis(chance.between(0, drawn.storm().toMillis())),
                    hostile,
                    chance.oneOf(drawn.electionNames()),
                    chance.below(Inflation.WAYS),
                    chance.happens(0.3)));
        }
        faults.sort(Comparator.comparing(Fault::at));
        return drawn.withFaults(faults);
    }

    /** The same with voters that are named, some of the nodes to begin with, and operators who change that. */
    static Schedule drawReforms(long seed, Duration length) {
        Schedule drawn = drawBallot(seed, length);
        PeerRules peers = Objects.requireNonNull(drawn.peers());
        Chance chance = new Chance(seed).split("reforms");
        List<NodeName> names = IntStream.range(0, drawn.nodes())
                .mapToObj(i -> String.valueOf((char) ('a' + i)))
                .filter(name -> !drawn.observes(name))
                .map(NodeName::new)
                .toList();
        if (names.size() < 3) {
            return drawn;
        }
        List<NodeName> first = names.subList(0, 3 + chance.below(names.size() - 2));
        Quorum quorum = chance.happens(0.3) ? Quorum.lastKnown(first) : Quorum.majorityOf(first);
        List<Fault> faults = new ArrayList<>(drawn.faults());
        int bursts = drawn.isQuiet() ? 0 : 3 + chance.below(10);
        for (int i = 0; i < bursts; i++) {
            reform(drawn, names, chance, faults);
        }
        faults.sort(Comparator.comparing(Fault::at));
        return drawn.withPeers(peers.of(quorum)).withFaults(faults);
    }

    /** The same with one node that is set up for a larger cluster, where a majority is left without it and one more. */
    static Schedule drawMisconfigured(long seed, Duration length) {
        Schedule drawn = drawBallot(seed, length);
        PeerRules peers = Objects.requireNonNull(drawn.peers());
        Quorum quorum = peers.quorum();
        boolean suffices = quorum.isByPromise() && quorum.size() - 2 >= quorum.needed();
        String machine = String.valueOf((char) ('a' + Math.floorMod(seed, quorum.size())));
        return suffices ? drawn.withPeers(peers.misconfiguring(machine)) : drawn;
    }

    /** Some changes, the next before everybody has heard of the last. */
    private static void reform(Schedule drawn, List<NodeName> names, Chance chance, List<Fault> faults) {
        long at = chance.between(0, drawn.storm().toMillis());
        int many = 1 + chance.below(5);
        for (int i = 0; i < many; i++) {
            faults.add(new ProcessFault.Reform(
                    Duration.ofMillis(at),
                    chance.oneOf(drawn.electionNames()),
                    Target.node(chance.below(drawn.nodes())),
                    chance.oneOf(names).value(),
                    chance.happens(0.5)));
            at = Math.min(drawn.storm().toMillis(), at + chance.between(20, 400));
        }
    }

    private static Schedule draw(long seed, Duration length, Chance chance, Function<Quorum, PeerRules> rules) {
        int nodes = chance.oneOf(List.of(1, 2, 2, 3, 3, 3, 3, 4, 5, 5, 7));
        boolean quiet = chance.happens(0.1);
        boolean byPromise = chance.happens(0.6);
        int voters = seed % 8 == 3 && nodes > 1 ? nodes - 1 : nodes;
        Quorum quorum = byPromise ? byPromise(voters) : Quorum.available(voters);
        PeerRules peers = rules.apply(quorum);
        LeaseTiming lease = peers.manner().lease();
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            rates.add(rate(chance, lease));
        }
        Schedule frame = new Schedule(
                seed,
                nodes,
                chance.oneOf(List.of(1, 1, 1, 2, 3)),
                lease,
                SimSettings.HintMode.PUSHED,
                chance.happens(0.3) ? chance.between(0, lease.margin().toNanos() / 20) : 0,
                quiet ? Weather.CALM : weather(chance),
                rates,
                false,
                chance.happens(0.3)
                        ? chance.oneOf(List.of(DutyStyle.PROMPT, DutyStyle.PROMPT, DutyStyle.SLOW, DutyStyle.STUBBORN))
                        : DutyStyle.NONE,
                peers,
                length.minus(TAIL),
                length,
                List.of());
        PeerSwarm swarm = new PeerSwarm(chance, frame);
        return frame.withFaults(quiet ? swarm.oneFault() : swarm.manyFaults());
    }

    private static Quorum byPromise(int voters) {
        return voters == 2 ? Quorum.tieBreak() : Quorum.majorityOf(voters);
    }

    private static RegistryTiming timing(Chance chance, Quorum quorum) {
        RegistryTiming documented =
                quorum.isByPromise() ? RegistryTiming.DOCUMENTED : RegistryTiming.DOCUMENTED_AVAILABLE;
        RegistryTiming usual = chance.happens(0.3) ? RegistryTiming.FAST : documented;
        return chance.happens(0.3)
                ? usual.withTakeoverDelay(Duration.ofMillis(chance.oneOf(List.of(0L, 100L, 2000L, 5000L))))
                : usual;
    }

    private static double rate(Chance chance, LeaseTiming timing) {
        double factor = 1 + chance.share() * timing.drift() / 2;
        return chance.happens(0.5) ? factor : 1 / factor;
    }

    private static Weather weather(Chance chance) {
        return new Weather(
                chance.oneOf(List.of(200_000L, 1_000_000L, 1_000_000L, 10_000_000L)),
                chance.happens(0.3) ? chance.share() * 0.2 : 0,
                chance.happens(0.3) ? chance.share() * 0.3 : 0,
                chance.happens(0.3) ? chance.share() * 0.1 : 0,
                0);
    }

    private List<Fault> oneFault() {
        Duration at = Duration.ofSeconds(30);
        Target leader = Target.leaderOf("e1");
        Duration away = frame.storm().minus(at);
        return chance.happens(0.3)
                ? List.of()
                : List.of(chance.oneOf(List.<Fault>of(
                        new ProcessFault.Crash(at, leader, away),
                        new ProcessFault.Stop(at, leader, away),
                        new ProcessFault.Resign(at, "e1"))));
    }

    /** Makes faults of one kind. */
    private interface Maker {
        Fault make(Duration at);
    }

    private List<Fault> manyFaults() {
        List<Maker> makers = new ArrayList<>(List.of(
                at -> new ProcessFault.Crash(at, target(), span(0.1, 8)),
                at -> new ProcessFault.Crash(at, target(), span(0.01, 0.3)),
                at -> new ProcessFault.Crash(at, leader(), span(0.01, 4)),
                at -> new ProcessFault.Stop(at, target(), span(0.1, 3)),
                at -> new ProcessFault.Pause(at, leader(), span(0.02, 5)),
                at -> new ProcessFault.Pause(at, target(), span(0.02, 2)),
                at -> new ProcessFault.Stall(at, leader(), chance.below(40), span(0.02, 2)),
                at -> new ProcessFault.Resign(at, election()),
                at -> new ProcessFault.Transfer(at, election(), Target.node(chance.below(frame.nodes()))),
                at -> new NetFault.Flap(at, span(0.5, 8)),
                at -> new NetFault.Flap(at, span(0.5, 2))));
        PeerRules peers = Objects.requireNonNull(frame.peers());
        boolean ballot = peers.manner() instanceof ByBallot;
        NetFault.Shape last = ballot ? NetFault.Shape.CHAINED : NetFault.Shape.CHAIN;
        for (NetFault.Shape shape : EnumSet.range(NetFault.Shape.SPLIT, last)) {
            makers.add(at -> new NetFault.Cut(
                    at,
                    shape,
                    chance.happens(0.5) ? leader() : target(),
                    chance.below(1 << frame.nodes()),
                    span(0.2, 10)));
        }
        if (ballot) {
            makers.add(at -> new DiskFault.SlowDisk(at, target(), span(0.1, 5), span(0.01, 0.2)));
            makers.add(at -> new DiskFault.FullDisk(at, target(), span(0.1, 3)));
            makers.add(at -> new ClockFault.Drift(at, target(), rate(chance, frame.timing())));
            // Always the same one: what more than half of them say is believed.
            Target liar = target();
            makers.add(at -> new Inflation(at, liar, election(), chance.below(Inflation.WAYS), chance.happens(0.3)));
        }
        if (peers.quorum().isByPromise()) {
            makers.add(at -> new ProcessFault.LateWrite(at, election(), span(0.5, 3)));
        }
        if (peers.quorum().rows() > 0) {
            makers.add(at -> new NetFault.RowAway(at, target(), span(0.1, 5)));
            makers.add(at -> new NetFault.RowAway(at, leader(), span(0.1, 5)));
        }
        makers.add(at -> new ClockFault.WallStep(at, target(), Duration.ofSeconds(chance.between(-600, 600))));
        makers.add(at -> new NetFault.TurnCoat(at, leader(), span(0.3, 1.5)));
        List<Fault> faults = new ArrayList<>();
        for (Maker maker : makers) {
            if (chance.happens(ENABLED)) {
                long many = 1 + chance.around(4);
                for (int i = 0; i < many; i++) {
                    faults.add(maker.make(moment()));
                }
            }
        }
        faults.sort(Comparator.comparing(Fault::at));
        return faults;
    }

    /** Now and then soon after another. */
    private Duration moment() {
        long last = frame.storm().toNanos() - 5_000_000_000L;
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

    /** So many leases of three seconds, since views take their time whatever the lease. */
    private Duration span(double least, double most) {
        return Duration.ofNanos((long) (3_000_000_000L * (least + chance.share() * (most - least))));
    }
}
