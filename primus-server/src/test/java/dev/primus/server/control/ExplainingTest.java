package dev.primus.server.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExplainingTest {
    private static final ElectionName COORDINATOR = new ElectionName("coordinator");

    private final FakeSubject node = new FakeSubject("core-2#7f3a9c04");

    private Answer explain(@Nullable Long term, boolean dryRun) {
        return node.control().answer(new Request.Explain(COORDINATOR, term, dryRun), "ann");
    }

    private FakeOffice voter() {
        node.seat("coordinator");
        return node.votes();
    }

    @Test
    void theLatestIfNoTermIsNamed() {
        voter();
        Answer.Explained told = (Answer.Explained) explain(null, false);
        assertThat(told.term()).isEqualTo("43");
        assertThat(told.winner()).isEqualTo("core-1#00aa11bb");
        assertThat(told.trigger()).isEqualTo("admin_heartbeat_timeout");
        assertThat(told.votes()).isEqualTo(Map.of("core-1", "core-1#00aa11bb", "core-2", "core-1#00aa11bb"));
        assertThat(told.vetoes()).containsOnlyKeys("core-3");
        Answer.Candidate best = told.candidates().get(0);
        assertThat(best.viable()).isTrue();
        assertThat(best.stated().failedTerms()).isEqualTo(1);
        assertThat(best.scores().experience()).isEqualByComparingTo(new BigDecimal("0.5"));
        assertThat(told.candidates().get(1).viable()).isFalse();
    }

    @Test
    void aTermThatIsRemembered() {
        voter();
        assertThat(((Answer.Explained) explain(42L, false)).term()).isEqualTo("42");
    }

    @Test
    void aTermThatIsNot() {
        voter();
        assertThat(explain(7L, false))
                .isEqualTo(new Answer.Refusal(
                        "core-2#7f3a9c04",
                        Rule.NOT_REMEMBERED,
                        "core-2 knows of no election of term 7; what it remembers: term 43, 42"));
    }

    @Test
    void aTermOfAFormerLife() {
        voter().tellsNothing();
        NodeId former = NodeId.parse("core-2#00000001");
        node.past = election -> List.of(
                Explanation.of(former, FakeOffice.won(41), false), Explanation.of(former, FakeOffice.won(40), false));
        assertThat(((Answer.Explained) explain(40L, false)).term()).isEqualTo("40");
        Answer.Explained latest = (Answer.Explained) explain(null, false);
        assertThat(latest.term()).as("nothing has been seen since").isEqualTo("41");
        assertThat(latest.node()).as("who has seen it").isEqualTo("core-2#00000001");
        assertThat(((Answer.Refusal) explain(39L, false)).message())
                .isEqualTo("core-2 knows of no election of term 39; what it remembers: term 41, 40");
    }

    @Test
    void whatThisLifeHasSeenComesFirst() {
        voter();
        node.past = election -> List.of(Explanation.of(NodeId.parse("core-2#00000001"), FakeOffice.won(43), false));
        assertThat(((Answer.Explained) explain(43L, false)).node()).isEqualTo("core-2#7f3a9c04");
    }

    @Test
    void ofManyTermsSomeAreNamed() {
        voter().tellsNothing();
        node.past = election -> LongStream.rangeClosed(1, 25)
                .mapToObj(term -> Explanation.of(node.self, FakeOffice.won(26 - term), false))
                .toList();
        assertThat(((Answer.Refusal) explain(99L, false)).message())
                .endsWith("what it remembers: term 25, 24, 23, 22, 21, 20, 19, 18, 17, 16 and 15 more");
    }

    @Test
    void whoHasJustBegunKnowsOfNoElection() {
        voter().tellsNothing();
        assertThat(((Answer.Refusal) explain(null, false)).message()).isEqualTo("core-2 knows of no election");
        assertThat(explain(null, true)).isInstanceOf(Answer.Mistake.class);
    }

    @Test
    void whoWouldWinNow() {
        voter();
        assertThat(((Answer.Explained) explain(null, true)).dryRun()).isTrue();
    }

    @Test
    void whereNobodyVotesThereIsNothingToExplain() {
        node.seat("coordinator");
        Answer.Refusal refusal = (Answer.Refusal) explain(null, false);
        assertThat(refusal.rule()).isEqualTo(Rule.NO_BALLOT);
        assertThat(refusal.message()).contains("does not use the ballot engine", "primus history coordinator");
    }

    @Test
    void whoTakesNoPartExplainsNothing() {
        node.votes();
        assertThat(((Answer.Refusal) explain(null, false)).rule()).isEqualTo(Rule.NOT_TAKING_PART);
    }
}
