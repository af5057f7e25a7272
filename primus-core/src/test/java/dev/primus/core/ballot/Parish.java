package dev.primus.core.ballot;

import dev.primus.core.BallotTiming;
import dev.primus.core.ElectionName;
import dev.primus.core.ElectionPhase;
import dev.primus.core.Electorate;
import dev.primus.core.ElectorateVersion;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.Ruling;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.score.Capability;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.ballot.score.Weights;
import dev.primus.core.peers.Past;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Some members, the letters between them, their disks, and a clock that moves when told to. */
final class Parish {
    static final ElectionName ELECTION = new ElectionName("e");
    static final BallotTiming TIMING = BallotTiming.FAST;
    static final Duration STEP = Duration.ofMillis(10);
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");

    /** On its way. */
    record Letter(NodeId from, NodeId to, BallotMessage message) {}

    /** A member, and all that it has had done. */
    final class Member implements BallotHands {
        final NodeId id;
        final Ballot ballot;
        final List<ElectionName> looks = new ArrayList<>();
        final List<ElectionName> returns = new ArrayList<>();
        final List<String> warnings = new ArrayList<>();
        final List<LossReason> surrenders = new ArrayList<>();
        final List<Report> reports = new ArrayList<>();
        final Deque<List<Mark>> unwritten = new ArrayDeque<>();
        final List<String> rulings = new ArrayList<>();
        final List<Ruling.Outcome> outcomes = new ArrayList<>();

        Facts facts;

        @Nullable
        Answer answer;

        boolean busy;
        boolean diskFull;
        boolean companion;
        boolean diskSlow;
        boolean unlucky;

        Member(NodeId id, boolean voter, Facts facts, List<Mark> marks) {
            this.id = id;
            this.facts = facts;
            this.ballot = new Ballot(
                    rules(id, voter),
                    this,
                    new Past(marks, floors.getOrDefault(id.name().value(), 0L)),
                    now);
        }

        void hears(Ruling ruling) {
            rulings.add(ruling.why());
            outcomes.add(ruling.outcome());
        }

        @Override
        public void send(NodeId to, BallotMessage message) {
            Letter letter = new Letter(id, to, message);
            sent.add(letter);
            if (!lost.test(letter)) {
                mail.add(letter);
            }
        }

        @Override
        public void keep(List<Mark> marks) {
            if (diskFull) {
                afterwards.add(() -> ballot.notKept(marks));
            } else if (diskSlow) {
                unwritten.add(marks);
            } else {
                written(marks);
            }
        }

        @Override
        public void drop(long floor, List<Mark> marks) {
            if (diskFull) {
                afterwards.add(() -> ballot.notDropped(marks));
                return;
            }
            floors.merge(id.name().value(), floor, Math::max);
            List<Mark> all = new ArrayList<>(disks.getOrDefault(id.name().value(), List.of()));
            all.removeIf(kept -> marks.stream()
                    .anyMatch(mark -> kept.election().equals(mark.election())
                            && kept.term().token().compareTo(mark.term().token()) <= 0));
            disks.put(id.name().value(), all);
        }

        private void written(List<Mark> marks) {
            List<Mark> all = new ArrayList<>(disks.getOrDefault(id.name().value(), List.of()));
            all.addAll(marks);
            disks.put(id.name().value(), all);
            afterwards.add(() -> ballot.kept(marks, now));
        }

        /** What the disk has been slow with is written now. */
        void diskIsDone() {
            diskSlow = false;
            while (!unwritten.isEmpty()) {
                written(unwritten.remove());
            }
            deliver();
        }

        @Override
        public void warn(String text) {
            warnings.add(text);
        }

        @Override
        public void worthALook(ElectionName election) {
            looks.add(election);
        }

        @Override
        public void givenBack(ElectionName election) {
            returns.add(election);
        }

        @Override
        public void giveUp(ElectionName election, LossReason reason) {
            surrenders.add(reason);
        }

        @Override
        public String releaseDigest(ElectionName election, String nonce) {
            return companion ? digestOf(id.name().value(), nonce) : "";
        }

        @Override
        public long wallMillis() {
            return wall + now.nanos() / 1_000_000;
        }

        @Override
        public Facts facts() {
            return facts;
        }

        @Override
        public long upTo(long bound) {
            return unlucky ? bound - 1 : 0;
        }

        final List<String> splits = new ArrayList<>();

        @Override
        public void splitBrain(ElectionName election, Term other, String why) {
            splits.add("%s %s: %s".formatted(election, other, why));
        }

        @Override
        public void decided(Report report) {
            phases.add(phase());
            reports.add(report);
        }

        final List<ElectionPhase> phases = new ArrayList<>();

        ElectionPhase phase() {
            return ballot.phase(ELECTION);
        }

        Sighting sees() {
            return Objects.requireNonNull(ballot.look(ELECTION, now).seen());
        }

        /** Whom it takes for the leader; null if nobody. */
        @Nullable
        Term leader() {
            return sees().term();
        }

        String obstacle() {
            return ballot.obstacle(now);
        }

