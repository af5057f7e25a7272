package dev.primus.testkit.sim;

import dev.primus.core.BallotTiming;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Amended;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Ended;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Recalled;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.PeerMessage;
import dev.primus.testkit.check.Claimant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Understands what members of a ballot say, and counts their votes for itself. */
final class BallotAudit extends PeerAudit {
    /** What a machine's node has said in an election, whichever of its lives it was. */
    private record Voter(String machine, ElectionName election) {}

    private record Poll(Voter voter, long number) {}

    private record Reign(ElectionName election, long number) {}

    /** Two who both lead, and were last seen to. */
    private record Rivalry(long since, long seen) {
        boolean goesOn(long now, long most) {
            return now - seen < most;
        }

        Rivalry to(long now) {
            return new Rivalry(since, now);
        }
    }

    private final Map<Poll, Term> votes = new HashMap<>();
    private final Map<Voter, Long> highest = new HashMap<>();
    private final Map<Tenancy, Set<NodeName>> ballots = new HashMap<>();
    private final Map<Reign, NodeId> leaders = new HashMap<>();
    private final Set<Tenancy> won = new HashSet<>();
    private final Map<Set<Claimant>, Rivalry> rivals = new HashMap<>();

    private final Set<Tenancy> over = new HashSet<>();
    private final Preferences preferences;

    BallotAudit(PeerRules rules, BallotTiming timing, Weather weather, SimCluster cluster) {
        super(rules, weather, cluster);
        this.preferences = new Preferences(findings(), cluster.world(), timing.election());
    }

    /** Where most votes suffice, who won among some may meet who leads others: until a heartbeat of the later one is heard. */
    @Override
    public boolean mayBothLead(Claimant one, Claimant other) {
        long now = cluster().world().now();
        long most = 2 * rules().manner().lease().lease().toNanos();
        Rivalry rivalry = rivals.merge(
                Set.of(one, other),
                new Rivalry(now, now),
                (former, here) -> former.goesOn(now, most) ? former.to(now) : here);
        return !isByPromise() && (now - rivalry.since < most || super.mayBothLead(one, other));
    }

    /** Each hears of the other by a heartbeat, and then has to stop what it does. */
    @Override
    long meeting() {
        return super.meeting() + 2 * rules().manner().lease().lease().toNanos();
    }

    @Override
    public void sent(SimPeerLink from, NodeId to, PeerMessage message) {
        mustBeCredible(from, message);
        if (message instanceof Heartbeat heartbeat) {
            asks(from, heartbeat.round());
            heartbeat.beats().forEach(beat -> {
                mustNotBeOver(from, beat.election(), beat.term());
                leadsBy(from, beat.election(), beat.term());
            });
        } else if (message instanceof Heard heard && cluster().votes(from.machine())) {
            heard.replies().stream()
                    .filter(reply -> reply.stance() == Stance.AGREED)
                    .forEach(reply -> {
                        mustBeAlike(from, reply.term(), "follows");
                        mustNotFall(from, reply.election(), reply.term());
                        promises(from, heard.round(), reply.election(), reply.term(), "Vote5");
                    });
        } else if (message instanceof Acknowledged ack) {
            preferences.acknowledged(from, to, ack);
        } else if (message instanceof Vote vote) {
            votes(from, vote);
        } else if (message instanceof Amended amended) {
            keeps(from, amended);
        } else if (message instanceof Recalled recalled) {
            mustBeOnItsDisk(from, to, recalled);
        } else if (message instanceof Winner winner) {
            if (won.add(new Tenancy(winner.election(), winner.term()))) {
                mustNotStorm(winner.election());
            }
        } else if (message instanceof Ended ended) {
            over.add(new Tenancy(ended.election(), ended.term()));
            if (leads(ended.election(), ended.term())) {
                findings().violated("Xfer1", "%s says that %s is over, and leads by it", from.self(), ended.term());
            }
        }
    }

    /** A change of the voters is on the disk of who says so, and nobody says so who has sworn to a later term. */
    private void keeps(SimPeerLink from, Amended amended) {
        ElectionName election = amended.election();
        boolean kept = from.disk().read().stream()
                .filter(mark -> mark.election().equals(election))
                .map(Mark::suffrage)
                .anyMatch(known -> known != null && !known.version().knowsLessThan(amended.version()));
        if (!kept) {
            findings().violated("Vote2", "%s says that it keeps %s before it does", from.self(), amended.version());
        }
        long sworn = from.disk().highestBefore(election, cluster().world().now());
        if (sworn > amended.term().token().value()) {
            findings()
                    .violated(
                            "Vote3",
                            "%s keeps a change of %s, and has sworn to %d",
                            from.self(),
                            amended.term(),
                            sworn);
        }
    }

    /** Nobody knows of an oath that is not on the disk of who swore it; else an honest voter would be taken for one that forgot. */
    private void mustBeOnItsDisk(SimPeerLink from, NodeId to, Recalled recalled) {
        SimDisk disk = cluster().machine(to.name().value()).disk();
        recalled.sworn().stream()
                .filter(sworn -> disk.isGenuine() && disk.highest(sworn.election()) < sworn.number())
                .forEach(sworn -> findings()
                        .violated("Vote2", "%s recalls %s of %s, whose disk does not", from.self(), sworn, to));
    }

