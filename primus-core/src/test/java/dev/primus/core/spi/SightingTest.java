package dev.primus.core.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.StoreTime;
import dev.primus.core.Term;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What a row says about who leads and who may bid")
class SightingTest {
    private static final NodeId HOLDER = NodeId.parse("core-1#7f3a");

    private static Sighting row(
            @Nullable NodeId holder, long epoch, long remainingMillis, @Nullable NodeName heir, long heirMillis) {
        return new Sighting(
                new ElectionName("coordinator"),
                holder,
                epoch,
                0,
                "nonce",
                Duration.ofMillis(remainingMillis),
                Duration.ofSeconds(10),
                new StoreTime(0),
                "clock",
                "clock",
                heir,
                Duration.ofMillis(heirMillis),
                0,
                Instant.EPOCH,
                null);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # holder?    | epoch | remaining ms | live  | leads
            held         | 7     | 1            | true  | core-1#7f3a@7
            held         | 7     | 0            | false | nobody
            held         | 7     | -1           | false | nobody
            nobody       | 7     | 0            | false | nobody
            nobody       | 7     | 500          | false | nobody
            nobody       | 0     | 0            | false | nobody
            held         | 0     | 500          | true  | nobody
            """)
    void onlyARunningLeaseHasATerm(String holder, long epoch, long remaining, boolean live, String leads) {
        Sighting row = row(holder.equals("held") ? HOLDER : null, epoch, remaining, null, 0);

        assertThat(row.isLive()).isEqualTo(live);
        Term term = row.term();
        assertThat(term == null ? "nobody" : term.toString()).isEqualTo(leads);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # heir | for ms | open to core-2
            -      | 0      | true
            core-2 | 100    | true
            core-3 | 100    | false
            core-3 | 0      | true
            core-3 | -1     | true
            """)
    void anHeirStandsBeforeTheOthersForAWhile(String heir, long millis, boolean open) {
        Sighting row = row(null, 7, 0, heir.equals("-") ? null : new NodeName(heir), millis);

        assertThat(row.isOpenTo(new NodeName("core-2"))).isEqualTo(open);
    }
}
