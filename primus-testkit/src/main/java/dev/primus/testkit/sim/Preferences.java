package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Ended;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.spi.PeerMessage;
import dev.primus.testkit.check.Findings;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Vote10: a voter votes for the best of those whom it could vote for, and of two with the same score for the one whose name
 * comes first. Knows whom it could vote for by what it has told them; whom it has told nothing, such as itself, is left out.
 */
final class Preferences {
    private static final Comparator<Candidacy> BEST_FIRST = Comparator.comparing(Candidacy::score)
            .reversed()
            .thenComparing(candidacy -> candidacy.term().leader().name());

    /** One life of a node in an election. */
    private record Booth(NodeId voter, ElectionName election) {}

    /** One that can be voted for, and since when the voter has said that it might. */
    private record Option(Candidacy candidacy, long agreedAt) {}

    /** A voter knows that a candidate's term is over, though letters of it may still be on their way. */
    private record Farewell(NodeId voter, Term term) {}

    private final Findings findings;
    private final World world;
    private final long longest;
    private final Map<Booth, Map<NodeId, Option>> booths = new HashMap<>();
    private final Set<Farewell> over = new HashSet<>();

    /** @param election how long one may take */
    Preferences(Findings findings, World world, Duration election) {
        this.findings = findings;
        this.longest = election.toNanos();
        this.world = world;
    }

    void heard(SimPeerLink voter, PeerMessage message) {
        if (message instanceof Candidacy candidacy) {
            stands(voter.self(), booth(voter, candidacy.election()), candidacy);
        } else if (message instanceof Winner winner) {
            booth(voter, winner.election()).clear();
        } else if (message instanceof Heartbeat heartbeat) {
            heartbeat.beats().forEach(beat -> booth(voter, beat.election()).clear());
        } else if (message instanceof Ended ended) {
            over.add(new Farewell(voter.self(), ended.term()));
            booth(voter, ended.election()).remove(ended.term().leader());
        }
    }

    private void stands(NodeId voter, Map<NodeId, Option> booth, Candidacy candidacy) {
        NodeId node = candidacy.term().leader();
        Option known = booth.get(node);
        if (candidacy.stage() != Stage.VIABLE || over.contains(new Farewell(voter, candidacy.term()))) {
            booth.remove(node);
        } else if (known == null || !known.candidacy.equals(candidacy)) {
            booth.put(node, new Option(candidacy, Long.MAX_VALUE));
        }
    }

    void acknowledged(SimPeerLink voter, NodeId candidate, Acknowledged ack) {
        Map<NodeId, Option> booth = booth(voter, ack.election());
        Option known = booth.get(candidate);
        if (known == null || known.candidacy.number() != ack.number()) {
            return;
        }
        if (ack.stance() != Stance.AGREED) {
            booth.remove(candidate);
        } else if (known.agreedAt == Long.MAX_VALUE) {
            booth.put(candidate, new Option(known.candidacy, world.now()));
        }
    }

    /** What it swore it asked its disk to keep at once, so that is when it chose. */
    void votes(SimPeerLink voter, Vote vote) {
        long chosenAt = voter.disk().askedAt(vote.election(), vote.term());
        long heeded = voter.disk().highestBefore(vote.election(), chosenAt);
        // What was agreed to before its last oath, or in an election that is over, is of another choice.
        long since = Math.max(chosenAt - longest, voter.disk().lastAskedBefore(vote.election(), chosenAt));
        Map<NodeId, Option> booth = booth(voter, vote.election());
        Option choice = booth.get(vote.term().leader());
        if (choice != null && choice.candidacy.term().equals(vote.term())) {
            booth.values().stream()
                    .filter(option -> option.agreedAt > since && option.agreedAt < chosenAt)
                    .map(Option::candidacy)
                    .filter(other -> other.term().token().value() > heeded)
                    .filter(other -> BEST_FIRST.compare(other, choice.candidacy) < 0)
                    .findFirst()
                    .ifPresent(better -> findings.violated(
                            "Vote10",
                            "%s votes for %s (%d) though it might for %s (%d)",
                            voter.self(),
                            vote.term(),
                            choice.candidacy.score(),
                            better.term(),
                            better.score()));
        }
        booth.clear();
    }

    private Map<NodeId, Option> booth(SimPeerLink voter, ElectionName election) {
        return booths.computeIfAbsent(new Booth(voter.self(), election), any -> new HashMap<>());
    }
}
