package dev.primus.testkit.sim;

import dev.primus.Duty;
import dev.primus.Leadership;
import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.testkit.check.FencedRegister;
import dev.primus.testkit.check.LeaseRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One simulation: a storm in which only safety is asked for, then calm weather in which things must come right. */
final class Run {
    private static final Duration POLL = Duration.ofSeconds(1);

    /** By then members that can reach each other have met again. */
    private static final long MET = SimMembership.LONGEST.toNanos();

    private final Schedule schedule;
    private final SimCluster cluster;
    private final World world;
    private final Chance chance;
    private final @Nullable SimCrew crew;
    private final @Nullable SimGang gang;
    private final Map<String, Long> struck = new TreeMap<>();
    private final Map<String, Long> sitting = new TreeMap<>();

    private Run(Schedule schedule, StoreRules rules, @Nullable WorkRules work, @Nullable Consumer<String> trace) {
        this.schedule = schedule;
        this.cluster = new SimCluster(new SimSettings(
                schedule.seed(),
                schedule.nodes(),
                schedule.timing(),
                schedule.hints(),
                rules,
                schedule.lag(),
                false,
                schedule.peers(),
                trace));
        this.world = cluster.world();
        this.chance = world.chance().split("run");
        if (schedule.peers() != null) {
            cluster.observers(schedule::observes);
            cluster.audited(schedule.peers(), schedule.weather());
            cluster.peers().membership().hang(chance.oneOf(List.of(300_000_000L, 1_000_000_000L, 3_000_000_000L)));
            if (schedule.peers().manner() instanceof ByBallot && chance.happens(0.5)) {
                cluster.peers().membership().eachByItself();
            }
        }
        this.crew = SimCrew.draw(schedule, cluster, struck);
        this.gang = work == null ? null : new SimGang(schedule, cluster, work);
    }

    /** @param work by which rules work is shared out; null if none is */
    static Outcome of(Schedule schedule, StoreRules rules, @Nullable WorkRules work, @Nullable Consumer<String> trace) {
        Run run = new Run(schedule, rules, work, trace);
        try (run.cluster) {
            return run.go();
        }
    }

    private Outcome go() {
        begin();
        if (runUntil(schedule.storm().toNanos())) {
            calm();
            Duration bound = schedule.peers() == null
                    ? bound()
                    : schedule.peers().manner().heal();
            long settled = schedule.storm().plus(bound).toNanos();
            if (runUntil(settled)) {
                schedule.electionNames()
                        .forEach(election -> cluster.checks()
                                .mustLead(
                                        "Live3",
                                        election,
                                        cluster.leaderOf(election).isPresent(),
                                        "%s after the last fault".formatted(bound)));
                mustNotHaveFailedBack();
                cluster.checks().leaderChanges();
                long quiet = schedule.timing().lease().toNanos();
                runUntil(Math.max(schedule.length().toNanos(), settled + quiet));
                cluster.checks().mustBeStable(cluster.checks().leaderChanges());
                mustHaveAnswered();
                if (gang != null) {
                    gang.mustHaveSharedOut();
                }
                if (schedule.peers() != null) {
                    schedule.electionNames().forEach(this::mustBeAlone);
                }
            }
        }
        return outcome();
    }

    /** G5: on a quiet day whoever comes back becomes a standby. */
    private void mustNotHaveFailedBack() {
        sitting.forEach((election, token) -> {
            long now = cluster.leaderOf(election)
                    .map(leader -> cluster.process(leader).token(election))
                    .orElse(0L);
            if (now != token) {
                cluster.checks()
                        .findings()
                        .violated(
                                "Live2", "%s passed from token %d to %d when somebody came back", election, token, now);
            }
        });
    }

    private void mustBeAlone(String election) {
        cluster.checks()
                .mustHaveMet(
                        election,
                        alive().stream()
                                .filter(process -> !isMisconfigured(process))
                                .toList());
    }

