package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    private static final Secret LONG_ENOUGH = Secret.of("sixteen letters!");

    @Test
    void withoutSecretAndTlsOnlyLoopbackIsAllowed() {
        assertThat(PeerSettings.bind(PeerAddress.parse("127.0.0.1:7800"))
                        .build()
                        .secrets())
                .isEmpty();
        assertThat(PeerSettings.bind(PeerAddress.parse("[::1]:7800")).build().preset())
                .isEqualTo(Preset.LAN);
        assertThatThrownBy(() ->
                        PeerSettings.bind(PeerAddress.parse("192.0.2.7:7800")).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "bind address '192.0.2.7:7800' is not usable without a secret and without TLS: allowed is then a loopback address such as 127.0.0.1; set a secret or TLS to listen elsewhere");
        assertThat(PeerSettings.bind(PeerAddress.parse("192.0.2.7:7800"))
                        .secrets(LONG_ENOUGH)
                        .build()
                        .bind())
                .hasToString("192.0.2.7:7800");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0:7800", "[::]:7800", "224.0.0.1:7800", "no-such-host.invalid:7800"})
    void anAddressThatCannotBeToldToPeersIsRefused(String address) {
        assertThatThrownBy(() -> PeerSettings.bind(PeerAddress.parse(address))
                        .secrets(LONG_ENOUGH)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("bind address '" + address + "' is not usable: allowed is");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "host", ":7800", "host:", "host:0", "host:65536", "host:x", "::1:7800", "[::1]", "a b:1"})
    void whatIsNoHostAndPortIsRefused(String text) {
        assertThatThrownBy(() -> PeerAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not usable: allowed is host:port");
    }

    @Test
    void anAddressReadsWhatItWrote() {
        for (String text : List.of("core-1:7800", "10.0.0.7:1", "[fd00::7]:65535")) {
            assertThat(PeerAddress.parse(text)).hasToString(text);
        }
    }

    @Test
    void aShortSecretAndAnOddLimitAreRefusedAndNoSecretIsPrinted() {
        PeerSettings.Builder loopback = PeerSettings.bind(PeerAddress.parse("127.0.0.1:7800"));
        assertThatThrownBy(() -> loopback.secrets(Secret.of("hunter2")).build())
                .hasMessageStartingWith("secret of 7 characters is not usable: allowed are at least 16")
                .hasMessageNotContaining("hunter2");
        loopback.secrets(LONG_ENOUGH);
        assertThatThrownBy(() -> loopback.maxMessageBytes(1_000).build())
                .hasMessage("message limit '1000' is not usable: allowed are 1024 to 16777216 bytes");
        PeerSettings settings = loopback.maxMessageBytes(2_000)
                .tls(new PeerTls(Path.of("keys"), Path.of("trust"), Secret.of("changeit")))
                .build();
        assertThat(settings.toString())
                .doesNotContain("letters")
                .doesNotContain("changeit")
                .contains("***");
        assertThat(Secret.of("a")).isEqualTo(Secret.of("a")).isNotEqualTo(Secret.of("b"));
        assertThat(Secret.of("a").hashCode()).isEqualTo(Secret.of("a").hashCode());
    }

    @Test
    void storesThatCannotBeReadAreNamed(@TempDir Path folder) throws Exception {
        Path missing = folder.resolve("missing.p12");
        assertThatThrownBy(() -> new PeerTls(missing, missing, Secret.of("changeit")).context())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "TLS key store '" + missing + "' is not usable: allowed is a readable PKCS12 file");
        Path garbage = Files.writeString(folder.resolve("garbage.p12"), "no store");
        assertThatThrownBy(() -> new PeerTls(garbage, garbage, Secret.of("changeit")).context())
                .hasMessageStartingWith("TLS key store '" + garbage + "' is not usable");
    }
}
