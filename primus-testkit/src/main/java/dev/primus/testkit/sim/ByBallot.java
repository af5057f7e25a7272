package dev.primus.testkit.sim;

import dev.primus.PeerBallot;
import dev.primus.Primus;
import dev.primus.core.BallotTiming;
import dev.primus.core.LeaseTiming;
import dev.primus.core.Quorum;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The scored ballot.
 *
 * @param misconfigured the machine whose node counts by a cluster size of two more than the others'; null if none does
 */
public record ByBallot(BallotTiming timing, @Nullable String misconfigured) implements PeerManner {

    @Override
    public String engine() {
        return "ballot";
    }

    @Override
    public LeaseTiming lease() {
        return timing.lease();
    }

    @Override
    public void ground(Primus.Builder builder, SimProcess process, PeerRules rules) {
        PeerBallot ballot = PeerBallot.over(process.link())
                .quorum(isMisconfigured(process.machine().name()) ? larger(rules.quorum()) : rules.quorum())
                .timing(timing)
                .capabilities("admin_election")
                .facts(process::facts)
                .votes(process.machine()::disk);
        builder.ballot(process.votes() ? ballot : ballot.asObserver());
    }

    boolean isMisconfigured(String machine) {
        return machine.equals(misconfigured);
    }

    private static Quorum larger(Quorum quorum) {
        return Quorum.majorityOf(quorum.size() + 2);
    }

    /** Nobody is bound for longer than a heartbeat timeout, and an election that fails is held again. */
    @Override
    public Duration takeover(Quorum quorum) {
        return timing.heartbeatTimeout().multipliedBy(4);
    }

    /** Who was cut off is found again; then as after a crash, and windows and rests have passed. */
    @Override
    public Duration heal() {
        return timing.heartbeatTimeout()
                .multipliedBy(4)
                .plus(timing.discovery().multipliedBy(3))
                .plus(timing.electionWindow())
                .plus(timing.election().multipliedBy(2))
                .plus(timing.checkEvery())
                .plus(SimMembership.LONGEST);
    }

    @Override
    public Duration lull() {
        return Duration.ofSeconds(20).plus(timing.heartbeatTimeout().multipliedBy(4));
    }

    @Override
    public PeerAudit audit(PeerRules rules, Weather weather, SimCluster cluster) {
        return new BallotAudit(rules, timing, weather, cluster);
    }

    @Override
    public String toString() {
        return "heartbeat timeout %d ms".formatted(timing.heartbeatTimeout().toMillis());
    }
}
