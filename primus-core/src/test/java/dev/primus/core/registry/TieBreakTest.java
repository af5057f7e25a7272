package dev.primus.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.FencingToken;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("G7")
@DisplayName("Between two members that cannot reach each other a row decides")
class TieBreakTest {
    private final Club club = Club.ofTwo();

    private static Verdict verdict(@Nullable Answer answer) {
        return Objects.requireNonNull(answer).verdict();
    }

    /** They see each other no more. */
    private void part() {
        club.cutOff("a");
        club.cutOff("b");
        club.meet("a");
        club.meet("b");
    }

    private void meetAgain() {
        club.lost = letter -> false;
        club.meet("a", "b");
    }

    private FencingToken leadsByRow(String name) {
        club.bid(name);
        club.pass(Duration.ofMillis(300));
        Answer answer = Objects.requireNonNull(club.member(name).answer);
        return Objects.requireNonNull(answer.granted(), answer.toString());
    }

    /** Renews often enough. */
    private void leadOn(String name, FencingToken token, Duration span) {
        for (long left = span.toMillis(); left > 0; left -= 500) {
            club.renew(name, token);
            club.pass(Duration.ofMillis(Math.min(left, 500)));
            assertThat(verdict(club.member(name).answer)).isEqualTo(Verdict.YES);
        }
    }

    @Test
    @DisplayName("while the other answers, no database is asked")
    void noSql() {
        FencingToken token = club.leads("a");
        leadOn("a", token, Duration.ofSeconds(3));

        assertThat(club.member("a").appeals).isEmpty();
    }

    @Test
    @DisplayName("R6 cut off from the other a leader goes on by the row, and the other cannot have it")
    void goesOn() {
        FencingToken token = club.leads("a");
        part();
        leadOn("a", token, Duration.ofSeconds(6));

        club.bid("b");
        club.pass(Duration.ofSeconds(1));
        assertThat(verdict(club.member("b").answer)).isNotEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("a leader whose other is silent, though still in view, has the row's answer in the same round")
    void inTheSameRound() {
        FencingToken token = club.leads("a");
        club.cutOff("a");
        assertThat(club.renew("a", token)).isNull();
        club.pass(Duration.ofMillis(300));

        assertThat(verdict(club.member("a").answer)).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("R6 the other leads when its promise and that of the row have run out, by a higher token")
    void takesOver() {
        FencingToken token = club.leads("a");
        part();
        leadOn("a", token, Duration.ofSeconds(6));
        club.members.remove("a");
        club.bid("b");
        club.pass(Duration.ofMillis(900));
        assertThat(verdict(club.member("b").answer)).as("the row binds").isNotEqualTo(Verdict.YES);

        club.pass(Duration.ofMillis(2000));
        assertThat(leadsByRow("b").value()).isGreaterThan(token.value());
    }

    @Test
    @DisplayName("R6 without the other and without the row nobody leads")
    void neither() {
        FencingToken token = club.leads("a");
        club.rowAway = true;
        part();
        club.renew("a", token);
        club.pass(Duration.ofMillis(500));
        assertThat(verdict(club.member("a").answer)).isEqualTo(Verdict.UNKNOWN);

        club.pass(Duration.ofSeconds(4));
        club.bid("b");
        club.pass(Duration.ofSeconds(1));
        assertThat(verdict(club.member("b").answer)).isNotEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("R6 tokens rise though the one who comes back knows nothing of the last term: the row does")
    void tokensRise() {
        club.leads("a");
        part();
        club.members.remove("a");
        club.pass(Duration.ofSeconds(4));
        FencingToken second = leadsByRow("b");
        club.members.remove("b");
        club.start("a");
        club.meet("a");
        club.pass(Duration.ofSeconds(6));

        club.bid("a");
        club.pass(Duration.ofSeconds(1));
        assertThat(verdict(club.member("a").answer))
                .as("the number it thinks is free is taken")
                .isNotEqualTo(Verdict.YES);
        assertThat(leadsByRow("a").value()).isGreaterThan(second.value());
    }

    @Test
    @DisplayName("who gives back what the row has promised tells the row, and its next life need not wait")
    void givesBack() {
        FencingToken token = club.leads("a");
        part();
        leadOn("a", token, Duration.ofSeconds(1));
        assertThat(verdict(club.release("a", token, null))).isEqualTo(Verdict.YES);
        club.start("a");
        club.meet("a");
        club.pass(Duration.ofMillis(2100));

        assertThat(leadsByRow("a").value()).isGreaterThan(token.value());
    }

    @Test
    @DisplayName("when they meet again the row is left alone, and the leader stays")
    void meetsAgain() {
        FencingToken token = club.leads("a");
        part();
        leadOn("a", token, Duration.ofSeconds(4));
        meetAgain();
        club.member("a").appeals.clear();
        leadOn("a", token, Duration.ofSeconds(2));

        assertThat(club.member("a").appeals).isEmpty();
        assertThat(Objects.requireNonNull(club.member("b").sees().term()).token())
                .isEqualTo(token);
    }
}
