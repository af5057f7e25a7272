package dev.primus.core.ballot.score;

import static dev.primus.core.ballot.score.Capability.ADMIN_ELECTION;
import static dev.primus.core.ballot.score.Capability.CONTEXT_CURATION;
import static dev.primus.core.ballot.score.Capability.KEY_RECONSTRUCTION;
import static dev.primus.core.ballot.score.Capability.PROJECT_MANAGER;
import static dev.primus.core.ballot.score.Capability.SEMANTIC_ANALYSIS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.NodeName;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A score follows the formula, to the millionth and on every machine")
@Tag("B6")
class ScoringTest {
    private static final int TRIES = 2000;
    private static final List<Capability> NAMES = List.of(
            ADMIN_ELECTION,
            CONTEXT_CURATION,
            KEY_RECONSTRUCTION,
            SEMANTIC_ANALYSIS,
            PROJECT_MANAGER,
            new Capability("juggling"));

    private final Random random = new Random(11);
    private final Scoring scoring = new Scoring(Weights.DEFAULT);

    @Test
    @DisplayName("half a day up, two capabilities, a machine that is half busy: worked out by hand")
    void byHand() {
        Facts facts = Facts.NONE
                .withUptime(Duration.ofHours(12))
                .withCapabilities(List.of(ADMIN_ELECTION, PROJECT_MANAGER))
                .withFreeCpu(0.5)
                .withFreeMemory(0.25)
                .withFreeDisk(0.75)
                .withNetworkQuality(0.9)
                .withExperience(Duration.ofHours(42));

        // 0.3 * 0.5 + 0.2 * 0.6 + 0.2 * (0.15 + 0.075 + 0.15 + 0.18) + 0.15 * 0.9 + 0.15 * 0.25
        assertThat(Scoring.of(facts, Weights.DEFAULT))
                .isEqualTo(new Score(
                        new Share(553_500),
                        new Share(500_000),
                        new Share(600_000),
                        new Share(555_000),
                        new Share(900_000),
                        new Share(250_000),
                        Share.ALL));
    }

    @Test
    @DisplayName("what lies beyond the caps counts no more, and the best there can be is 1")
    void best() {
        Facts day = Facts.NONE
                .withUptime(Duration.ofHours(24))
                .withCapabilities(NAMES)
                .withResources(Share.ALL, Share.ALL, Share.ALL)
                .withNetworkQuality(1)
                .withExperience(Duration.ofHours(168));

        assertThat(scoring.of(day).total()).isEqualTo(Share.ALL);
        assertThat(scoring.of(day.withUptime(Facts.LONGEST).withExperience(Facts.LONGEST)))
                .isEqualTo(scoring.of(day));
        assertThat(scoring.of(Facts.NONE).total()).isEqualTo(Share.NONE);
    }

    @Test
    @DisplayName("each capability adds its weight, capped at 1; an unknown one adds nothing")
    void capabilities() {
        assertThat(capabilityOf(ADMIN_ELECTION)).isEqualTo(new Share(250_000));
        assertThat(capabilityOf(KEY_RECONSTRUCTION)).isEqualTo(new Share(250_000));
        assertThat(capabilityOf(SEMANTIC_ANALYSIS)).isEqualTo(new Share(250_000));
        assertThat(capabilityOf(PROJECT_MANAGER)).isEqualTo(new Share(350_000));
        assertThat(capabilityOf(CONTEXT_CURATION)).isEqualTo(new Share(350_000));
        assertThat(capabilityOf(new Capability("juggling"))).isEqualTo(Share.NONE);
        assertThat(capabilityOf(ADMIN_ELECTION, CONTEXT_CURATION, PROJECT_MANAGER))
                .isEqualTo(new Share(950_000));
        assertThat(capabilityOf(ADMIN_ELECTION, ADMIN_ELECTION, ADMIN_ELECTION))
                .as("a set: nobody gains by saying it three times")
                .isEqualTo(new Share(250_000));
        assertThat(capabilityOf(NAMES.toArray(Capability[]::new))).isEqualTo(Share.ALL);
    }

