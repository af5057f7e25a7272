package dev.primus.testkit.check;

import dev.primus.Change;
import dev.primus.Election;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** All invariants together: told of everything, and asking every process after each of its moves. */
public final class Checks implements StoreWitness {
    private final Findings findings;
    private final Assumptions assumptions = new Assumptions();
    private final ExclusionCheck exclusion;
    private final TokenCheck tokens;
    private final PairCheck pairs;
    private final RowCheck rows;
    private final DeadlineCheck deadlines;
    private final DutyCheck duties;
    private final CourseCheck courses;
    private final MemoryCheck memories;
    private final Map<String, FencedRegister> registers = new LinkedHashMap<>();
    private final Map<String, Part.Contest> contests = new LinkedHashMap<>();
    private final Set<String> changed = new HashSet<>();
    private final Map<String, Long> highest = new LinkedHashMap<>();
    private @Nullable PeerPromise among;

    /**
     * @param patience how long a node bids for nothing after the store went back, in nanoseconds
     */
    public Checks(LongSupplier clock, long patience) {
        findings = new Findings(clock);
        exclusion = new ExclusionCheck(findings, assumptions);
        tokens = new TokenCheck(findings);
        pairs = new PairCheck(findings);
        rows = new RowCheck(findings, assumptions);
        deadlines = new DeadlineCheck(findings);
        duties = new DutyCheck(findings, assumptions);
        courses = new CourseCheck(findings);
        memories = new MemoryCheck(findings, patience);
    }

    /** There is no store: what the members promise each other is checked instead. */
    public void decidedAmongPeers(PeerPromise promise) {
        among = promise;
        exclusion.except(promise::mayBothLead);
        duties.except(promise::mayBothLead);
    }

    /**
     * R1: when all have met exactly one leads, with a higher token than anybody ever had; and G8: everybody knows it.
     */
    public void mustHaveMet(String election, List<? extends Claimant> members) {
        List<Part> parts = members.stream()
                .flatMap(member -> member.parts().stream())
                .filter(part -> part.isIn(election))
                .toList();
        List<Part> leading = parts.stream().filter(Part::claims).toList();
        if (leading.size() != 1) {
            findings.violated(
                    "R1",
                    "%s is led by %s after all had met",
                    election,
                    leading.stream().map(part -> part.owner).toList());
            return;
        }
        Part leader = leading.get(0);
        long most = highest.getOrDefault(election, 0L);
        if (leader.claimedToken() < most) {
            findings.violated("R1", "%s is led with token %d after %d", election, leader.claimedToken(), most);
        }
        for (Part part : parts) {
            String known = part.knownLeader();
            if (!known.equals(leader.owner.toString())) {
                findings.violated("G8", "%s says that %s leads %s, not %s", part.owner, known, election, leader.owner);
            }
        }
    }

    /** R1, at any time when all have long met: whoever leads alone has a higher token than anybody ever had. */
    public void mustLeadHighest(String election, List<? extends Claimant> members) {
        long most = highest.getOrDefault(election, 0L);
        List<Part> leading = members.stream()
                .flatMap(member -> member.parts().stream())
                .filter(part -> part.isIn(election) && part.claims())
                .toList();
        if (leading.size() == 1 && leading.get(0).claimedToken() < most) {
            findings.violated(
                    "R1",
                    "%s is led with token %d after %d",
                    election,
                    leading.get(0).claimedToken(),
                    most);
        }
    }

    public Findings findings() {
        return findings;
    }

    public Assumptions assumptions() {
        return assumptions;
    }

    /** A process takes part in an election from now on. */
    public Part takesPart(Claimant claimant, Election election, boolean observer) {
        Part.Contest contest = contests.computeIfAbsent(election.name().value(), Part.Contest::new);
        return new Part(claimant, contest, election, observer);
    }

    /** A process has ended, in whatever way. */
    public void died(Claimant claimant) {
        claimant.parts().forEach(part -> part.leads(false));
        pairs.left(claimant);
        duties.left(claimant);
        courses.left(claimant);
    }

