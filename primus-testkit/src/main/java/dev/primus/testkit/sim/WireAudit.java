package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.registry.RegistryMessage;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import dev.primus.testkit.check.Claimant;
import dev.primus.testkit.check.Findings;
import dev.primus.testkit.check.PeerPromise;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads along on the wire, and knows by that alone what each leader may count on and what each member is bound by. It
 * also knows when two members may both lead: where no quorum is asked for, while something keeps them apart, and a while
 * after.
 */
final class WireAudit implements PeerPromise, PeerWire {
    private static final long AFTERMATH = 15_000_000_000L;
    private static final long MEETING = 5_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final int MOST_GRANTS_A_SECOND = 50;
    private static final int MOST_ROUNDS = 2000;

    private static final Comparator<Term> BY_NUMBER =
            Comparator.comparing(Term::token).thenComparing(Term::leader);

    /** A round of a leader. */
    private record Ballot(NodeId leader, long round) {}

    /** A term of an election. */
    private record Tenancy(ElectionName election, Term term) {}

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
    private final Map<Ballot, Asked> rounds = new LinkedHashMap<>();
    private final Map<Voice, Pledge> pledges = new HashMap<>();
    private final Map<String, Told> views = new HashMap<>();
    private final Map<ElectionName, Deque<Long>> grants = new HashMap<>();

    WireAudit(PeerRules rules, Weather weather, SimCluster cluster) {
        this.rules = rules;
        this.byPromise = rules.quorum().isByPromise();
        this.clear = weather.requestLoss() == 0 && weather.replyLoss() == 0;
        this.cluster = cluster;
        this.findings = cluster.checks().findings();
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
        return !byPromise && !cluster.peers().isWholeSince(now - AFTERMATH) && !haveMet(one, other, now);
    }

    /** Whether both have long been told the same view, and nothing was lost since. */
    private boolean haveMet(Claimant one, Claimant other, long now) {
        Told mine = views.get(one.name());
        Told yours = views.get(other.name());
        return clear
                && mine != null
                && yours != null
                && mine.view.equals(yours.view)
                && now - Math.max(mine.at, yours.at) > MEETING
                && cluster.peers().isWholeSince(now - MEETING);
    }

    // ---- on the wire -------------------------------------------------------------------------------------------

    @Override
    public void told(SimPeerLink member, PeerView view) {
        views.put(member.machine(), new Told(view, cluster.world().now()));
    }

    @Override
    public void sent(SimPeerLink from, PeerMessage message) {
        if (message instanceof RegistryMessage.Round round) {
            rounds.computeIfAbsent(new Ballot(from.self(), round.number()), any -> new Asked(from.ownTime()));
            if (rounds.size() > MOST_ROUNDS) {
                rounds.remove(rounds.keySet().iterator().next());
            }
        } else if (message instanceof RegistryMessage.Voted voted && cluster.votes(from.machine())) {
            voted.votes().stream()
                    .filter(vote -> vote.stance() == RegistryMessage.Stance.PROMISED)
                    .forEach(vote -> promises(from, voted.round(), vote));
        } else if (message instanceof RegistryMessage.Displaced displaced) {
            mustBeChosenByAll(displaced);
        } else if (message instanceof RegistryMessage.Granted granted) {
            mustNotStorm(granted.election());
        }
    }

    @Override
    public void heard(NodeId from, SimPeerLink to, PeerMessage message) {
        if (message instanceof RegistryMessage.Round round) {
            Asked asked = rounds.get(new Ballot(from, round.number()));
            if (asked != null) {
                asked.heardAt.putIfAbsent(to.machine(), to.ownTime());
            }
        } else if (message instanceof RegistryMessage.Voted voted
                && cluster.votes(from.name().value())) {
            Asked asked = rounds.get(new Ballot(to.self(), voted.round()));
            if (asked != null) {
                voted.votes().stream()
                        .filter(vote -> vote.stance() == RegistryMessage.Stance.PROMISED)
                        .forEach(vote -> agrees(from.name(), to, asked, vote));
            }
        }
    }

    /** C6: what enough have promised gives a deadline, from when they were asked. */
    private void agrees(NodeName voter, SimPeerLink leader, Asked asked, RegistryMessage.Vote vote) {
        Set<NodeName> yes =
                asked.yes.computeIfAbsent(new Tenancy(vote.election(), vote.term()), any -> new HashSet<>());
        if (rules.quorum().counts(voter)) {
            yes.add(voter);
        }
        if (cluster.votes(leader.machine())) {
            yes.add(leader.self().name());
        }
        if (yes.size() >= rules.quorum().needed()) {
            long reign = rules.timing().lease().reign().toNanos();
            leader.parts(vote.election()).forEach(part -> cluster.checks().confirmed(part, asked.sentAt + reign));
        }
    }

    /** R6: a promise is on the disk before it is given, and binds while somebody leads by it. */
    private void promises(SimPeerLink member, long round, RegistryMessage.Vote vote) {
        Term term = vote.term();
        boolean kept = member.disk().read().stream()
                .anyMatch(mark -> mark.election().equals(vote.election())
                        && mark.term().token().compareTo(term.token()) >= 0);
        if (!kept) {
            findings.violated("R6", "%s promises %s before it has kept that", member.self(), term);
        }
        Asked asked = rounds.get(new Ballot(term.leader(), round));
        Long at = asked == null ? null : asked.heardAt.get(member.machine());
        if (!byPromise || at == null) {
            return;
        }
        Pledge former = pledges.put(new Voice(member.machine(), vote.election()), new Pledge(term, at));
        long lease = rules.timing().lease().lease().toNanos();
        if (former != null
                && !former.term.leader().equals(term.leader())
                && at - former.at < lease
                && leads(vote.election(), former.term)) {
            findings.violated(
                    "R6",
                    "%s promises %s %d ms after it promised %s, who leads",
                    member.self(),
                    term,
                    (at - former.at) / 1_000_000,
                    former.term);
        }
    }

    private boolean leads(ElectionName election, Term term) {
        SimProcess process = cluster.machine(term.leader().name().value()).process();
        return process != null
                && process.toString().equals(term.leader().toString())
                && process.claims(election.value())
                && process.token(election.value()) == term.token().value();
    }

    /** R2: who goes on when two sides meet does not depend on who asks, or in which order they were heard. */
    private void mustBeChosenByAll(RegistryMessage.Displaced word) {
        List<Term> sorted = word.terms().stream().sorted(BY_NUMBER).toList();
        NodeName right = rules.resolver().choose(sorted).leader().name();
        if (!right.equals(word.chosen())) {
            findings.violated("R2", "%s was chosen among %s, not %s", word.chosen(), sorted, right);
        }
    }

    private void mustNotStorm(ElectionName election) {
        Deque<Long> latest = grants.computeIfAbsent(election, any -> new ArrayDeque<>());
        long now = cluster.world().now();
        latest.add(now);
        while (latest.getFirst() < now - SECOND) {
            latest.removeFirst();
        }
        if (latest.size() > MOST_GRANTS_A_SECOND) {
            findings.violated("Live2", "%d terms of %s were handed out within a second", latest.size(), election);
        }
    }
}
