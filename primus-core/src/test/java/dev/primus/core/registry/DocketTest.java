package dev.primus.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.Term;
import dev.primus.core.peers.Legacy;
import dev.primus.core.peers.PauseMark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("What members know is joined, in whatever order they are heard")
@Tag("G7")
class DocketTest {
    private static final int TRIES = 5000;
    private final Random random = new Random(7);

    @Test
    @DisplayName("R2 join is commutative, associative and idempotent, and never knows less than before")
    void joinLaws() {
        for (int i = 0; i < TRIES; i++) {
            Docket a = docket();
            Docket b = docket();
            Docket c = docket();
            assertThat(a.join(b)).isEqualTo(b.join(a)).hasSameHashCodeAs(b.join(a));
            assertThat(a.join(b).join(c)).isEqualTo(a.join(b.join(c)));
            assertThat(a.join(a)).isEqualTo(a);
            assertThat(a.join(b).join(b)).isEqualTo(a.join(b));
            assertThat(a.join(b).knows(a)).isTrue();
            assertThat(a.knows(b)).isEqualTo(a.join(b).equals(a));
            assertThat(a.join(b).highest()).isEqualTo(Math.max(a.highest(), b.highest()));
        }
    }

    @Test
    @DisplayName("its owner's word that a term is over counts more than any promise, before and after")
    void overIsOver() {
        Term term = term(1, 3);
        Docket held = Docket.EMPTY.heldAlone(term, new MonoTime(50));
        Docket ended = held.ended(List.of(term));

        assertThat(ended.claims()).isEmpty();
        assertThat(ended.join(held).claims()).isEmpty();
        assertThat(ended.heldAlone(term, new MonoTime(90))).isEqualTo(ended);
        assertThat(ended.ended(List.of(term))).isSameAs(ended);
        assertThat(ended.highest()).isEqualTo(3);
    }

    @Test
    @DisplayName("a promise is never shortened by being given again")
    void longerPromisesLast() {
        Term term = term(1, 3);
        Docket held = Docket.EMPTY.heldAlone(term, new MonoTime(50)).heldAlone(term, new MonoTime(40));

        assertThat(held.claims()).containsEntry(term, new MonoTime(50));
    }

    @Test
    @DisplayName("of all ended terms the latest are remembered")
    void memoryIsBounded() {
        List<Term> many = new ArrayList<>();
        for (int i = 1; i <= 200; i++) {
            many.add(term(1, i));
        }
        Docket docket = Docket.EMPTY.ended(many);

        assertThat(docket.over()).hasSize(64).contains(term(1, 200)).doesNotContain(term(1, 1));
        assertThat(docket.highest()).isEqualTo(200);
    }

    @Test
    @DisplayName("a number that is known already makes no difference")
    void counted() {
        Docket five = Docket.EMPTY.counted(5);

        assertThat(five.counted(4)).isSameAs(five);
        assertThat(five.counted(6).highest()).isEqualTo(6);
        assertThat(five).isNotEqualTo(Docket.EMPTY).isNotEqualTo(null).hasToString(five.toString());
    }

    @Test
    @DisplayName("two that differ in anything are not the same")
    void equality() {
        Term term = term(1, 3);
        Legacy legacy = new Legacy(3, new NodeName("n1"), new MonoTime(5));
        PauseMark pause = new PauseMark(null, 7);
        Docket whole = Docket.of(3, Map.of(term, new MonoTime(9)), List.of(term(2, 1)), legacy, pause);

        assertThat(whole)
                .isEqualTo(Docket.of(3, Map.of(term, new MonoTime(9)), List.of(term(2, 1)), legacy, pause))
                .isNotEqualTo(Docket.of(4, Map.of(term, new MonoTime(9)), List.of(term(2, 1)), legacy, pause))
                .isNotEqualTo(Docket.of(3, Map.of(), List.of(term(2, 1)), legacy, pause))
                .isNotEqualTo(Docket.of(3, Map.of(term, new MonoTime(9)), List.of(), legacy, pause))
                .isNotEqualTo(Docket.of(3, Map.of(term, new MonoTime(9)), List.of(term(2, 1)), null, pause))
                .isNotEqualTo(Docket.of(3, Map.of(term, new MonoTime(9)), List.of(term(2, 1)), legacy, null))
                .isNotEqualTo("a docket");
    }

    private Docket docket() {
        Map<Term, MonoTime> claims = new HashMap<>();
        Set<Term> over = new HashSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            claims.put(term(random.nextInt(3), 1 + random.nextInt(5)), new MonoTime(random.nextInt(100)));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            over.add(term(random.nextInt(3), 1 + random.nextInt(5)));
        }
        return Docket.of(random.nextInt(10), claims, over, legacy(), pause());
    }

    private @Nullable Legacy legacy() {
        return random.nextBoolean()
                ? null
                : new Legacy(random.nextInt(3), new NodeName("n" + random.nextInt(3)), new MonoTime(random.nextInt(3)));
    }

    private @Nullable PauseMark pause() {
        if (random.nextBoolean()) {
            return null;
        }
        Pause pause = random.nextBoolean() ? null : new Pause("me", "why " + random.nextInt(2), Instant.EPOCH);
        return new PauseMark(pause, random.nextInt(3));
    }

    private static Term term(int node, long token) {
        return Term.of(NodeId.of("n" + node, "0001"), token);
    }
}
