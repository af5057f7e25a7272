package dev.primus.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The times of the ballot engine.
 *
 * @param lease how long a heartbeat is good for, how often there is one, and what duties need to stop
 * @param discovery how long who knows no leader waits for an answer; thrice that at most before it calls an election
 * @param backoff how long it waits before it asks again
 * @param election how long an election may take; candidates have half of it to say that they stand
 * @param electionWindow how long after an election there is no other one, unless the leader is not heard any more
 * @param leaderWindow how long a new leader is left alone by whoever asks for another election
 */
public record BallotTiming(
        LeaseTiming lease,
        Duration discovery,
        Duration backoff,
        Duration election,
        Duration electionWindow,
        Duration leaderWindow) {

    /** A leader that dies is replaced within a second or so. */
    public static final BallotTiming FAST = of(
            Duration.ofMillis(900),
            Duration.ofMillis(100),
            Duration.ofMillis(150),
            Duration.ofMillis(200),
            Duration.ofMillis(100),
            Duration.ofMillis(400));

    /** As the document says that this engine follows. */
    public static final BallotTiming DOCUMENTED = of(
            Duration.ofSeconds(15),
            Duration.ofSeconds(1),
            Duration.ofSeconds(3),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30));

    /** So many others may all speak at once. */
    private static final int FEW = 3;

    private static final Duration LONGEST_CHECK = Duration.ofSeconds(5);

    /**
     * The proportions of {@link #DOCUMENTED} for other times: the shorter the heartbeat's timeout, the sooner members must
     * answer and duties must stop. The windows follow: twice the discovery, thrice the heartbeat's timeout.
     */
    public static BallotTiming of(Duration heartbeatTimeout, Duration discovery, Duration backoff, Duration election) {
        return of(
                heartbeatTimeout,
                heartbeatTimeout.dividedBy(15),
                heartbeatTimeout.dividedBy(5),
                discovery,
                backoff,
                election);
    }

    /** A heartbeat at half its timeout, a margin of a twentieth of it, and windows that follow from the other times. */
    private static BallotTiming of(
            Duration heartbeatTimeout,
            Duration answer,
            Duration drain,
            Duration discovery,
            Duration backoff,
            Duration election) {
        LeaseTiming lease = new LeaseTiming(
                heartbeatTimeout,
                heartbeatTimeout.dividedBy(2),
                heartbeatTimeout.dividedBy(20),
                0.01,
                answer,
                drain,
                false);
        return new BallotTiming(
                lease, discovery, backoff, election, discovery.multipliedBy(2), heartbeatTimeout.multipliedBy(3));
    }

    public BallotTiming withLease(LeaseTiming other) {
        return new BallotTiming(other, discovery, backoff, election, electionWindow, leaderWindow);
    }

    public BallotTiming withDiscovery(Duration other) {
        return new BallotTiming(lease, other, backoff, election, electionWindow, leaderWindow);
    }

    public BallotTiming withBackoff(Duration other) {
        return new BallotTiming(lease, discovery, other, election, electionWindow, leaderWindow);
    }

    public BallotTiming withElection(Duration other) {
        return new BallotTiming(lease, discovery, backoff, other, electionWindow, leaderWindow);
    }

    public BallotTiming withElectionWindow(Duration other) {
        return new BallotTiming(lease, discovery, backoff, election, other, leaderWindow);
    }

    public BallotTiming withLeaderWindow(Duration other) {
        return new BallotTiming(lease, discovery, backoff, election, electionWindow, other);
    }

    /** E: how long a leader that is not heard any more is followed. */
    public Duration heartbeatTimeout() {
        return lease.lease();
    }

    /** How long a member that has just begun grants nothing: it may have promised something in a former life. */
    public Duration silence() {
        return Duration.ofNanos((long) (lease.lease().toNanos() * (1 + lease.drift())));
    }

    /** How long candidates have to say that they stand. */
    public Duration candidacyWindow() {
        return election.dividedBy(2);
    }

    /** Over how long those who may stand spread themselves, so that the first is heard before all have; few need not. */
    public Duration turns(int others) {
        Duration spread = repeatAfter().dividedBy(5).multipliedBy(others);
        Duration most = candidacyWindow().dividedBy(2);
        return others <= FEW ? Duration.ZERO : spread.compareTo(most) < 0 ? spread : most;
    }

    /** After how long who has not answered is asked again. */
    public Duration repeatAfter() {
        return lease.ioTimeout().dividedBy(5);
    }

    /** How often everybody looks, though all would be told of any change. */
    public Duration checkEvery() {
        return discovery.compareTo(LONGEST_CHECK) < 0 ? LONGEST_CHECK : discovery;
    }

    /** What makes these times unsafe or useless, each with the setting, its value and what is allowed. */
    public List<String> violations() {
        List<String> found = new ArrayList<>(lease.violationsByOwnClocks());
        atLeast(found, "discovery_timeout", discovery, Duration.ofMillis(10));
        atLeast(found, "discovery_backoff", backoff, Duration.ofMillis(10));
        atLeast(found, "election_timeout", election, lease.ioTimeout());
        atLeast(found, "election_min_term", electionWindow, Duration.ZERO);
        atLeast(found, "leader_min_term", leaderWindow, Duration.ZERO);
        if (lease.strictClock()) {
            found.add("strict_clock = true: allowed is false, members judge by their own clocks only");
        }
        return found;
    }

    private static void atLeast(List<String> found, String setting, Duration value, Duration least) {
        if (value.compareTo(least) < 0) {
            found.add("%s = %d ms: allowed is %d ms and above".formatted(setting, value.toMillis(), least.toMillis()));
        }
    }
}
