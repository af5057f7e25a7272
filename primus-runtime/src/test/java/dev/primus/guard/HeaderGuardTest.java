package dev.primus.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("Z2")
class HeaderGuardTest {
    private final List<String> written = new ArrayList<>();
    private final HeaderGuard guard = new HeaderGuard("reports");

    @Test
    @DisplayName("what a leader sends is what a handler reads")
    void roundTrip() {
        Reign leader = Reign.of("core-1", Long.MAX_VALUE);
        assertThat(TokenHeader.of(leader)).isEqualTo("9223372036854775807;owner=core-1#0001");
        assertThat(TokenHeader.read(TokenHeader.of(leader))).contains(Claim.of(leader));
        assertThat(TokenHeader.read(" 42 ")).contains(Claim.of(42));
        assertThat(TokenHeader.read("42 ; owner=core-1#0001")).contains(new Claim(42, "core-1#0001"));
    }

    @Test
    @DisplayName("C2 the request of a leader that was replaced while paused gets 412, and writes nothing")
    void stale() {
        assertThat(HeaderGuard.statusOf(send("41"))).isEqualTo(200);
        guard.raise(Reign.of("b", 42));
        Admission answer = send("41");
        assertThat(answer).isEqualTo(new Admission.Stale("reports", 41, 42));
        assertThat(HeaderGuard.statusOf(answer)).isEqualTo(412);
        assertThat(written).containsExactly("41");
        assertThat(guard.admitted()).isEqualTo(1);
        assertThat(guard.rejected()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "-1",
                "+1",
                "007",
                "1.0",
                "0x2a",
                "forty-two",
                "41, 42",
                "42;",
                "42;owner=",
                "42;owner=core-1",
                "42;owner=core-1#0001;owner=core-2#0001",
                "42\n43",
                "９",
                "9223372036854775808",
                "99999999999999999999999999"
            })
    @DisplayName("what is no token gets 400, and writes nothing")
    void unreadable(String value) {
        assertThat(TokenHeader.read(value)).isEmpty();
        Admission answer = send(value);
        assertThat(answer).isInstanceOf(Admission.Unreadable.class);
        assertThat(HeaderGuard.statusOf(answer)).isEqualTo(400);
        assertThat(written).isEmpty();
        assertThat(guard.rejected()).isEqualTo(1);
        assertThatThrownBy(answer::orThrow)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Primus-Token")
                .hasMessageContaining("a number from 1");
    }

    @Test
    @DisplayName("no header and two headers are refused: which one to believe is not for us to guess")
    void noneOrTwo() {
        assertThat(guard.write((List<String>) null, () -> written.add("none")).isAdmitted())
                .isFalse();
        assertThat(guard.write((String) null, () -> written.add("none")).isAdmitted())
                .isFalse();
        assertThat(guard.write(List.of(), () -> written.add("none")).isAdmitted())
                .isFalse();
        assertThat(guard.write(List.of("42", "42"), () -> written.add("two")).isAdmitted())
                .isFalse();
        assertThat(written).isEmpty();
        assertThat(guard.write(List.of("42"), () -> written.add("one")).isAdmitted())
                .isTrue();
        assertThat(guard.resource()).isEqualTo("reports");
    }

    private Admission send(String header) {
        return guard.write(header, () -> written.add(header));
    }
}
