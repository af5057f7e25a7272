package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.peers.TermBound;
import dev.primus.core.spi.PeerView;
import dev.primus.testkit.check.Claimant;
import dev.primus.testkit.check.Findings;
import dev.primus.testkit.check.PeerPromise;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reads along on the wire, and knows by that alone what each leader may count on and what each member is bound by. It
 * also knows when two members may both lead: where no quorum is asked for, while something keeps them apart, and a while
 * after. What the words mean is the business of who knows the engine.
 */
abstract class PeerAudit implements PeerPromise, PeerWire {
    private static final long AFTERMATH = 15_000_000_000L;
    private static final long MEETING = 5_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final int MOST_TERMS_A_SECOND = 50;
    private static final int MOST_ROUNDS = 2000;

    /** A round of a leader. */
    private record Round(NodeId leader, long number) {}

    /** A term of an election. */
    record Tenancy(ElectionName election, Term term) {}

    /** What a member has promised last, and when it heard the question, by its own clock. */
    private record Pledge(Term term, long at) {}

    private record Voice(String machine, ElectionName election) {}

    private record Told(PeerView view, long at) {}

    /** A question on its way to the members. */
    private static final class Asked {
        final long sentAt;
        final Map<String, Long> heardAt = new HashMap<>();
        final Map<Tenancy, Set<NodeName>> yes = new HashMap<>();

        Asked(long sentAt) {
            this.sentAt = sentAt;
        }
    }

    private final PeerRules rules;
    private final boolean byPromise;
    private final boolean clear;
    private final SimCluster cluster;
    private final Findings findings;
    private final Map<Round, Asked> rounds = new LinkedHashMap<>();
    private final Map<Voice, Pledge> pledges = new HashMap<>();
    private final Map<String, Told> views = new HashMap<>();
    private final Map<ElectionName, Deque<Long>> begun = new HashMap<>();
    private final Map<ElectionName, Long> tops = new HashMap<>();

    PeerAudit(PeerRules rules, Weather weather, SimCluster cluster) {
        this.rules = rules;
        this.byPromise = rules.quorum().isByPromise();
        this.clear = weather.requestLoss() == 0 && weather.replyLoss() == 0;
        this.cluster = cluster;
        this.findings = cluster.checks().findings();
    }

    SimCluster cluster() {
        return cluster;
    }

    Findings findings() {
        return findings;
    }

    PeerRules rules() {
        return rules;
    }

    boolean isByPromise() {
        return byPromise;
    }

    @Override
    public boolean holdsEverywhere() {
        return byPromise;
    }

    @Override
    public boolean tellsDeadlines() {
        return byPromise && rules.quorum().needed() > 1;
    }

    @Override
    public boolean mayBothLead(Claimant one, Claimant other) {
        long now = cluster.world().now();
        return !byPromise && !cluster.peers().isWholeSince(now - AFTERMATH - meeting()) && !haveMet(one, other, now);
    }

    /** Whether both have long been told the same view, and nothing was lost since. */
    private boolean haveMet(Claimant one, Claimant other, long now) {
        Told mine = views.get(one.name());
        Told yours = views.get(other.name());
        return clear
                && mine != null
                && yours != null
                && mine.view.equals(yours.view)
                && now - Math.max(mine.at, yours.at) > meeting()
                && cluster.peers().isWholeSince(now - meeting());
    }

    /** After how long at most two leaders that have met are one. */
    long meeting() {
        return MEETING;
    }

    @Override
    public void told(SimPeerLink member, PeerView view) {
        views.put(member.machine(), new Told(view, cluster.world().now()));
    }

    // ---- rounds ----------------------------------------------------------------------------------------------------

    /** A leader asks, perhaps again. */
    void asks(SimPeerLink leader, long round) {
        rounds.computeIfAbsent(new Round(leader.self(), round), any -> new Asked(leader.ownTime()));
        if (rounds.size() > MOST_ROUNDS) {
            rounds.remove(rounds.keySet().iterator().next());
        }
    }

    void isAsked(NodeId leader, long round, SimPeerLink member) {
        Asked asked = rounds.get(new Round(leader, round));
        if (asked != null) {
            asked.heardAt.putIfAbsent(member.machine(), member.ownTime());
        }
    }

