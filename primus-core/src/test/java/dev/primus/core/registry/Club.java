package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Resolver;
import dev.primus.core.peers.Member;
import dev.primus.core.peers.Past;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.Sighting;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Some members, the letters between them, and a clock that moves when told to. */
final class Club {
    static final ElectionName ELECTION = new ElectionName("e");
    static final Duration STEP = Duration.ofMillis(10);

    /** On its way. */
    record Letter(NodeId from, NodeId to, RegistryMessage message) {}

    /** A member, and all that it has had done. */
    final class Member implements RegistryHands {
        final NodeId id;
        final Registry registry;
        final List<ElectionName> looks = new ArrayList<>();
        final List<ElectionName> returns = new ArrayList<>();
        final List<String> warnings = new ArrayList<>();
        final List<Appeal> appeals = new ArrayList<>();

        @Nullable
        Answer answer;

        boolean diskFull;
        boolean companion;

        Member(NodeId id, boolean voter, Quorum quorum, List<Mark> marks) {
            this.id = id;
            this.registry = new Registry(
                    rules(id, voter, quorum),
                    this,
                    new Past(marks, floors.getOrDefault(id.name().value(), 0L)),
                    now);
        }

        @Override
        public void send(NodeId to, RegistryMessage message) {
            Letter letter = new Letter(id, to, message);
            if (!lost.test(letter)) {
                mail.add(letter);
            }
        }

        @Override
        public void giveUp(ElectionName election, LossReason reason) {
            throw new AssertionError("nobody asks a registry for that");
        }

        @Override
        public void keep(List<Mark> marks) {
            if (diskFull) {
                afterwards.add(() -> registry.notKept(marks));
            } else {
                disks.computeIfAbsent(id.name().value(), name -> new ArrayList<>())
                        .addAll(marks);
                afterwards.add(() -> registry.kept(marks, now));
            }
        }

        @Override
        public void drop(long floor, List<Mark> marks) {
            if (diskFull) {
                afterwards.add(() -> registry.notDropped(marks));
            } else {
                floors.merge(id.name().value(), floor, Math::max);
                disks.getOrDefault(id.name().value(), new ArrayList<>())
                        .removeIf(kept -> marks.stream()
                                .anyMatch(mark -> kept.election().equals(mark.election())
                                        && kept.term()
                                                        .token()
                                                        .compareTo(mark.term().token())
                                                <= 0));
            }
        }

        @Override
        public void appeal(Appeal appeal) {
            appeals.add(appeal);
            if (!rowAway) {
                afterwards.add(() -> registry.witnessed(appeal, row.answer(appeal, now), now));
            }
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
        public String releaseDigest(ElectionName election, String nonce) {
            return companion ? digestOf(id.name().value(), nonce) : "";
        }

        @Override
        public long wallMillis() {
            return wall + now.nanos() / 1_000_000;
        }

        Sighting sees() {
            return Objects.requireNonNull(registry.look(ELECTION, now).seen());
        }
    }

    Quorum quorum;
    final RegistryTiming timing;
    final Map<String, Member> members = new LinkedHashMap<>();
    final Map<String, List<Mark>> disks = new LinkedHashMap<>();
    final Map<String, Long> floors = new LinkedHashMap<>();
    final Deque<Letter> mail = new ArrayDeque<>();
    final List<Letter> delivered = new ArrayList<>();
    private final Deque<Runnable> afterwards = new ArrayDeque<>();
    final RowStub row = new RowStub();
    boolean rowAway;
    Predicate<Letter> lost = letter -> false;
    MonoTime now = new MonoTime(0);
    long wall = 1_000_000;
    /** How long a candidate waits for the answer to its bid. */
    Duration patience;

    private long views;
    private int nonces;
    private int lives;

    Club(Quorum quorum, RegistryTiming timing) {
        this.quorum = quorum;
        this.timing = timing;
        this.patience = timing.lease().ioTimeout();
    }

    /** Three members that have long met, and by now may promise. */
    static Club ofThree() {
        Club club = new Club(Quorum.majorityOf(3), RegistryTiming.DOCUMENTED);
        club.start("a", "b", "c");
        club.meet("a", "b", "c");
        club.pass(Duration.ofSeconds(3));
        return club;
    }

