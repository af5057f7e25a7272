package dev.primus.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.MonoTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class VacancyTest {
    private final Vacancy vacancy = new Vacancy(Duration.ofSeconds(30));

    private static MonoTime at(long seconds) {
        return new MonoTime(seconds * 1_000_000_000);
    }

    @Test
    void aShortOneIsNoAlarm() {
        vacancy.begins(at(10));
        assertThat(vacancy.alarmAt()).isEqualTo(at(40));
        assertThat(vacancy.alarm(at(39))).isNull();
        vacancy.ends();
        assertThat(vacancy.alarm(at(100))).isNull();
        assertThat(vacancy.alarmAt()).isEqualTo(MonoTime.NEVER);
    }

    @Test
    void aLongOneIsToldAgainEachTimeItHasDoubled() {
        vacancy.begins(at(10));
        assertThat(vacancy.alarm(at(40))).isEqualTo(Duration.ofSeconds(30));
        assertThat(vacancy.alarm(at(69))).isNull();
        assertThat(vacancy.alarm(at(70))).isEqualTo(Duration.ofSeconds(60));
        assertThat(vacancy.alarmAt()).isEqualTo(at(130));
    }

    @Test
    void whatGoesOnDoesNotBeginAgain() {
        vacancy.begins(at(10));
        vacancy.begins(at(20));
        assertThat(vacancy.alarmAt()).isEqualTo(at(40));
    }
}
