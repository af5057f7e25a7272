package dev.primus.core.ballot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Stance;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a voter has sworn")
class OathTest {
    private static final Duration SPELL = Duration.ofMillis(900);
    private static final NodeId A = NodeId.of("a", "0001");
    private static final NodeId B = NodeId.of("b", "0002");
    private static final MonoTime BEGIN = at(1000);
    private static final MonoTime SOON = at(1899);
    private static final MonoTime LATER = at(1900);

    private final Oath oath = new Oath(SPELL, null, new MonoTime(0));

    private static MonoTime at(long millis) {
        return new MonoTime(0).plus(Duration.ofMillis(millis));
    }

    private static Term a(long number) {
        return Term.of(A, number);
    }

    private static Term b(long number) {
        return Term.of(B, number);
    }

    @Test
    @DisplayName("who has sworn nothing agrees to anybody")
    void nothingSworn() {
        assertThat(oath.toCandidate(A, BEGIN)).isEqualTo(Stance.AGREED);
        assertThat(oath.toVote(a(1), BEGIN)).isEqualTo(Stance.AGREED);
        assertThat(oath.toLeader(a(1), BEGIN)).isEqualTo(Stance.AGREED);
        assertThat(oath.heeded()).isZero();
        assertThat(oath.leader(BEGIN)).isNull();
        assertThat(oath.sworn()).isNull();
    }

    @Test
    @DisplayName("Vote2 one vote in a term: not another, not the same once more, not when the first has run out")
    void oneVote() {
        oath.votes(a(1), BEGIN);

        assertThat(oath.toVote(b(1), SOON)).isEqualTo(Stance.BOUND);
        assertThat(oath.toVote(b(2), SOON)).as("nor in a later one yet").isEqualTo(Stance.BOUND);
        assertThat(oath.toVote(a(1), SOON)).isEqualTo(Stance.LATER);
        assertThat(oath.toVote(b(1), LATER)).isEqualTo(Stance.LATER);
        assertThat(oath.toVote(b(2), LATER)).isEqualTo(Stance.AGREED);
        assertThat(oath.toVote(a(2), SOON))
                .as("whom it voted for may try higher")
                .isEqualTo(Stance.AGREED);
    }

    @Test
    @DisplayName("Vote3 terms never fall: nobody is voted for or followed below what was sworn")
    void neverBelow() {
        oath.follows(a(5), BEGIN);

        assertThat(oath.toVote(b(4), LATER)).isEqualTo(Stance.LATER);
        assertThat(oath.toVote(a(5), LATER)).isEqualTo(Stance.LATER);
        assertThat(oath.toLeader(a(4), BEGIN))
                .as("an old heartbeat of the same")
                .isEqualTo(Stance.LATER);
        assertThat(oath.toLeader(b(6), LATER)).isEqualTo(Stance.AGREED);
        assertThat(oath.heeded()).isEqualTo(5);
    }

    @Test
    @DisplayName("Vote5 while a leader is heard nobody else is voted for or followed, in whatever term")
    void boundWhileHeard() {
        oath.follows(a(1), BEGIN);

        assertThat(oath.toCandidate(B, SOON)).isEqualTo(Stance.BOUND);
        assertThat(oath.toVote(b(9), SOON)).isEqualTo(Stance.BOUND);
        assertThat(oath.toLeader(b(9), SOON)).isEqualTo(Stance.BOUND);
        assertThat(oath.heeded()).as("and the higher term is not adopted").isEqualTo(1);
        assertThat(oath.leader(SOON)).isEqualTo(a(1));
        assertThat(oath.toCandidate(B, LATER)).isEqualTo(Stance.AGREED);
        assertThat(oath.leader(LATER)).isNull();
        assertThat(oath.freeAt(B)).isEqualTo(LATER);
        assertThat(oath.freeAt(A)).as("its leader may stand again").isEqualTo(new MonoTime(0));
    }

    @Test
    @DisplayName("a vote for one who did not win does not stand against who did; but a term below it does")
    void followsWhoWon() {
        oath.votes(a(3), BEGIN);

        assertThat(oath.toLeader(b(3), SOON)).isEqualTo(Stance.AGREED);
        assertThat(oath.toLeader(b(2), SOON)).isEqualTo(Stance.LATER);
    }