    /** Something has happened in a process, or somebody in it could have asked. */
    public void after(Claimant moved) {
        List<Part> parts = moved.parts();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            boolean leads = part.claims();
            if (leads && !part.leads) {
                began(part);
            }
            part.leads(leads);
            if (leads && part.observer) {
                findings.violated("Z9", "%s only observes %s and leads it", moved, part.contest.name);
            }
            if (leads) {
                exclusion.leads(part);
                if (among == null || among.tellsDeadlines()) {
                    deadlines.leads(part);
                }
            }
        }
    }

    private void began(Part part) {
        long token = part.claimedToken();
        if (token != part.token) {
            part.token = token;
            highest.merge(part.contest.name, token, Math::max);
            changed.add(part.contest.name);
            if (among != null && !among.holdsEverywhere()) {
                tokens.beganOnItsSide();
                return;
            }
            tokens.began(part.owner, part.contest.name, token);
            register(part.contest.name).barrier(part.owner, token, tokens.mayBeSecondHand(part.contest.name, token));
            memories.led(part, token);
        }
    }

    public void heard(Claimant by, Change change) {
        pairs.heard(by, change);
    }

    /** A request for this election, sent early enough for this deadline, was confirmed. */
    public void confirmed(Part part, long deadline) {
        deadlines.confirmed(part, deadline);
    }

    /** A node was shown this term, and has taken notice. */
    public void shown(Part part, long epoch) {
        memories.shown(part, epoch);
    }

    /** A node was shown this term in passing. */
    public void perhapsShown(Part part, long epoch) {
        memories.perhapsShown(part, epoch);
    }

    /** A process tells its operator that the store went back. */
    public void alarmed(Part part) {
        memories.alarmed(part);
    }

    public void mustHaveAlarmed(Part part) {
        memories.mustHaveAlarmed(part);
    }

    /** A bid is sent. */
    public void bids(Part part, long token) {
        memories.bids(part, token);
    }

    public void dutyBegan(Claimant leader, String election, String duty, long token, boolean obedient) {
        duties.began(leader, election, duty, token, obedient);
    }

    /** A duty was told to stop, and takes the time that it has for it. */
    public void dutyStops(Claimant leader, String election, String duty) {
        duties.stopping(leader, election, duty);
    }

    public void dutyEnded(Claimant leader, String election, String duty) {
        duties.ended(leader, election, duty);
    }

    /** A duty has thrown: the feed must tell it. */
    public void dutyThrew(Claimant leader) {
        courses.dutyThrew(leader);
    }

    /** A process's feed tells something. */
    public void told(Claimant by, FeedRecord record) {
        courses.told(by, record);
        if (record.kind() == FeedKind.DUTY_ABANDONED) {
            duties.abandoned(
                    by,
                    String.valueOf(record.election()),
                    String.valueOf(record.details().get("duty")));
        }
    }

    /** By now the feed has told every failure of a duty. */
    public void mustHaveToldFailures(Claimant claimant) {
        courses.mustHaveToldFailures(claimant);
    }

    public FencedRegister register(String election) {
        return registers.computeIfAbsent(election, name -> new FencedRegister(findings, name));
    }

    public Map<String, FencedRegister> registers() {
        return registers;
    }

    public long terms() {
        return tokens.terms();
    }

    /** A guarded transaction of a leader whose term the store shows as running must be let through. */
    public void guarded(Claimant leader, String election, LeaseRow row, boolean letThrough, long token) {
        if (!letThrough && row.epoch() == token) {
            findings.violated(
                    "S1",
                    "%s holds %s with token %d but the term row says %d",
                    leader,
                    election,
                    token,
                    row.guardedTerm());
        }
    }

    /** A bound of liveness: by now somebody leads. */
    public void mustLead(String property, String election, boolean somebodyLeads, String why) {
        if (!somebodyLeads) {
            findings.violated(property, "nobody leads %s %s", election, why);
        }
    }

    /** Whether another leader than before was seen since the last call; for stability after the storm. */
    public Set<String> leaderChanges() {
        Set<String> since = new HashSet<>(changed);
        changed.clear();
        return since;
    }

    /** What a user asked for must be answered in the end. */
    public void mustHaveAnswered(Claimant claimant, boolean hasAnswered) {
        if (!hasAnswered) {
            findings.violated("Z9", "%s has not answered its user", claimant);
        }
    }

    public void mustBeStable(Set<String> changes) {
        if (!changes.isEmpty()) {
            findings.violated("Live2", "the leader of %s changed though nothing happened", changes);
        }
    }

    @Override
    public void carriedOut(
            Statement statement, String election, LeaseRow before, @Nullable LeaseRow after, long now, String clock) {
        rows.carriedOut(statement, election, before, after, now, clock);
        if (after != null && (statement == Statement.ACQUIRE || statement == Statement.ACQUIRE_OBSERVED)) {
            tokens.granted(election, after.epoch());
        }
        if (statement == Statement.RELEASE && after != null && !after.equals(before) && before.holder() != null) {
            released(election, before);
        }
    }

    private void released(String election, LeaseRow before) {
        String holder = String.valueOf(before.holder());
        duties.released(holder, election, before.epoch());
        Part.Contest contest = contests.get(election);
        if (contest == null) {
            return;
        }
        for (Part part : contest.leading) {
            if (part.owner.toString().equals(holder) && part.token == before.epoch() && part.claims()) {
                findings.violated(
                        "C7", "%s was released while %s leads with token %d", election, holder, before.epoch());
            }
        }
    }

    @Override
    public void marked(String election, LeaseRow after) {
        rows.marked(election, after);
    }

    @Override
    public void restored() {
        rows.restored();
        tokens.restored();
    }

    @Override
    public void wentBack(String election, long epoch) {
        rows.wentBack(election, epoch);
        tokens.wentBack(election);
    }
}
