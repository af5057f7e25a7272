package dev.primus.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Seeds mean the same for ever: what a ledger of seeds says today must hold on every JDK. */
class ChanceTest {
    @Test
    void aSeedGivesTheSameBitsEverywhere() {
        assertThat(new Chance(42).bits()).isEqualTo(6332618229526065668L);
    }

    @Test
    void streamsDoNotDependOnWhatOthersDraw() {
        Chance one = new Chance(7);
        Chance other = new Chance(7);
        assertThat(one.split("a").bits())
                .isEqualTo(other.split("a").bits())
                .isNotEqualTo(other.split("b").bits());
    }

    @Test
    void staysWithinBounds() {
        Chance chance = new Chance(1);
        for (int i = 0; i < 10_000; i++) {
            assertThat(chance.between(-3, 3)).isBetween(-3L, 3L);
            assertThat(chance.below(5)).isBetween(0, 4);
            assertThat(chance.share()).isBetween(0.0, 1.0);
            assertThat(chance.around(1000)).isNotNegative();
        }
        assertThat(chance.happens(0)).isFalse();
        assertThat(chance.happens(1)).isTrue();
    }
}