    /** Such a node follows nobody, by intent. */
    private boolean isMisconfigured(SimProcess process) {
        PeerRules peers = schedule.peers();
        return peers != null && peers.manner() instanceof ByBallot ballot && ballot.isMisconfigured(process.name());
    }

    private List<SimProcess> alive() {
        List<SimProcess> alive = new ArrayList<>();
        for (SimMachine machine : cluster.machines()) {
            SimProcess process = machine.process();
            if (process != null) {
                alive.add(process);
            }
        }
        return alive;
    }

    /** In a lull of the storm, with everybody there for long enough, what was true at the end is true already. */
    private void checkInALull() {
        PeerRules peers = schedule.peers();
        if (peers == null
                || !cluster.peers()
                        .isUnchangedSince(world.now() - peers.manner().lull().toNanos())) {
            return;
        }
        List<SimProcess> alive = alive();
        if (alive.size() == cluster.machines().size() && alive.stream().noneMatch(SimProcess::isFrozen)) {
            schedule.electionNames().forEach(election -> cluster.checks().mustLeadHighest(election, alive));
        }
    }

    private void mustHaveAnswered() {
        for (SimMachine machine : cluster.machines()) {
            SimProcess process = machine.process();
            if (process != null) {
                cluster.checks().mustHaveAnswered(process, process.hasAnswered());
                process.parts().forEach(cluster.checks()::mustHaveAlarmed);
                cluster.checks().mustHaveToldFailures(process);
            }
        }
    }

    private void begin() {
        Weather weather = schedule.weather();
        int number = 0;
        for (SimMachine machine : cluster.machines()) {
            machine.clock().rate(schedule.rates().get(number++));
            machine.link()
                    .weather(
                            weather.meanDelay(),
                            weather.requestLoss(),
                            weather.replyLoss(),
                            weather.ghosts(),
                            weather.ghostDelay());
        }
        cluster.peers().weather(weather.meanDelay(), weather.requestLoss(), weather.ghosts(), weather.replyLoss());
        if (schedule.broken()) {
            cluster.checks().assumptions().breakForGood();
        }
        cluster.enlistBy(this::enlist);
        schedule.electionNames().forEach(cluster::contest);
        for (SimMachine machine : cluster.machines()) {
            world.at(chance.around(schedule.timing().lease().toNanos() / 10), () -> cluster.start(machine.name()));
        }
        schedule.electionNames().forEach(this::writeNowAndThen);
        schedule.faults().forEach(this::install);
    }

    private void enlist(SimProcess process, String election) {
        boolean observer = schedule.observes(process.name());
        process.enlist(election, observer, builder -> {
            PeerRules peers = schedule.peers();
            if (!observer && peers != null && peers.companions()) {
                ElectionName name = new ElectionName(election);
                builder.duty("program", leadership -> process.runProgram(name, leadership));
                return;
            }
            if (!observer && schedule.duties() != DutyStyle.NONE) {
                builder.duty("duty", duty(process, election));
            }
            if (!observer && crew != null) {
                crew.join(builder, process, election);
            }
            if (!observer && gang != null) {
                gang.coordinate(builder, process);
            }
        });
        if (gang != null) {
            gang.begin(process);
        }
    }

    private Duty duty(SimProcess process, String election) {
        Duration drain = schedule.timing().drain();
        Duration period = schedule.timing().lease().dividedBy(2);
        return leadership -> {
            long token = leadership.token();
            cluster.checks().dutyBegan(process, election, "duty", token, schedule.duties() != DutyStyle.STUBBORN);
            try {
                while (leadership.state() != Leadership.State.ENDED) {
                    leadership.sleep(period);
                }
            } catch (InterruptedException e) {
                cluster.checks().dutyStops(process, election, "duty");
                switch (schedule.duties()) {
                    case NONE, PROMPT -> {}
                    case SLOW -> process.rest(drain.multipliedBy(8).dividedBy(10));
                    case STUBBORN -> process.restStubbornly(drain.multipliedBy(2));
                }
            } finally {
                cluster.checks().dutyEnded(process, election, "duty");
            }
        };
    }

