package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.partition.Weight;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.core.spi.Verdict;
import dev.primus.core.spi.WorkerCard;
import dev.primus.core.spi.WorkerStore;
import dev.primus.jdbc.JdbcStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store with an old election of three terms, left by a node that is gone, and a new one that a silent node leads; and a worker that left. */
class HousekeepingTest {
    private static final List<String> TABLES =
            List.of("lease", "term", "history", "node", "candidate", "worker", "meta");

    @TempDir
    private Path folder;

    private String url;

    @BeforeEach
    void fill() throws SQLException {
        Path file = folder.resolve("primus.db");
        url = "jdbc:sqlite:" + file;
        ElectionName old = new ElectionName("old");
        try (LeaseStore gone = open(file, "gone")) {
            enroll(gone, old);
            for (int term = 1; term <= 3; term++) {
                long seen = term == 1 ? 0 : Sighting.RELEASED;
                Bid bid = new Bid(old, term - 1, seen, new FencingToken(term), "try-" + term);
                assertThat(gone.acquire(List.of(bid)).get(0).verdict()).isEqualTo(Verdict.YES);
                gone.release(List.of(new Parting(bid.hold(), LossReason.SHUTDOWN, null)));
            }
        }
        sql("UPDATE primus_lease SET updated_us = 1");
        ElectionName fresh = new ElectionName("fresh");
        try (LeaseStore leader = open(file, "leader")) {
            enroll(leader, fresh);
            Bid bid = new Bid(fresh, 0, 0, new FencingToken(1), "first");
            assertThat(leader.acquire(List.of(bid)).get(0).verdict()).isEqualTo(Verdict.YES);
        }
        sql("UPDATE primus_node SET seen_us = 1");
        try (WorkerStore workers = JdbcStore.sqlite(file).workers(ClusterName.DEFAULT, Duration.ofSeconds(5))) {
            NodeId worker = NodeId.of("w", "0001");
            workers.enlist(new WorkerCard(worker, Weight.ONE, "-", ""), Duration.ofSeconds(10));
            workers.signOff(worker);
        }
        sql("UPDATE primus_worker SET changed_us = 1");
    }

    @Test
    void aDryRunShowsAllAndChangesNothing() throws SQLException {
        List<String> before = dump();
        Run table = Run.of("housekeeping", "--dry-run", "--keep-terms", "1", "--store", url);
        assertThat(table.code()).as(table.err()).isZero();
        assertThat(table.out()).isEqualTo("""
                        WOULD              CLUSTER  NAME
                        mark as deletable  default  old
                        forget 2 terms     default  old
                        forget the node    default  gone#0001
                        forget the worker  default  w#0001
                        """);
        assertThat(table.err())
                .contains("nothing was changed: this was a dry run.")
                .contains("elections marked 1, terms forgotten 2, nodes forgotten 1, workers forgotten 1.");
        Run json = Run.of("housekeeping", "--dry-run", "--keep-terms", "1", "--json", "--store", url);
        assertThat(json.out()).isEqualToIgnoringNewLines("""
                        {"v":1,"electionsMarked":1,"termsForgotten":2,"nodesForgotten":1,"workersForgotten":1,"dryRun":true,\
                        "elections":[{"cluster":"default","election":"old"}],\
                        "histories":[{"cluster":"default","election":"old","terms":2}],\
                        "nodes":[{"cluster":"default","node":"gone#0001"}],\
                        "workers":[{"cluster":"default","worker":"w#0001"}]}""");
        assertThat(dump()).isEqualTo(before);
    }

    @Test
    void itThenDoesAsPlanned() throws SQLException {
        List<String> before = dump();
        assertThat(Run.of("housekeeping", "--keep-terms", "1", "--json", "--store", url)
                        .out())
                .isEqualToIgnoringNewLines(
                        "{\"v\":1,\"electionsMarked\":1,\"termsForgotten\":2,\"nodesForgotten\":1,\"workersForgotten\":1,\"dryRun\":false}");
        assertThat(dump()).isNotEqualTo(before);
        assertThat(Run.of("members", "--store", url).out())
                .contains("leader#0001")
                .doesNotContain("gone");
        assertThat(Run.of("housekeeping", "--dry-run", "--keep-terms", "1", "--store", url)
                        .err())
                .contains("elections marked 0, terms forgotten 0, nodes forgotten 0, workers forgotten 0.");
        assertThat(Run.of("housekeeping", "--keep-terms", "1", "--store", url).out())
                .contains("elections marked as deletable  0");
    }

    private static LeaseStore open(Path file, String node) {
        Duration second = Duration.ofSeconds(1);
        return JdbcStore.sqlite(file)
                .hints(false)
                .open(new StoreSession(
                        ClusterName.DEFAULT,
                        NodeId.of(node, "0001"),
                        Duration.ofMinutes(10),
                        second.multipliedBy(10),
                        second,
                        second));
    }

    private static void enroll(LeaseStore node, ElectionName election) {
        node.enroll(List.of(new Enrolment(election, Enrolment.Part.CANDIDATE)));
    }

    private void sql(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement run = connection.createStatement()) {
            run.execute(statement);
        }
    }

    private List<String> dump() throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement read = connection.createStatement()) {
            for (String table : TABLES) {
                try (ResultSet found = read.executeQuery("SELECT * FROM primus_" + table)) {
                    while (found.next()) {
                        StringBuilder row = new StringBuilder(table);
                        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                            row.append(' ').append(found.getString(i));
                        }
                        rows.add(row.toString());
                    }
                }
            }
        }
        return rows;
    }
}
