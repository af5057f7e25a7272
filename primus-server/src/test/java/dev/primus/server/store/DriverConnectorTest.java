package dev.primus.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DriverConnectorTest {
    @Test
    @DisplayName("S3 a server that says nothing cannot hang connecting, unless the URL says otherwise")
    void limits() {
        assertThat(of("jdbc:postgresql://db/x"))
                .containsEntry("connectTimeout", "5")
                .containsEntry("socketTimeout", "10");
        assertThat(of("jdbc:mariadb://db/x?connecttimeout=1"))
                .doesNotContainKey("connectTimeout")
                .containsEntry("socketTimeout", "10000");
    }

    private static java.util.Properties of(String url) {
        return DriverConnector.of(StoreUrl.parse(url), Credentials.NONE).properties();
    }
}
