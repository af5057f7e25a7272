package dev.primus.server.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Z5")
@DisplayName("Every end has its exit code")
class RunEndTest {
    private static final int NEVER_RAN = -1;

    @Test
    void theProgramsOwnCodeIsOurs() {
        assertThat(new RunEnd.Ended().exitCode(0, true, 75)).isZero();
        assertThat(new RunEnd.Ended().exitCode(137, true, 75)).isEqualTo(137);
        assertThat(new RunEnd.Ended().exitCode(NEVER_RAN, true, 75)).isEqualTo(125);
    }

    @Test
    void aLossIsToldOnlyIfTheProgramIsProvedGone() {
        assertThat(new RunEnd.Lost(LossReason.EXPIRED).exitCode(143, true, 75)).isEqualTo(75);
        assertThat(new RunEnd.Lost(LossReason.EXPIRED).exitCode(143, true, 9)).isEqualTo(9);
        assertThat(new RunEnd.Lost(LossReason.EXPIRED).exitCode(143, false, 75)).isEqualTo(125);
    }

    @Test
    void whoIsToldToStopEndsAsTheProgramDidOrByTheSignal() {
        assertThat(new RunEnd.Signalled(15).exitCode(0, true, 75)).isZero();
        assertThat(new RunEnd.Signalled(15).exitCode(143, true, 75)).isEqualTo(143);
        assertThat(new RunEnd.Signalled(2).exitCode(NEVER_RAN, true, 75)).isEqualTo(130);
    }

    @Test
    void whoNeverLedSaysSo() {
        assertThat(new RunEnd.NeverLed().exitCode(NEVER_RAN, true, 75)).isEqualTo(124);
        assertThat(new RunEnd.NotStarted(126).exitCode(NEVER_RAN, true, 75)).isEqualTo(126);
    }
}
