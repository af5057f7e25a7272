package dev.primus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.feed.FeedKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long an election may be without a leader is the user's to say. */
@Tag("G11")
class LeaderlessAlarmTest {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration STEP = Duration.ofMillis(50);

    /** The lengths of the vacancies that a node without a store alarms about within twelve leases. */
    private static List<Duration> alarms(UnaryOperator<Primus.Builder> setting) {
        HandStage stage = new HandStage();
        Primus.Builder builder = Primus.builder()
                .node("a")
                .store(new StubStores().goAway())
                .lease(LEASE)
                .stage(stage);
        try (Primus primus = setting.apply(builder).build()) {
            primus.election("e").join();
            for (Duration now = Duration.ZERO; now.compareTo(LEASE.multipliedBy(12)) < 0; now = now.plus(STEP)) {
                stage.turn();
                stage.pass(STEP);
            }
            return primus.feed().recent().stream()
                    .filter(record -> record.kind() == FeedKind.LEADERLESS)
                    .map(record ->
                            Duration.ofMillis(Long.parseLong(record.details().get("millis"))))
                    .toList();
        }
    }

    private static List<Duration> leases(int... numbers) {
        return IntStream.of(numbers)
                .mapToObj(number -> LEASE.multipliedBy(number))
                .toList();
    }

    @Test
    void threeLeasesIfNothingIsSaid() {
        assertThat(alarms(builder -> builder)).isEqualTo(leases(3, 6));
    }

    @Test
    void asManyLeasesAsIsSaidThenEachTimeThatHasDoubled() {
        assertThat(alarms(builder -> builder.leaderlessAlarm(1))).isEqualTo(leases(1, 2, 4, 8));
        assertThat(alarms(builder -> builder.leaderlessAlarm(5))).isEqualTo(leases(5, 10));
        assertThat(alarms(builder -> builder.leaderlessAlarm(1000))).isEmpty();
    }

    @Test
    void theEnvironmentMaySayIt() {
        assertThat(alarms(builder -> builder.fromEnvironment(Map.of("PRIMUS_LEADERLESS_ALARM", "7"))))
                .isEqualTo(leases(7));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1001})
    void anythingElseIsRefused(int leases) {
        assertThatThrownBy(() -> Primus.builder().leaderlessAlarm(leases))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("leaderlessAlarm = '%d': allowed is a whole number of leases from 1 to 1000."
                        .formatted(leases));
    }
}
