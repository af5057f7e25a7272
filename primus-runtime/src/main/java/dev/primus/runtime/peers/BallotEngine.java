package dev.primus.runtime.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.ballot.Ballot;
import dev.primus.core.ballot.BallotHands;
import dev.primus.core.ballot.BallotMessage;
import dev.primus.core.ballot.BallotRules;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.peers.Member;
import dev.primus.core.peers.Past;
import dev.primus.core.peers.PeerHands;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.util.function.Consumer;

/** The scored ballot. */
public final class BallotEngine implements PeerEngine<BallotMessage> {
    private final BallotRules rules;
    private final Stage stage;
    private final FactSource source;
    private final Office office;

    /**
     * @param source measures this node
     * @param office is told how elections ended, and asks this ballot what others want to know
     */
    public BallotEngine(BallotRules rules, Stage stage, FactSource source, Office office) {
        this.rules = rules;
        this.stage = stage;
        this.source = source;
        this.office = office;
    }

    @Override
    public NodeId self() {
        return rules.self();
    }

    @Override
    public Class<BallotMessage> language() {
        return BallotMessage.class;
    }

    @Override
    public LossReason whenSilent() {
        return rules.quorum().isByPromise() ? LossReason.NO_QUORUM : LossReason.EXPIRED;
    }

    @Override
    public Duration checkEvery() {
        return rules.timing().checkEvery();
    }

    @Override
    public Duration patience() {
        return rules.timing().lease().ioTimeout();
    }

    /**
     * As long as an answer still saves the term: who asks again instead has forgotten the answers that were on their way. What is
     * confirmed counts from when it was asked, however late.
     */
    @Override
    public Duration patienceWithARenewal() {
        LeaseTiming lease = rules.timing().lease();
        Duration left = lease.reign().minus(lease.drain()).minus(lease.renewEvery());
        return left.compareTo(patience()) > 0 ? left : patience();
    }

    /** An election, and the first heartbeat. */
    @Override
    public Duration patienceForATerm() {
        return rules.timing().election().plus(patience());
    }

    @Override
    public Member<BallotMessage> member(
            PeerHands<BallotMessage> hands, Past past, MonoTime now, Consumer<Runnable> mailbox) {
        Ballot ballot = new Ballot(rules, new Hands(hands), past, now);
        office.opensFor(ballot, mailbox);
        return ballot;
    }

    @Override
    public MonoTime turn(MonoTime now) {
        return source.turn(now);
    }

    @Override
    public void close() {
        source.close();
    }

    /** Every member's hands, and what a ballot needs beside them. */
    private final class Hands extends LentHands<BallotMessage> implements BallotHands {
        Hands(PeerHands<BallotMessage> lent) {
            super(lent);
        }

        @Override
        public Facts facts() {
            return source.facts();
        }

        @Override
        public long upTo(long bound) {
            return bound <= 0 ? 0 : Long.remainderUnsigned(stage.random(), bound);
        }

        @Override
        public void splitBrain(ElectionName election, Term other, String why) {
            office.splitBrain(election, other, why);
        }

        @Override
        public void decided(Report report) {
            office.decided(report);
        }
    }
}