    @Test
    @DisplayName("with any weights the total lies within a millionth of the exact formula, and within 0 and 1")
    void exact() {
        for (int i = 0; i < TRIES; i++) {
            Weights weights = weights();
            Facts facts = facts();
            Score score = Scoring.of(facts, weights);

            BigDecimal off = exactly(facts, weights)
                    .subtract(BigDecimal.valueOf(score.total().millionths()))
                    .abs();
            assertThat(off).as("%s by %s", facts, weights).isLessThanOrEqualTo(BigDecimal.ONE);
            assertThat(score.total()).isBetween(Share.NONE, Share.ALL);
            assertThat(Scoring.of(facts, weights)).isEqualTo(score);
        }
    }

    @Test
    @DisplayName("more of anything never costs, and more failed terms never pay")
    void monotone() {
        List<UnaryOperator<Facts>> better = List.of(
                f -> f.withUptime(longer(f.uptimeMillis())),
                f -> f.withExperience(longer(f.experienceMillis())),
                f -> f.withResources(more(f.freeCpu()), f.freeMemory(), f.freeDisk()),
                f -> f.withResources(f.freeCpu(), more(f.freeMemory()), f.freeDisk()),
                f -> f.withResources(f.freeCpu(), f.freeMemory(), more(f.freeDisk())),
                f -> f.withNetworkQuality(more(f.networkQuality())),
                f -> f.withCapabilities(oneMore(f)),
                f -> f.withFailedTerms(random.nextInt(f.failedTerms() + 1)));
        for (int i = 0; i < TRIES; i++) {
            Scoring any = new Scoring(weights());
            Facts facts = facts();
            for (UnaryOperator<Facts> step : better) {
                Facts improved = step.apply(facts);
                assertThat(any.of(improved)).as("%s, then %s", facts, improved).isGreaterThanOrEqualTo(any.of(facts));
            }
        }
    }

    @Test
    @DisplayName("more of anything does pay, by default, where it is more by one in a hundred")
    void everyInputCounts() {
        Facts middle = Facts.NONE
                .withUptime(Duration.ofHours(10))
                .withCapabilities(List.of(ADMIN_ELECTION))
                .withResources(new Share(400_000), new Share(400_000), new Share(400_000))
                .withNetworkQuality(0.4)
                .withExperience(Duration.ofHours(50));
        Score before = scoring.of(middle);

        assertThat(scoring.of(middle.withUptime(Duration.ofHours(11)))).isGreaterThan(before);
        assertThat(scoring.of(middle.withExperience(Duration.ofHours(52)))).isGreaterThan(before);
        assertThat(scoring.of(middle.withFreeCpu(0.41))).isGreaterThan(before);
        assertThat(scoring.of(middle.withFreeMemory(0.41))).isGreaterThan(before);
        assertThat(scoring.of(middle.withFreeDisk(0.41))).isGreaterThan(before);
        assertThat(scoring.of(middle.withNetworkQuality(0.41))).isGreaterThan(before);
        assertThat(scoring.of(middle.withCapabilities(List.of(ADMIN_ELECTION, SEMANTIC_ANALYSIS))))
                .isGreaterThan(before);
        assertThat(scoring.of(middle.withFailedTerms(9)).total())
                .as("but not reputation, unless it is given weight")
                .isEqualTo(before.total());
    }

    @Test
    @DisplayName("the order in which capabilities are named makes no difference")
    void orderOfCapabilities() {
        for (int i = 0; i < TRIES; i++) {
            Facts facts = facts();
            List<Capability> shuffled = new ArrayList<>(facts.capabilities());
            Collections.shuffle(shuffled, random);

            assertThat(facts.withCapabilities(shuffled)).isEqualTo(facts).hasToString(facts.toString());
            assertThat(scoring.of(facts.withCapabilities(shuffled))).isEqualTo(scoring.of(facts));
        }
    }

