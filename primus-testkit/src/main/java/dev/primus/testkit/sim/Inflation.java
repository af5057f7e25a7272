package dev.primus.testkit.sim;

import static dev.primus.core.ElectorateVersion.COUNTED;

import dev.primus.core.BallotTiming;
import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Beat;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Discovered;
import dev.primus.core.ballot.BallotMessage.Ended;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Reply;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Started;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.ballot.BallotRules;
import dev.primus.core.ballot.score.Capability;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Weights;
import dev.primus.core.spi.PeerMail;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A member that has gone wrong tells all others of a term that nobody can have come to, in one of the ways there are. They
 * know of terms already: who knows of none has missed any number of them.
 *
 * @param how which message, by its place in a list
 * @param most whether the term is the highest there can be
 */
public record Inflation(Duration at, Target target, String election, int how, boolean most) implements NetFault {
    /** More than any series of failed elections, and in milliseconds more than any clock is ahead. */
    private static final long FAR = Duration.ofDays(400).toMillis();

    private static final Facts FIT = SimMachine.ORDINARY.withCapabilities(Set.of(Capability.ADMIN_ELECTION));

    /** How many ways there are. */
    static final int WAYS = 9;

    @Override
    public void strike(SimCluster cluster) {
        PeerRules rules = cluster.peerRules();
        SimProcess liar =
                target.in(cluster).map(node -> cluster.machine(node).process()).orElse(null);
        if (liar == null || rules == null) {
            return;
        }
        ElectionName name = new ElectionName(election);
        if (rules.manner() instanceof ByBallot ballot) {
            overBallot(cluster, liar, name, rules, ballot);
        } else if (rules.manner() instanceof ByRegistry registry) {
            overRegistry(cluster, liar, name, rules, registry);
        }
    }

    private void overRegistry(
            SimCluster cluster, SimProcess liar, ElectionName name, PeerRules rules, ByRegistry registry) {
        NodeId self = liar.primus().id();
        HugeTermMessages messages = new HugeTermMessages(name, self, rules, registry);
        for (SimPeerLink other : cluster.peers().attached()) {
            if (!other.self().equals(self)) {
                long number = most
                        ? Long.MAX_VALUE - 1
                        : liar.machine().clock().wall().toEpochMilli() + FAR;
                messages.of(how, number, other).forEach(message -> liar.lie(new PeerMail(other.self(), message)));
            }
        }
    }

    private void overBallot(SimCluster cluster, SimProcess liar, ElectionName name, PeerRules rules, ByBallot ballot) {
        for (SimPeerLink other : cluster.peers().attached()) {
            long known = other.disk().read().stream()
                    .filter(mark -> mark.election().equals(name))
                    .mapToLong(mark -> mark.term().token().value())
                    .max()
                    .orElse(0);
            NodeId self = liar.primus().id();
            if (known > 0 && !other.self().equals(self)) {
                long number = most ? Long.MAX_VALUE - 1 : known + FAR;
                liar.lie(new PeerMail(other.self(), message(name, liar, number, rules, ballot.timing())));
            }
        }
    }

    private BallotMessage message(
            ElectionName name, SimProcess liar, long number, PeerRules rules, BallotTiming timing) {
        NodeId self = liar.primus().id();
        Term term = Term.of(self, number);
        return switch (how) {
            case 0 -> new Acknowledged(name, 1, liar.votes(), COUNTED, Stance.NOT_YET, number, null);
            case 1 -> new Heard(0, liar.votes(), "", List.of(new Reply(name, term, COUNTED, Stance.LATER, number)));
            case 2 -> new Discovered(name, term);
            case 3 -> new Started(name, number, Trigger.MANUAL);
            case 4 -> new Winner(name, term, FIT, 1_000_000, List.of(self.name()), List.of());
            case 5 ->
                new Heartbeat(Long.MAX_VALUE, charter(self, rules, timing), List.of(new Beat(name, term, 0, COUNTED)));
            case 6 -> new Candidacy(name, term, Long.MAX_VALUE, Stage.VIABLE, COUNTED, "", FIT, 1_000_000);
            case 7 -> new Ended(name, term, LossReason.RELEASED, null);
            default -> new Vote(name, term, COUNTED);
        };
    }

    private static String charter(NodeId self, PeerRules rules, BallotTiming timing) {
        return new BallotRules(self, true, rules.quorum(), timing, Weights.DEFAULT, Map.of()).charter();
    }
}