    /** Xfer1: once its owner has said so, a term is over for good. */
    private void mustNotBeOver(SimPeerLink from, ElectionName election, Term term) {
        if (over.contains(new Tenancy(election, term))) {
            findings().violated("Xfer1", "%s goes on with %s after it said that it is over", from.self(), term);
        }
    }

    /** Vote9: nobody comes to a number that is far above all that there were, whatever one member says. */
    private void mustBeCredible(SimPeerLink from, PeerMessage message) {
        if (message instanceof Candidacy candidacy) {
            mustBeCredible(from, candidacy.election(), candidacy.term().token().value());
        } else if (message instanceof Acknowledged ack) {
            mustBeCredible(from, ack.election(), ack.highest());
        } else if (message instanceof Vote vote) {
            mustBeCredible(from, vote.election(), vote.term().token().value());
        } else if (message instanceof Heartbeat heartbeat) {
            heartbeat
                    .beats()
                    .forEach(beat -> mustBeCredible(
                            from, beat.election(), beat.term().token().value()));
        } else if (message instanceof Heard heard) {
            heard.replies().forEach(reply -> mustBeCredible(from, reply.election(), reply.highest()));
        }
    }

    private void mustBeCredible(SimPeerLink from, ElectionName election, long number) {
        mustBeCredible(from, election, number, "Vote9");
    }

    @Override
    public void heard(NodeId from, SimPeerLink to, PeerMessage message) {
        preferences.heard(to, message);
        if (message instanceof Heartbeat heartbeat) {
            isAsked(from, heartbeat.round(), to);
        } else if (message instanceof Heard heard) {
            heard.replies().stream()
                    .filter(reply -> reply.stance() == Stance.AGREED)
                    .forEach(reply -> hasAgreed(from.name(), to, heard.round(), reply.election(), reply.term()));
        }
    }

    /** Vote11: no vote for a candidate of another configuration, and no acknowledgement of its heartbeats. */
    private void mustBeAlike(SimPeerLink from, Term term, String deed) {
        String candidate = term.leader().name().value();
        if (rules().manner() instanceof ByBallot ballot
                && ballot.isMisconfigured(candidate) != ballot.isMisconfigured(from.machine())) {
            findings().violated("Vote11", "%s %s %s, which has another configuration", from.self(), deed, term);
        }
    }

    /** Vote2: one vote in a term, on the disk first. Vote3: terms never fall. Vote5, Vote6: none against who leads. */
    private void votes(SimPeerLink from, Vote vote) {
        Term term = vote.term();
        Voter voter = new Voter(from.machine(), vote.election());
        mustBeAlike(from, term, "votes for");
        Term before = votes.putIfAbsent(new Poll(voter, term.token().value()), term);
        mustBeOnDisk(from, vote.election(), term, "Vote2");
        if (before != null && !before.equals(term)) {
            findings().violated("Vote2", "%s votes for %s after it voted for %s", from.self(), term, before);
        }
        if (before == null) {
            preferences.votes(from, vote);
            mustNotFall(from, vote.election(), term);
            if (isByPromise()) {
                mustNotBeBound(from, vote.election(), term, from.ownTime(), "Vote5");
            }
        }
        if (cluster().votes(from.machine())) {
            ballots.computeIfAbsent(new Tenancy(vote.election(), term), any -> new HashSet<>())
                    .add(from.self().name());
        }
    }

    private void mustNotFall(SimPeerLink from, ElectionName election, Term term) {
        long number = term.token().value();
        long most = highest.merge(new Voter(from.machine(), election), number, Math::max);
        if (number < most) {
            findings().violated("Vote3", "%s goes back to %s from a term %d", from.self(), term, most);
        }
    }

    /** Vote1: one leader in a term. Vote4: by more than half of those who may vote, whoever is there. */
    private void leadsBy(SimPeerLink from, ElectionName election, Term term) {
        NodeId other = leaders.putIfAbsent(new Reign(election, term.token().value()), term.leader());
        if (isByPromise() && other != null && !other.equals(term.leader())) {
            findings().violated("Vote1", "%s leads by %s, as %s did", from.self(), term, other);
        }
        Set<NodeName> names = new HashSet<>(ballots.getOrDefault(new Tenancy(election, term), Set.of()));
        // What it votes itself it need not send, but keep.
        if (from.disk().hasKept(election, term) && cluster().votes(from.machine())) {
            names.add(from.self().name());
        }
        if (isByPromise() && other == null && !isEnough(from, election, names)) {
            findings().violated("Vote4", "%s leads by %s with the votes of %s", from.self(), term, names);
        }
    }

    /** Who votes may have changed: then as it stands on the leader's disk. */
    @Override
    boolean isEnough(SimPeerLink leader, ElectionName election, Set<NodeName> names) {
        return leader.disk().read().stream()
                .filter(mark -> mark.election().equals(election))
                .map(Mark::suffrage)
                .filter(Objects::nonNull)
                .findFirst()
                .map(suffrage -> suffrage.isCarriedBy(names))
                .orElseGet(() -> super.isEnough(leader, election, names));
    }
}
