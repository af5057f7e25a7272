package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.StoreSession;
import dev.primus.core.spi.Verdict;
import dev.primus.jdbc.JdbcStore;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Readers ask the store as often for two hundred elections as for one. */
@Tag("L7")
class StatementsTest {
    private static final int MANY = 200;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"status", "members", "history tenant-0"})
    void doNotGrowWithTheElections(String verb) throws SQLException {
        Path one = storeWith(1);
        Path many = storeWith(MANY);
        int forOne = statements(verb, one);
        assertThat(forOne).as("the counter counts").isPositive();
        assertThat(statements(verb, many)).isEqualTo(forOne);
    }

    private static int statements(String verb, Path file) throws SQLException {
        String url = "jdbc:sqlite:" + file;
        try (CountingDriver driver = CountingDriver.before(url)) {
            Run run = Run.of((verb + " --store " + url).split(" "));
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).contains("core-1");
            return driver.executed();
        }
    }

    /** Every other election is led and the rest was given back, so that there is a reason to be told. */
    private Path storeWith(int elections) {
        Path file = folder.resolve(elections + ".db");
        Duration second = Duration.ofSeconds(1);
        StoreSession session = new StoreSession(
                ClusterName.DEFAULT,
                NodeId.of("core-1", "0001"),
                Duration.ofMinutes(10),
                second.multipliedBy(10),
                second,
                second);
        List<ElectionName> names = IntStream.range(0, elections)
                .mapToObj(i -> new ElectionName("tenant-" + i))
                .toList();
        try (LeaseStore node = JdbcStore.sqlite(file).hints(false).open(session)) {
            node.enroll(names.stream()
                    .map(name -> new Enrolment(name, Enrolment.Part.CANDIDATE))
                    .toList());
            List<Bid> bids = names.stream()
                    .map(name -> new Bid(name, 0, 0, new FencingToken(1), "try-" + name))
                    .toList();
            assertThat(node.acquire(bids)).allMatch(answer -> answer.verdict() == Verdict.YES);
            List<Parting> partings = bids.stream()
                    .filter(bid -> bids.indexOf(bid) % 2 == 0)
                    .map(bid -> new Parting(bid.hold(), LossReason.RELEASED, null))
                    .toList();
            assertThat(node.release(partings)).allMatch(answer -> answer.verdict() == Verdict.YES);
        }
        return file;
    }
}