        void enroll(Enrolment.Part part) {
            ballot.enroll(new Enrolment(ELECTION, part), now);
            deliver();
        }

        void hears(NodeId from, BallotMessage message) {
            ballot.heard(from, message, now);
            deliver();
        }

        Report report() {
            return reports.get(reports.size() - 1);
        }
    }

    final Quorum quorum;
    BallotTiming timing = TIMING;
    Weights weights = Weights.DEFAULT;
    Map<NodeName, Set<Capability>> attested = Map.of();
    /** Of members that are set up otherwise. */
    final Map<String, Quorum> otherQuorums = new LinkedHashMap<>();

    final Map<String, Member> members = new LinkedHashMap<>();
    final Map<String, List<Mark>> disks = new LinkedHashMap<>();
    final Map<String, Long> floors = new LinkedHashMap<>();
    final Deque<Letter> mail = new ArrayDeque<>();
    final List<Letter> sent = new ArrayList<>();
    private final Deque<Runnable> afterwards = new ArrayDeque<>();
    Predicate<Letter> lost = letter -> false;
    MonoTime now = new MonoTime(0);
    long wall = 1_000_000;
    private long views;
    private int nonces;
    private int lives;

    Parish(Quorum quorum) {
        this.quorum = quorum;
    }

    static NodeName[] named(int size) {
        return NAMES.stream().limit(size).map(NodeName::new).toArray(NodeName[]::new);
    }

    /** So many that have long met, looked for a leader in vain, and may promise; a is the best, then b, and so on. */
    static Parish of(int size) {
        return new Parish(Quorum.majorityOf(List.of(named(size)))).settled(size);
    }

    /** The same where every side of a partition has a leader. */
    static Parish available(int size) {
        return new Parish(Quorum.available(size)).settled(size);
    }

    Parish settled(int size) {
        String[] names = NAMES.subList(0, size).toArray(String[]::new);
        start(names);
        meet(names);
        for (String name : names) {
            member(name).enroll(Enrolment.Part.CANDIDATE);
        }
        pass(Duration.ofMillis(1000));
        return this;
    }

    BallotRules rules(NodeId id, boolean voter) {
        Quorum counted = otherQuorums.getOrDefault(id.name().value(), quorum);
        return new BallotRules(id, voter, counted, timing, weights, attested);
    }

    /** The rules all go by. */
    String charter() {
        return rules(NodeId.of("any", "0001"), true).charter();
    }

    static Facts scoring(int hours) {
        return Facts.NONE.withCapabilities(Set.of(Capability.ADMIN_ELECTION)).withUptime(Duration.ofHours(hours));
    }

    /** The digest of the key that a member's companion has for the term won by this try: 64 digits. */
    static String digestOf(String name, String nonce) {
        return String.format("%064x", (name + " " + nonce).hashCode() & 0xffffffffL);
    }

    /** The digest of the key for the try made last. */
    String digestOf(String name) {
        return digestOf(name, "n" + nonces);
    }

    void start(String... names) {
        Arrays.stream(names).forEach(name -> start(name, true));
    }

    /** A new life, with what the disk has of the last. */
    Member start(String name, boolean voter) {
        Map<ElectionName, Mark> kept = new LinkedHashMap<>();
        disks.getOrDefault(name, List.of()).forEach(mark -> kept.merge(mark.election(), mark, Mark::merged));
        Facts facts = scoring(20 - 2 * Math.max(0, NAMES.indexOf(name)));
        Member member = new Member(NodeId.of(name, "000" + ++lives), voter, facts, List.copyOf(kept.values()));
        members.put(name, member);
        return member;
    }

    Member member(String name) {
        return Objects.requireNonNull(members.get(name));
    }

    NodeId id(String name) {
        return member(name).id;
    }

    /** All of these are told that they are together. */
    void meet(String... names) {
        for (String name : names) {
            sees(name, names);
        }
        deliver();
    }

    /** This one is told that it is with these. */
    void sees(String name, String... others) {
        List<NodeId> all = Arrays.stream(others).map(this::id).toList();
        member(name).ballot.viewed(new PeerView(++views, all), now);
    }

    void deliver() {
        while (!mail.isEmpty() || !afterwards.isEmpty()) {
            if (!afterwards.isEmpty()) {
                afterwards.remove().run();
            } else {
                Letter letter = mail.remove();
                for (Member member : List.copyOf(members.values())) {
                    if (member.id.equals(letter.to())) {
                        member.ballot.heard(letter.from(), letter.message(), now);
                    }
                }
            }
        }
    }

    void pass(Duration span) {
        for (long left = span.toNanos(); left > 0; left -= STEP.toNanos()) {
            now = now.plusNanos(Math.min(left, STEP.toNanos()));
            for (Member member : List.copyOf(members.values())) {
                if (!now.isBefore(member.ballot.wakeAt())) {
                    member.ballot.woken(now);
                }
            }
            deliver();
        }
    }

    void pass(long millis) {
        pass(Duration.ofMillis(millis));
    }

    // ---- what candidates do ----------------------------------------------------------------------------------------

