package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostNameTest {
    @ParameterizedTest
    @CsvSource({"core-1,core-1", "core_1.example.com,core_1.example.com", "Jörg's Mac,J-rg-s-Mac", "-x,x", "___,''"})
    void whatAHostMayBeCalledButANodeMayNot(String host, String name) {
        assertThat(HostName.sanitised(host)).isEqualTo(name);
    }

    @Test
    void isNeverTooLong() {
        assertThat(HostName.asNodeName(Map.of("HOSTNAME", "x".repeat(100))).value())
                .hasSize(63);
    }
}