    /** C6: what enough have promised gives a deadline, from when they were asked. */
    void hasAgreed(NodeName voter, SimPeerLink leader, long round, ElectionName election, Term term) {
        Asked asked = rounds.get(new Round(leader.self(), round));
        if (asked == null || !cluster.votes(voter.value())) {
            return;
        }
        Set<NodeName> yes = asked.yes.computeIfAbsent(new Tenancy(election, term), any -> new HashSet<>());
        yes.add(voter);
        if (cluster.votes(leader.machine())) {
            yes.add(leader.self().name());
        }
        if (isEnough(leader, election, yes)) {
            long reign = rules.manner().lease().reign().toNanos();
            leader.parts(election).forEach(part -> cluster.checks().confirmed(part, asked.sentAt + reign));
        }
    }

    /** Whether these make a leader, by what it counts by. */
    boolean isEnough(SimPeerLink leader, ElectionName election, Set<NodeName> names) {
        return names.stream().filter(rules.quorum()::counts).count()
                >= rules.quorum().needed();
    }

    /** A promise is on the disk before it is given, and binds while somebody leads by it. */
    void promises(SimPeerLink member, long round, ElectionName election, Term term, String property) {
        mustBeOnDisk(member, election, term, property);
        Asked asked = rounds.get(new Round(term.leader(), round));
        Long at = asked == null ? null : asked.heardAt.get(member.machine());
        if (byPromise && at != null) {
            binds(member, election, term, at, property);
        }
    }

    void mustBeOnDisk(SimPeerLink member, ElectionName election, Term term, String property) {
        boolean kept = member.disk().read().stream()
                .anyMatch(mark ->
                        mark.election().equals(election) && mark.term().token().compareTo(term.token()) >= 0);
        if (!kept) {
            findings.violated(property, "%s promises %s before it has kept that", member.self(), term);
        }
    }

    private void binds(SimPeerLink member, ElectionName election, Term term, long at, String property) {
        Voice voice = new Voice(member.machine(), election);
        mustNotBeBound(member, election, term, at, property);
        pledges.put(voice, new Pledge(term, at));
    }

    /** Whether a promise to somebody who leads by it is younger than a lease. */
    void mustNotBeBound(SimPeerLink member, ElectionName election, Term term, long at, String property) {
        Pledge former = pledges.get(new Voice(member.machine(), election));
        long lease = rules.manner().lease().lease().toNanos();
        if (former != null
                && !former.term.leader().equals(term.leader())
                && at - former.at < lease
                && leads(election, former.term)) {
            findings.violated(
                    property,
                    "%s promises %s %d ms after it promised %s, who leads",
                    member.self(),
                    term,
                    (at - former.at) / 1_000_000,
                    former.term);
        }
    }

    boolean leads(ElectionName election, Term term) {
        SimProcess process = cluster.machine(term.leader().name().value()).process();
        return process != null
                && process.toString().equals(term.leader().toString())
                && process.claims(election.value())
                && process.token(election.value()) == term.token().value();
    }

    /** No member comes to a term far above all that there were, whatever another member reports. */
    void mustBeCredible(SimPeerLink from, ElectionName election, long term, String property) {
        long top = tops.getOrDefault(election, 0L);
        long wall = byPromise ? 0 : latestWall();
        if (term - Math.max(top, wall) > (byPromise ? TermBound.MAX_JUMP : TermBound.MAX_ADVANCE.toMillis())) {
            findings.violated(property, "%s speaks of a term %d where there were %d", from.self(), term, top);
        }
        tops.merge(election, term, Math::max);
    }

    private long latestWall() {
        return cluster.machines().stream()
                .mapToLong(machine -> machine.clock().wall().toEpochMilli())
                .max()
                .orElse(0);
    }

    /** A term was handed out, or won. */
    void mustNotStorm(ElectionName election) {
        Deque<Long> latest = begun.computeIfAbsent(election, any -> new ArrayDeque<>());
        long now = cluster.world().now();
        latest.add(now);
        while (latest.getFirst() < now - SECOND) {
            latest.removeFirst();
        }
        if (latest.size() > MOST_TERMS_A_SECOND) {
            findings.violated("Live2", "%d terms of %s began within a second", latest.size(), election);
        }
    }
}
