package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.MonoTime;
import dev.primus.core.ballot.score.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B6")
@DisplayName("How well a member reaches the others is measured, not stated")
class SoundingsTest {
    private final Parish parish = Parish.of(3);

    private double quality(String name) {
        List<Report> answers = new ArrayList<>();
        MonoTime deadline = parish.now.plus(Duration.ofMillis(1));
        parish.member(name).ballot.survey(ELECTION, deadline, answers::add, parish.now);
        parish.deliver();
        parish.pass(10);
        return answers.get(0).candidates().stream()
                        .filter(each -> each.node().equals(parish.id(name)))
                        .findFirst()
                        .orElseThrow()
                        .facts()
                        .networkQuality()
                        .millionths()
                / 1e6;
    }

    @Test
    @DisplayName("all answer at once: the best there can be")
    void atOnce() {
        parish.pass(Duration.ofSeconds(12));

        assertThat(quality("a")).isEqualTo(1);
    }

    @Test
    @DisplayName("nobody answers one that was cut off: worse and worse, and better again when it is healed")
    void cutOff() {
        parish.cutOff("c");
        parish.pass(Duration.ofSeconds(22));
        double alone = quality("c");
        double others = quality("a");
        parish.heal();
        parish.pass(Duration.ofSeconds(60));

        assertThat(alone).isLessThan(0.3);
        assertThat(others).isBetween(0.3, 0.9);
        assertThat(quality("c")).isGreaterThan(0.5);
    }
}