    private void install(Fault fault) {
        fault.prepare(cluster);
        world.at(fault.at().toNanos(), () -> {
            struck.merge(fault.kind(), 1L, Long::sum);
            world.trace("--", fault::toString);
            fault.strike(cluster);
            if (schedule.isQuiet()) {
                expectTakeover(fault);
            }
        });
    }

    /** Live1: on a quiet day a crash costs no more than the lease and a look; a graceful end much less. */
    private void expectTakeover(Fault fault) {
        if (schedule.nodes() < 2 || schedule.observes("b") && schedule.nodes() == 2 || !isQuorumLeft(fault)) {
            return;
        }
        Duration usual = schedule.peers() == null
                ? takeover()
                : schedule.peers().manner().takeover(schedule.peers().quorum());
        Duration abandoned = afterAbandonedDuty(fault);
        Duration longer = usual.compareTo(abandoned) < 0 ? abandoned : usual;
        Duration most = schedule.count(NetFault.Silence.class) == 0 ? longer : longer.plus(silentRegistrar());
        world.at(
                world.now() + most.toNanos(),
                () -> cluster.checks()
                        .mustLead(
                                "Live1",
                                "e1",
                                cluster.leaderOf("e1").isPresent(),
                                "%s after %s".formatted(most, fault)));
    }

    /**
     * C7: a leader that resigns renews until its duty has stopped or the drain time is over. In the second case it releases
     * nothing, so its lease has to run out, and it does not leave the view either.
     */
    private Duration afterAbandonedDuty(Fault fault) {
        LeaseTiming timing = schedule.timing();
        return fault instanceof ProcessFault.Resign && schedule.duties() == DutyStyle.STUBBORN
                ? timing.drain().plus(timing.lease()).plus(timing.heirWindow()).plus(POLL)
                : Duration.ZERO;
    }

    /** A claim that is not answered, one that a second registrar answers when its time for answers is over, and looks. */
    private Duration silentRegistrar() {
        return schedule.timing().ioTimeout().multipliedBy(6).plus(POLL.multipliedBy(2));
    }

    /** Whether there are enough without the one that ends, and without those that are silent. */
    private boolean isQuorumLeft(Fault fault) {
        PeerRules peers = schedule.peers();
        long voters = cluster.machines().stream()
                .filter(machine -> cluster.votes(machine.name()))
                .count();
        boolean ends = fault instanceof ProcessFault.Crash || fault instanceof ProcessFault.Stop;
        long left = voters - (ends ? 1 : 0) - schedule.count(NetFault.Silence.class);
        return peers == null
                || !peers.quorum().isByPromise()
                || left + peers.quorum().rows() >= peers.quorum().needed();
    }

    private Duration takeover() {
        LeaseTiming timing = schedule.timing();
        Duration watched = timing.strictClock() ? timing.observation(timing.lease()) : Duration.ZERO;
        return timing.lease().plus(POLL).plus(timing.heirWindow()).plus(watched);
    }

    /** A leader that checks, and writes; mostly at once, sometimes late. */
    private void writeNowAndThen(String election) {
        long lease = schedule.timing().lease().toNanos();
        world.at(world.now() + lease / 4 + chance.around(lease / 4), () -> {
            cluster.leaderOf(election).ifPresent(node -> write(node, election));
            writeNowAndThen(election);
        });
    }

    private void write(String node, String election) {
        SimProcess process = cluster.process(node);
        if (schedule.peers() != null && !schedule.peers().quorum().isByPromise()) {
            return;
        }
        LeaseRow row = cluster.store().row(election);
        if (row != null) {
            long token = process.token(election);
            cluster.checks().guarded(process, election, row, cluster.store().guards(election, token), token);
        }
        boolean late = chance.happens(0.05);
        long wait = late ? chance.around(schedule.timing().lease().toNanos()) : chance.around(10_000_000);
        cluster.writeLater(node, election, Duration.ofNanos(wait));
    }

