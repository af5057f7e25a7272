package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.Term;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Z8")
@DisplayName("The companion of a dead leader ends its term with the key that the leader committed to")
class BallotReleaseTest {
    private final Parish parish = Parish.of(3);

    private boolean release(String at, String owner, String digest) {
        boolean over = parish.member(at).ballot.releasedByCompanion(ELECTION, parish.id(owner), digest, parish.now);
        parish.deliver();
        return over;
    }

    @Test
    @DisplayName("the others elect at once, and the end of the term is on record as a crash")
    void atOnce() {
        parish.member("a").companion = true;
        Term term = parish.elects("a");
        String digest = parish.digestOf("a");
        parish.leadsFor(900, term);
        parish.cutOff("a");
        assertThat(release("b", "a", digest)).isTrue();
        assertThat(release("c", "a", digest)).isTrue();
        assertThat(parish.member("b").returns).contains(ELECTION);
        assertThat(Objects.requireNonNull(parish.member("b")
                                .ballot
                                .books(parish.now)
                                .history()
                                .get(ELECTION))
                        .get(0)
                        .reason())
                .isEqualTo(LossReason.CRASHED);

        assertThat(parish.elects("b").token().value())
                .isGreaterThan(term.token().value());
    }

    @Test
    @DisplayName("another key, another owner, another election, an own term, a former term: refused")
    void refused() {
        parish.member("a").companion = true;
        Term first = parish.elects("a");
        String former = parish.digestOf("a");
        parish.release(first, LossReason.RELEASED, null);
        parish.pass(parish.timing.leaderWindow());
        Term term = parish.elects("a");
        String digest = parish.digestOf("a");

        assertThat(release("b", "a", "0".repeat(64))).isFalse();
        assertThat(release("b", "a", "")).isFalse();
        assertThat(release("b", "a", former)).isFalse();
        assertThat(release("b", "c", digest)).isFalse();
        assertThat(release("a", "a", digest)).isFalse();
        ElectionName unknown = new ElectionName("unknown");
        assertThat(parish.member("b").ballot.releasedByCompanion(unknown, parish.id("a"), digest, parish.now))
                .isFalse();
        assertThat(parish.member("b").leader()).isEqualTo(term);
    }
}