    @Test
    @DisplayName("with a weight for reputation, ten failed terms leave nothing of it")
    void reputation() {
        Scoring strict = new Scoring(Weights.DEFAULT.withParts(0.3, 0.2, 0.2, 0.1, 0.1, 0.1));

        assertThat(strict.of(Facts.NONE).total()).isEqualTo(new Share(100_000));
        assertThat(strict.of(Facts.NONE.withFailedTerms(3)).total()).isEqualTo(new Share(70_000));
        assertThat(strict.of(Facts.NONE.withFailedTerms(10)).total()).isEqualTo(Share.NONE);
        assertThat(strict.of(Facts.NONE.withFailedTerms(Facts.MOST_FAILED_TERMS))
                        .total())
                .isEqualTo(Share.NONE);
    }

    @Test
    @DisplayName("the higher total comes first; of two that are equal, the name that does")
    void ties() {
        Score low = scoring.of(Facts.NONE.withNetworkQuality(0.4));
        Score high = scoring.of(Facts.NONE.withNetworkQuality(0.5));
        Score sameTotal = scoring.of(Facts.NONE.withUptime(Duration.ofHours(1)).withExperience(Duration.ZERO));
        Score sameTotalOtherwise =
                new Score(sameTotal.total(), Share.NONE, Share.NONE, Share.NONE, Share.NONE, Share.ALL, Share.NONE);

        assertThat(new TreeSet<>(List.of(
                                standing("c", low), standing("b", high), standing("a", low), standing("d", high)))
                        .stream().map(each -> each.node().value()))
                .containsExactly("b", "d", "a", "c");
        assertThat(standing("a", sameTotal)).isLessThan(standing("b", sameTotalOtherwise));
        assertThat(standing("a", sameTotalOtherwise)).isLessThan(standing("b", sameTotal));
    }

    @Test
    @DisplayName("nearly equal is not better: who surpassed is not surpassed again before it lost the margin")
    void margin() {
        Share tenth = new Share(100_000);

        assertThat(total(600_000).surpasses(total(500_000), tenth)).isTrue();
        assertThat(total(599_999).surpasses(total(500_000), tenth)).isFalse();
        assertThat(total(500_000).surpasses(total(600_000), tenth)).isFalse();
        assertThat(total(500_000).surpasses(total(500_000), Share.NONE)).isFalse();
        assertThat(total(500_001).surpasses(total(500_000), Share.NONE)).isTrue();
        for (int i = 0; i < TRIES; i++) {
            Score a = total(random.nextInt(Share.WHOLE + 1));
            Score b = total(random.nextInt(Share.WHOLE + 1));
            Share margin = share();
            assertThat(a.surpasses(b, margin) && b.surpasses(a, margin)).isFalse();
        }
    }