    /** Runs on unless something was found; there is no use in running after that. */
    private boolean runUntil(long time) {
        long slice = schedule.timing().lease().toNanos() / 4;
        while (world.now() < time && cluster.checks().findings().isEmpty()) {
            world.runUntil(Math.min(time, world.now() + slice));
            checkInALull();
        }
        return cluster.checks().findings().isEmpty();
    }

    private void calm() {
        world.trace("--", () -> "calm");
        if (schedule.peers() != null && schedule.isQuiet() && crew == null) {
            for (String election : schedule.electionNames()) {
                cluster.leaderOf(election)
                        .ifPresent(leader ->
                                sitting.put(election, cluster.process(leader).token(election)));
            }
        }
        cluster.store().comeUp();
        if (gang != null) {
            gang.calm();
        }
        cluster.peers().heal();
        cluster.peers().weather(Weather.CALM.meanDelay(), 0, 0, 0);
        schedule.electionNames().forEach(cluster::resumeElection);
        if (schedule.count(ProcessFault.Maintenance.class) > 0) {
            world.at(world.now() + MET, this::resumeEverywhere);
            world.at(world.now() + MET + POLL.toNanos(), this::mustNotBePaused);
        }
        for (SimMachine machine : cluster.machines()) {
            machine.link().heal();
            machine.link().weather(Weather.CALM.meanDelay(), 0, 0, 0, 0);
            machine.disk().mend();
            cluster.startAfter(machine.name(), Duration.ZERO);
        }
    }

    private void resumeEverywhere() {
        for (SimMachine machine : cluster.machines()) {
            schedule.electionNames().forEach(election -> cluster.resumeOn(machine.name(), election));
        }
    }

    /** Live3: what an operator has resumed everywhere is paused nowhere. */
    private void mustNotBePaused() {
        for (SimProcess process : alive()) {
            process.primus().ledger().elections().stream()
                    .filter(seen -> seen.pause() != null)
                    .forEach(seen -> cluster.checks()
                            .findings()
                            .violated("Live3", "%s is still paused on %s", seen.election(), process.name()));
        }
    }

    /** Live3: a lease and two looks, and what the aftermath of the latest faults may add. */
    private Duration bound() {
        Duration lease = schedule.timing().lease();
        Duration bound = lease.plus(POLL.multipliedBy(2))
                .plus(schedule.timing().ioTimeout().multipliedBy(4));
        long recently = schedule.storm().minus(lease.multipliedBy(8)).toNanos();
        for (Fault fault : schedule.faults()) {
            if (fault.at().toNanos() > recently) {
                bound = bound.plus(fault.aftermath(cluster));
            }
        }
        boolean watched = schedule.timing().strictClock();
        boolean abandons = schedule.duties() == DutyStyle.STUBBORN || schedule.duties() == DutyStyle.SLOW;
        return bound.plus(watched ? schedule.timing().observation(lease) : Duration.ZERO)
                .plus(abandons ? lease.multipliedBy(2) : Duration.ZERO);
    }

    private Outcome outcome() {
        long refused = 0;
        long lost = 0;
        for (FencedRegister register : cluster.checks().registers().values()) {
            refused += register.refused();
            lost += register.lostUpdates();
        }
        cluster.peers().mishaps().forEach((kind, many) -> struck.merge(kind, many, Long::sum));
        Figures figures = new Figures(
                1,
                world.happened(),
                Duration.ofNanos(world.now()),
                schedule.elections(),
                cluster.checks().terms(),
                refused,
                lost,
                struck);
        return new Outcome(schedule, List.copyOf(cluster.checks().findings().all()), world.fingerprint(), figures);
    }
}