    /** @return the answer, if it has come already */
    @Nullable
    Answer bid(String name) {
        ask(name);
        deliver();
        return member(name).answer;
    }

    private void ask(String name) {
        Member member = member(name);
        member.answer = null;
        member.busy = true;
        Bid bid = new Bid(ELECTION, 0, 0, new FencingToken(1), "n" + ++nonces);
        member.ballot.acquire(
                bid,
                now.plus(timing.election()),
                answer -> {
                    member.answer = answer;
                    member.busy = false;
                },
                now);
    }

    /** All of these stand at once. */
    void stand(String... names) {
        Arrays.stream(names).forEach(this::ask);
        deliver();
    }

    /** All who may try do so, as often as they may, for so long. */
    void tryFor(Duration span, String... names) {
        for (long left = span.toMillis(); left > 0; left -= STEP.toMillis()) {
            for (String name : names) {
                Member member = member(name);
                Sighting seen = member.sees();
                if (!member.busy && !seen.isLive() && seen.isOpenTo(member.id.name())) {
                    ask(name);
                }
            }
            deliver();
            pass(STEP);
        }
    }

    /** Has it elected as the only one who stands: better ones are waited for. */
    Term elects(String name) {
        bid(name);
        for (long left = timing.candidacyWindow().toMillis(); left > 0 && member(name).busy; left -= STEP.toMillis()) {
            pass(STEP);
        }
        return granted(name);
    }

    Term granted(String name) {
        Answer answer = Objects.requireNonNull(member(name).answer, "no answer to " + name);
        return new Term(id(name), Objects.requireNonNull(answer.granted(), answer.toString()));
    }

    @Nullable
    Answer renew(String name, Term term) {
        Member member = member(name);
        member.answer = null;
        Hold hold = new Hold(ELECTION, term.token(), "any");
        MonoTime deadline = now.plus(timing.lease().ioTimeout());
        member.ballot.renew(List.of(hold), deadline, answer -> member.answer = answer, now);
        deliver();
        return member.answer;
    }

    /** Time passes, and it renews as often as it should. */
    void leadsFor(long millis, Term term) {
        String name = term.leader().name().value();
        long every = timing.lease().renewEvery().toMillis();
        for (long left = millis; left > 0; left -= every) {
            pass(Math.min(left, every));
            renew(name, term);
        }
    }

    @Nullable
    Answer release(Term term, LossReason reason, @Nullable NodeName heir) {
        Member member = member(term.leader().name().value());
        member.answer = null;
        Parting parting = new Parting(new Hold(ELECTION, term.token(), "any"), reason, heir);
        MonoTime deadline = now.plus(timing.lease().ioTimeout());
        member.ballot.release(parting, deadline, answer -> member.answer = answer, now);
        deliver();
        return member.answer;
    }

    /** @return what was said to it, if that has come already: why not, and nothing if there will be an election */
    @Nullable
    String request(String name, Trigger trigger, boolean override) {
        Member member = member(name);
        member.rulings.clear();
        member.outcomes.clear();
        MonoTime deadline = now.plus(timing.lease().ioTimeout());
        member.ballot.request(ELECTION, trigger, override, deadline, member.rulings::add, now);
        deliver();
        return member.rulings.isEmpty() ? null : member.rulings.get(0);
    }

    /** @return why not, and nothing if it is done; null if neither has come yet */
    @Nullable
    String reform(String name, String node, boolean joins) {
        Member member = member(name);
        member.rulings.clear();
        member.outcomes.clear();
        MonoTime deadline = now.plus(timing.silence());
        member.ballot.reform(ELECTION, new NodeName(node), joins, deadline, ruling -> member.hears(ruling), now);
        deliver();
        return member.rulings.isEmpty() ? null : member.rulings.get(0);
    }

    // ---- what goes wrong -------------------------------------------------------------------------------------------

    /** Nothing gets to this one or away from it. */
    void cutOff(String name) {
        NodeId alone = id(name);
        lost = lost.or(letter -> letter.from().equals(alone) || letter.to().equals(alone));
    }

    void heal() {
        lost = letter -> false;
    }

    // ---- what was said ---------------------------------------------------------------------------------------------

    <M extends BallotMessage> Stream<M> said(String name, Class<M> kind) {
        NodeId id = id(name);
        return sent.stream()
                .filter(letter -> letter.from().equals(id))
                .map(Letter::message)
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    /** The different votes that it has told anybody. */
    List<Term> votesOf(String name) {
        return said(name, Vote.class).map(Vote::term).distinct().toList();
    }

    /** By whom all count before anybody has changed it. */
    ElectorateVersion electorate() {
        return quorum.voters().isEmpty()
                ? ElectorateVersion.COUNTED
                : Electorate.first(quorum.voters()).version(true);
    }

    Heartbeat heartbeat(Term term) {
        return new Heartbeat(99, charter(), List.of(new BallotMessage.Beat(ELECTION, term, wall, electorate())));
    }

    static Verdict verdict(@Nullable Answer answer) {
        return Objects.requireNonNull(answer, "no answer yet").verdict();
    }
}
