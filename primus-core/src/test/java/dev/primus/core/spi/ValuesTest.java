package dev.primus.core.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What travels between the engine and a store")
class ValuesTest {
    private static final ElectionName COORDINATOR = new ElectionName("coordinator");

    @Test
    @DisplayName("S3 an answer has three values, and only an unknown one has a cause")
    void answers() {
        assertThat(Answer.yes(COORDINATOR)).isEqualTo(new Answer(COORDINATOR, Verdict.YES, null, ""));
        assertThat(Answer.no(COORDINATOR)).isEqualTo(new Answer(COORDINATOR, Verdict.NO, null, ""));
        assertThat(Answer.unknown(COORDINATOR, "timed out"))
                .isEqualTo(new Answer(COORDINATOR, Verdict.UNKNOWN, null, "timed out"));
    }

    @Test
    void aBidIsHeldByItsTokenAndNonce() {
        Bid bid = new Bid(COORDINATOR, 6, 40, new FencingToken(7), "7f3a-1");

        assertThat(bid.hold()).isEqualTo(new Hold(COORDINATOR, new FencingToken(7), "7f3a-1"));
        assertThat(new Parting(bid.hold(), LossReason.RELEASED, null).election())
                .isEqualTo(COORDINATOR);
    }

    @Test
    void hintsNameAnElectionOrAny() {
        assertThat(Hint.changed(COORDINATOR)).isEqualTo(new Hint(Hint.Kind.CHANGED, COORDINATOR));
        assertThat(Hint.ANYTHING).isEqualTo(new Hint(Hint.Kind.CHANGED, null));
        assertThat(Hint.CHANNEL.kind()).isEqualTo(Hint.Kind.CHANNEL_UP);
        assertThat(Hint.NO_CHANNEL.kind()).isEqualTo(Hint.Kind.CHANNEL_DOWN);
    }

    @Test
    void aStoreThatCannotBeUsedSaysWhatToDo() {
        Throwable cause = new IllegalStateException("read-only");

        assertThat(new StoreException("point url at the primary")).hasMessage("point url at the primary");
        assertThat(new StoreException("point url at the primary", cause)).hasCause(cause);
    }
}
