package dev.primus.core.lease;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LeaseTiming;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Step;
import dev.primus.core.spi.Enrolment;
import java.util.List;

/**
 * One node's part in one election: what all of its states have in common and none of them changes.
 *
 * @param whenSilent why a term ends that its arbiter has not confirmed in time
 */
public record LeaseContest(ElectionName election, NodeId self, LeaseTiming timing, LossReason whenSilent) {

    /** Where a lease runs out. */
    public LeaseContest(ElectionName election, NodeId self, LeaseTiming timing) {
        this(election, self, timing, LossReason.EXPIRED);
    }

    /**
     * Begins to take part.
     *
     * @param known the highest term this node has seen in a former life; 0 if none
     */
    public Step<LeaseState> join(long known, Moment at) {
        Watch watch = Watch.fresh(this, Enrolment.Part.CANDIDATE, known, at.now());
        return new Waiting(watch, at.now(), at.now(), List.of(), at.now()).woken(at);
    }

    /** Begins to watch. */
    public Step<LeaseState> observe(Moment at) {
        return new Observing(Watch.fresh(this, Enrolment.Part.OBSERVER, 0, at.now())).woken(at);
    }

    LeaseRequest farewell() {
        return new LeaseRequest.Enroll(new Enrolment(election, Enrolment.Part.GONE));
    }

    /** Fresh for each try; unlike anything another node, another incarnation or another try writes. */
    String nonce(Moment at) {
        return self.incarnation() + "-" + Long.toHexString(at.dice());
    }

    static FencingToken above(long epoch) {
        return new FencingToken(Math.addExact(epoch, 1));
    }
}