    @Test
    @DisplayName("Vote1 nobody follows two in one term")
    void notTwoInOneTerm() {
        oath.follows(a(3), BEGIN);

        assertThat(oath.toLeader(b(3), SOON)).isEqualTo(Stance.LATER);
        assertThat(oath.toLeader(b(3), LATER)).isEqualTo(Stance.LATER);
        assertThat(oath.heeded(b(3))).as("and says what number would do").isEqualTo(4);
        assertThat(oath.heeded(a(3))).isEqualTo(3);
    }

    @Test
    @DisplayName("Xfer1 the leader's own word frees at once, and that term is over for good")
    void theOwnersWord() {
        oath.follows(a(1), BEGIN);
        oath.isOver(a(1));

        assertThat(oath.leader(BEGIN)).isNull();
        assertThat(oath.toVote(b(2), BEGIN)).isEqualTo(Stance.AGREED);
        assertThat(oath.toLeader(a(1), BEGIN))
                .as("not even its owner comes back to it")
                .isEqualTo(Stance.LATER);
        assertThat(oath.toLeader(a(2), BEGIN)).isEqualTo(Stance.AGREED);
    }

    @Test
    @DisplayName("Xfer1 the end of an earlier term of the same leader frees nobody")
    void anEarlierEnd() {
        oath.follows(a(2), BEGIN);
        oath.isOver(a(1));

        assertThat(oath.toVote(b(3), SOON)).isEqualTo(Stance.BOUND);
        assertThat(oath.leader(SOON)).isEqualTo(a(2));
    }

    @Test
    @DisplayName("a vote for a term that was withdrawn binds no more, but stays a vote of that term")
    void withdrawn() {
        oath.votes(a(1), BEGIN);
        oath.isOver(a(1));

        assertThat(oath.toVote(b(1), BEGIN)).isEqualTo(Stance.LATER);
        assertThat(oath.toVote(b(2), BEGIN)).isEqualTo(Stance.AGREED);
    }

    @Test
    @DisplayName("Vote6 in a new life it is silent for a while, but to the leader it had, and remembers the number")
    void silence() {
        Oath next = new Oath(SPELL, a(7), LATER);

        assertThat(next.heeded()).isEqualTo(7);
        assertThat(next.toCandidate(B, SOON)).isEqualTo(Stance.NOT_YET);
        assertThat(next.toVote(b(8), SOON)).isEqualTo(Stance.NOT_YET);
        assertThat(next.toLeader(b(8), SOON)).isEqualTo(Stance.NOT_YET);
        assertThat(next.toLeader(a(8), SOON)).as("another term of its leader").isEqualTo(Stance.NOT_YET);
        assertThat(next.toLeader(a(7), SOON)).isEqualTo(Stance.AGREED);
        assertThat(next.toVote(b(8), LATER)).isEqualTo(Stance.AGREED);
        assertThat(next.toVote(b(7), LATER)).isEqualTo(Stance.LATER);
        assertThat(next.isKept(a(7))).as("it came from the disk").isTrue();
        assertThat(next.cast()).as("nobody knows whether it was told").isNull();
    }

    @Test
    @DisplayName("Vote6 the silence ends when the term that it is kept for does")
    void silenceEnds() {
        Oath next = new Oath(SPELL, a(7), LATER);
        next.isOver(a(7));

        assertThat(next.isSilent(BEGIN)).isFalse();
        assertThat(next.toVote(b(8), BEGIN)).isEqualTo(Stance.AGREED);
    }

    @Test
    @DisplayName("Vote2 only what was told is told again: a leader that is followed was not voted for")
    void cast() {
        oath.votes(a(1), BEGIN);
        assertThat(oath.cast()).as("it may not be on the disk yet").isNull();
        oath.isCast(a(1));
        assertThat(oath.cast()).isEqualTo(a(1));
        oath.follows(b(2), BEGIN);
        assertThat(oath.cast()).isNull();
    }

    @Test
    @DisplayName("the disk does not go back to an earlier term")
    void kept() {
        oath.kept(a(2));
        oath.kept(b(1));

        assertThat(oath.isKept(a(2))).isTrue();
        assertThat(oath.isKept(b(1))).isFalse();
    }

    @Test
    @DisplayName("of terms that are over it remembers more than can still be on their way, and no more")
    void remembersSome() {
        for (int i = 1; i <= 100; i++) {
            oath.isOver(a(i));
        }

        assertThat(oath.over()).hasSize(64).contains(a(100), a(37)).doesNotContain(a(36));
    }
}