    static Club available(int size) {
        Club club = new Club(Quorum.available(size), RegistryTiming.DOCUMENTED_AVAILABLE);
        String[] names = Arrays.copyOf(new String[] {"a", "b", "c", "d", "e"}, size);
        club.start(names);
        club.meet(names);
        club.pass(Duration.ofSeconds(3));
        return club;
    }

    /** Two members, and a row that votes with them. */
    static Club ofTwo() {
        Club club = new Club(Quorum.tieBreak(), RegistryTiming.DOCUMENTED);
        club.start("a", "b");
        club.meet("a", "b");
        club.pass(Duration.ofSeconds(3));
        return club;
    }

    private RegistryRules rules(NodeId id, boolean voter, Quorum counts) {
        return new RegistryRules(
                id, voter, counts, counts.rows() > 0 ? "db" : "", timing, Resolver.LOWER_NAME, new Rulings());
    }

    /** The rules all go by. */
    String charter() {
        return rules(NodeId.of("any", "0001"), true, quorum).charter();
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

    Member start(String name, boolean voter) {
        Map<ElectionName, Mark> kept = new LinkedHashMap<>();
        disks.getOrDefault(name, List.of()).forEach(mark -> kept.put(mark.election(), mark));
        Member member = new Member(NodeId.of(name, "000" + ++lives), voter, quorum, List.copyOf(kept.values()));
        members.put(name, member);
        return member;
    }

    Member member(String name) {
        return Objects.requireNonNull(members.get(name));
    }

    /** All of these are told that they are together; the first is the registrar. */
    PeerView meet(String... names) {
        PeerView view = new PeerView(
                ++views, Arrays.stream(names).map(name -> member(name).id).toList());
        Arrays.stream(names).forEach(name -> member(name).registry.viewed(view, now));
        deliver();
        return view;
    }

    void deliver() {
        while (!mail.isEmpty() || !afterwards.isEmpty()) {
            if (!afterwards.isEmpty()) {
                afterwards.remove().run();
            } else {
                Letter letter = mail.remove();
                delivered.add(letter);
                for (Member member : members.values()) {
                    if (member.id.equals(letter.to())) {
                        member.registry.heard(letter.from(), letter.message(), now);
                    }
                }
            }
        }
    }

    void pass(Duration span) {
        for (long left = span.toNanos(); left > 0; left -= STEP.toNanos()) {
            now = now.plusNanos(Math.min(left, STEP.toNanos()));
            for (Member member : List.copyOf(members.values())) {
                if (!now.isBefore(member.registry.wakeAt())) {
                    member.registry.woken(now);
                }
            }
            deliver();
        }
    }

    /** @return the answer, if it has come already */
    @Nullable
    Answer bid(String name) {
        return bid(name, ELECTION);
    }

    @Nullable
    Answer bid(String name, ElectionName election) {
        Member member = member(name);
        member.answer = null;
        Bid bid = new Bid(election, 0, 0, new FencingToken(1), "n" + ++nonces);
        MonoTime deadline = now.plus(patience);
        member.registry.acquire(bid, deadline, answer -> member.answer = answer, now);
        deliver();
        return member.answer;
    }

    /** Has it lead, by whatever token. */
    FencingToken leads(String name) {
        Answer answer = Objects.requireNonNull(bid(name), "no answer to " + name);
        return Objects.requireNonNull(answer.granted(), answer.toString());
    }

    @Nullable
    Answer renew(String name, FencingToken token) {
        Member member = member(name);
        member.answer = null;
        MonoTime deadline = now.plus(timing.lease().ioTimeout());
        Hold hold = new Hold(ELECTION, token, "any");
        member.registry.renew(List.of(hold), deadline, answer -> member.answer = answer, now);
        deliver();
        return member.answer;
    }

    @Nullable
    Answer release(String name, FencingToken token, @Nullable NodeName heir) {
        Member member = member(name);
        member.answer = null;
        MonoTime deadline = now.plus(timing.lease().ioTimeout());
        Parting parting = new Parting(new Hold(ELECTION, token, "any"), LossReason.RELEASED, heir);
        member.registry.release(parting, deadline, answer -> member.answer = answer, now);
        deliver();
        return member.answer;
    }

    /** Nothing gets to this one or away from it. */
    void cutOff(String name) {
        NodeId alone = member(name).id;
        lost = lost.or(letter -> letter.from().equals(alone) || letter.to().equals(alone));
    }
}
