package dev.primus.testkit.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class CompanionProbeTest {
    @Test
    @DisplayName("whatever cannot be read, nothing is released while the leader or its program lives")
    void releasesOnlyForTheDead() {
        CompanionProbe probe = new CompanionProbe();
        assertThat(LongStream.rangeClosed(1, 50).mapToObj(probe::apply)).containsOnly("");
    }
}