    @Test
    @DisplayName("weights that make no whole are refused")
    void refused() {
        assertThatThrownBy(() -> new Scoring(Weights.DEFAULT.withParts(1, 1, 1, 1, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unusable weights: weights = 5 in sum: allowed is 1");
    }

    /** The formula as it is documented, in millionths, without rounding anything but endless fractions. */
    private static BigDecimal exactly(Facts facts, Weights weights) {
        BigDecimal capability = BigDecimal.ZERO;
        for (Capability each : facts.capabilities()) {
            capability =
                    capability.add(BigDecimal.valueOf(weights.capabilities().getOrDefault(each, 0.0)));
        }
        BigDecimal resources = decimal(weights.inResources().cpu(), facts.freeCpu())
                .add(decimal(weights.inResources().memory(), facts.freeMemory()))
                .add(decimal(weights.inResources().disk(), facts.freeDisk()))
                .add(decimal(weights.inResources().network(), facts.networkQuality()));
        BigDecimal good = part(Math.max(0, weights.failedTermsCap() - facts.failedTerms()), weights.failedTermsCap());
        return BigDecimal.valueOf(weights.uptime())
                .multiply(part(facts.uptimeMillis(), weights.uptimeCap().toMillis()))
                .add(BigDecimal.valueOf(weights.capability()).multiply(capability.min(BigDecimal.ONE)))
                .add(BigDecimal.valueOf(weights.resources()).multiply(resources))
                .add(decimal(weights.network(), facts.networkQuality()))
                .add(BigDecimal.valueOf(weights.experience())
                        .multiply(part(
                                facts.experienceMillis(),
                                weights.experienceCap().toMillis())))
                .add(BigDecimal.valueOf(weights.reputation()).multiply(good))
                .movePointRight(6);
    }

    private static BigDecimal part(long part, long whole) {
        return BigDecimal.valueOf(part)
                .divide(BigDecimal.valueOf(whole), MathContext.DECIMAL128)
                .min(BigDecimal.ONE);
    }

    private static BigDecimal decimal(double weight, Share share) {
        return BigDecimal.valueOf(weight).multiply(BigDecimal.valueOf(share.millionths(), 6));
    }

    private Weights weights() {
        if (random.nextInt(4) == 0) {
            return Weights.DEFAULT;
        }
        double[] parts = wholeInParts(6);
        double[] inner = wholeInParts(4);
        Map<Capability, Double> capabilities = new TreeMap<>();
        for (Capability name : NAMES) {
            capabilities.put(name, random.nextInt(Share.WHOLE + 1) / 1e6);
        }
        return Weights.DEFAULT
                .withParts(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5])
                .withResources(new Weights.Resources(inner[0], inner[1], inner[2], inner[3]))
                .withCapabilities(capabilities)
                .withCaps(
                        Duration.ofMillis(1000 + random.nextInt(1_000_000_000)),
                        Duration.ofMillis(1000 + random.nextInt(1_000_000_000)),
                        1 + random.nextInt(20));
    }

    private double[] wholeInParts(int count) {
        double[] parts = new double[count];
        int left = Share.WHOLE;
        for (int i = 0; i < count - 1; i++) {
            int part = random.nextInt(left + 1);
            parts[i] = part / 1e6;
            left -= part;
        }
        parts[count - 1] = left / 1e6;
        return parts;
    }

    private Facts facts() {
        List<Capability> some = new ArrayList<>(NAMES);
        Collections.shuffle(some, random);
        return Facts.NONE
                .withUptime(Duration.ofMillis(random.nextInt(100_000_000)))
                .withCapabilities(some.subList(0, random.nextInt(NAMES.size() + 1)))
                .withResources(share(), share(), share())
                .withNetworkQuality(share())
                .withExperience(Duration.ofMillis(random.nextInt(700_000_000)))
                .withFailedTerms(random.nextInt(15));
    }

    private Share share() {
        return new Share(random.nextInt(Share.WHOLE + 1));
    }

    private Share more(Share share) {
        return new Share(share.millionths() + random.nextInt(Share.WHOLE + 1 - share.millionths()));
    }

    private Duration longer(long millis) {
        return Duration.ofMillis(millis + random.nextInt(1_000_000_000));
    }

    private List<Capability> oneMore(Facts facts) {
        List<Capability> more = new ArrayList<>(facts.capabilities());
        more.add(NAMES.get(random.nextInt(NAMES.size())));
        return more;
    }

    private Share capabilityOf(Capability... names) {
        return scoring.of(Facts.NONE.withCapabilities(List.of(names))).capability();
    }

    private static Standing standing(String name, Score score) {
        return new Standing(new NodeName(name), score);
    }

    private static Score total(int millionths) {
        return new Score(new Share(millionths), Share.NONE, Share.NONE, Share.NONE, Share.NONE, Share.NONE, Share.NONE);
    }
}
