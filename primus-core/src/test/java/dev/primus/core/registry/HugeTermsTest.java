package dev.primus.core.registry;

import static dev.primus.core.registry.Club.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Term;
import dev.primus.core.registry.RegistryMessage.Beat;
import dev.primus.core.registry.RegistryMessage.Purpose;
import dev.primus.core.registry.RegistryMessage.Stance;
import dev.primus.core.registry.RegistryMessage.Vote;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("One member that reports a term far above all others does not end a registry election")
class HugeTermsTest {
    private static final Duration LEFT = Duration.ofSeconds(1);

    private final Club club = Club.ofThree();

    private static Testimony testimony(long highest, @Nullable Term holds, List<Term> over, long after) {
        NodeName heir = after == 0 ? null : new NodeName("c");
        return new Testimony(ELECTION, highest, holds, null, over, after, heir, LEFT, null, null);
    }

    /** Everything that a member can say with a term in it. */
    private List<RegistryMessage> lies(Club among, NodeId liar, long number, PeerView view, Term led) {
        Term term = Term.of(liar, number);
        ViewId id = ViewId.of(view);
        String charter = among.charter();
        return List.of(
                new RegistryMessage.Round(1, charter, Purpose.GO_ON, List.of(new Beat(ELECTION, term, 0, List.of()))),
                new RegistryMessage.Round(2, charter, Purpose.BEGIN, List.of(new Beat(ELECTION, term, 0, List.of()))),
                new RegistryMessage.Round(
                        3,
                        charter,
                        Purpose.ASK,
                        List.of(new Beat(ELECTION, Term.of(liar, led.token().value() + 1), 0, List.of(term)))),
                new RegistryMessage.Voted(1, true, List.of(new Vote(ELECTION, led, Stance.NOT_YET, number))),
                new RegistryMessage.Collected(id, charter, true, 1, 1, List.of(testimony(number, null, List.of(), 0))),
                new RegistryMessage.Collected(id, charter, true, 1, 1, List.of(testimony(1, term, List.of(), 0))),
                new RegistryMessage.Collected(id, charter, true, 1, 1, List.of(testimony(1, null, List.of(term), 0))),
                new RegistryMessage.Collected(id, charter, true, 1, 1, List.of(testimony(1, null, List.of(), number))),
                new RegistryMessage.Claim(id, "lie", testimony(number, null, List.of(), 0)),
                new RegistryMessage.Refused(id, "lie", testimony(number, null, List.of(), 0)),
                new RegistryMessage.Granted(id, ELECTION, "lie", term),
                new RegistryMessage.Ended(ELECTION, term, LossReason.RELEASED, null),
                new RegistryMessage.Displaced(id, ELECTION, List.of(term), new NodeName("c")));
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE / 2, 1_700_000_000_000L, 1002})
    @DisplayName("C1 under majority no message raises the next term by more than one")
    void underMajority(long number) {
        PeerView view = club.member("a").registry.view();
        FencingToken first = club.leads("a");
        Term led = new Term(club.member("a").id, first);
        for (RegistryMessage lie : lies(club, club.member("c").id, number, view, led)) {
            club.member("a").registry.heard(club.member("c").id, lie, club.now);
            club.member("b").registry.heard(club.member("c").id, lie, club.now);
        }
        club.deliver();

        assertThat(Objects.requireNonNull(club.renew("a", first)).verdict()).isEqualTo(Verdict.YES);
        club.release("a", first, null);
        assertThat(club.leads("b").value()).isEqualTo(2);
        assertThat(club.disks.values())
                .allSatisfy(disk -> assertThat(disk)
                        .allSatisfy(
                                mark -> assertThat(mark.term().token().value()).isLessThanOrEqualTo(2)));
        assertThat(club.member("b").registry.refusedTerms()).isGreaterThan(5);
        assertThat(club.member("b").warnings)
                .as("one line a minute")
                .hasSize(1)
                .allSatisfy(line -> assertThat(line).contains(Long.toString(number)));
    }

    @Test
    @DisplayName("C1 under AVAILABLE no message raises the next term above the wall clock by more than a day")
    void underAvailable() {
        Club free = Club.available(3);
        PeerView view = free.member("a").registry.view();
        FencingToken first = free.leads("a");
        Term led = new Term(free.member("a").id, first);
        long number = free.member("a").wallMillis() + Duration.ofDays(1).toMillis() + 60_000;
        for (RegistryMessage lie : lies(free, free.member("c").id, number, view, led)) {
            free.member("a").registry.heard(free.member("c").id, lie, free.now);
            free.member("b").registry.heard(free.member("c").id, lie, free.now);
        }
        free.deliver();
        free.release("a", first, null);
        free.pass(Duration.ofSeconds(5));

        assertThat(free.leads("b").value()).isLessThan(number - 1);
    }

    @Test
    @DisplayName("a claim that reports such a term is answered with a refusal")
    void claimIsAnswered() {
        NodeId c = club.member("c").id;
        ViewId view = ViewId.of(club.member("a").registry.view());
        club.delivered.clear();
        club.member("a")
                .registry
                .heard(c, new RegistryMessage.Claim(view, "n", testimony(5000, null, List.of(), 0)), club.now);
        club.deliver();

        assertThat(club.delivered)
                .filteredOn(letter -> letter.to().equals(c))
                .extracting(Club.Letter::message)
                .filteredOn(RegistryMessage.Refused.class::isInstance)
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b", "c"})
    @DisplayName("a member that knows nothing joins a cluster far ahead once a quorum has reported the term")
    void freshMember(String registrar) {
        Club old = new Club(Quorum.majorityOf(3), RegistryTiming.DOCUMENTED);
        Mark mark = new Mark(ELECTION, Term.of(NodeId.of("a", "9999"), 50_000), old.timing.silence());
        old.disks.put("a", new java.util.ArrayList<>(List.of(mark)));
        old.disks.put("b", new java.util.ArrayList<>(List.of(mark)));
        old.start("a", "b", "c");
        String[] order = {registrar, registrar.equals("a") ? "b" : "a", registrar.equals("c") ? "b" : "c"};
        old.meet(order);
        old.pass(Duration.ofSeconds(5));
        FencingToken token = old.leads("a");
        old.renew("a", token);
        old.pass(Duration.ofMillis(500));
        old.renew("a", token);

        assertThat(token.value()).isEqualTo(50_001);
        assertThat(old.member("c").sees().holder()).isEqualTo(old.member("a").id);
        old.cutOff("b");
        old.meet("a", "c");
        assertThat(Objects.requireNonNull(old.renew("a", token)).verdict())
                .as("the promise of the fresh member counts")
                .isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("a member that knows nothing does not promise a far term that one member alone reports")
    void freshMemberAndOneLiar() {
        NodeId c = club.member("c").id;
        Beat beat = new Beat(ELECTION, Term.of(c, 50_000), 0, List.of());
        club.member("b")
                .registry
                .heard(c, new RegistryMessage.Round(1, club.charter(), Purpose.BEGIN, List.of(beat)), club.now);
        club.deliver();

        assertThat(club.disks.getOrDefault("b", List.of())).isEmpty();
        assertThat(club.leads("b").value()).isEqualTo(1);
    }

    @Test
    @DisplayName("a marks file that holds an impossible term is refused at the start")
    void poisonedMark() {
        club.disks.put(
                "b",
                List.of(new Mark(
                        ELECTION, Term.of(NodeId.of("c", "9999"), Long.MAX_VALUE - 1), club.timing.silence())));

        assertThatThrownBy(() -> club.start("b"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("delete the marks file");
    }
}
