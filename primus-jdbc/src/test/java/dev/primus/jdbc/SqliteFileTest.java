package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.StoreSession;
import dev.primus.core.spi.Verdict;
import dev.primus.jdbc.store.Tables;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** What is special about a store that is a file. */
class SqliteFileTest {
    private static final ElectionName ELECTION = new ElectionName("coordinator");

    @TempDir
    Path folder;

    @Test
    @Tag("Z2")
    @DisplayName("C1 a bid that was made before the lineage was raised is refused")
    void anOldLineage() {
        JdbcStore file = JdbcStore.sqlite(file());
        try (LeaseStore store = file.open(session(Duration.ofSeconds(2)))) {
            store.enroll(List.of(new Enrolment(ELECTION, Enrolment.Part.CANDIDATE)));
            file.admin().raiseLineage();
            Bid old = new Bid(ELECTION, 0, 0, new FencingToken(1), "old");
            assertThat(store.acquire(List.of(old)).get(0).verdict()).isEqualTo(Verdict.NO);
            Bid above = new Bid(ELECTION, 0, 0, new FencingToken(FencingToken.floorOf(1) + 1), "new");
            assertThat(store.acquire(List.of(above)).get(0).verdict()).isEqualTo(Verdict.YES);
        }
    }

    @Test
    @Tag("Z2")
    @DisplayName("a guard may be made before any node has opened the file")
    void aGuardComesFirst() {
        assertThat(JdbcStore.sqlite(file()).guards().fence("accounts").rejected())
                .isZero();
    }

    @Test
    @Tag("L2")
    @DisplayName("S2 a row that shows our own bid is no win: it is adopted by a renewal")
    void aReadIsNoWin() {
        try (LeaseStore store = JdbcStore.sqlite(file()).open(session(Duration.ofSeconds(2)))) {
            store.enroll(List.of(new Enrolment(ELECTION, Enrolment.Part.CANDIDATE)));
            Bid bid = new Bid(ELECTION, 0, 0, new FencingToken(1), "n");
            assertThat(store.acquire(List.of(bid)).get(0).verdict()).isEqualTo(Verdict.YES);
            assertThat(store.acquire(List.of(bid)).get(0).verdict()).isEqualTo(Verdict.UNKNOWN);
            assertThat(store.renew(List.of(bid.hold())).get(0).verdict()).isEqualTo(Verdict.YES);
        }
    }

    @Test
    @DisplayName("who only reads makes no tables in a file that is not ours")
    void readersMakeNothing() throws Exception {
        try (Connection foreign = connect();
                Statement make = foreign.createStatement()) {
            make.execute("CREATE TABLE somebody_elses (id INTEGER)");
        }
        assertThatThrownBy(() -> JdbcStore.sqlite(file()).ledger(ClusterName.DEFAULT))
                .isInstanceOf(StoreException.class);
        try (Connection foreign = connect();
                Statement read = foreign.createStatement();
                ResultSet tables = read.executeQuery("SELECT count(*) FROM sqlite_master WHERE type = 'table'")) {
            assertThat(tables.getInt(1)).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("S2 SQLite hands out the rows of RETURNING before the commit; our answer comes after it")
    void answerComesAfterTheCommit() throws Exception {
        try (LeaseStore store = JdbcStore.sqlite(file()).open(session(Duration.ofSeconds(2)))) {
            store.enroll(List.of(new Enrolment(ELECTION, Enrolment.Part.CANDIDATE)));
            try (Connection a = connect();
                    Statement update = a.createStatement();
                    ResultSet early = update.executeQuery("UPDATE primus_lease SET batch = 'x' RETURNING election")) {
                assertThat(early.next()).isTrue();
                assertThat(batch())
                        .as("the trap: a row is out, the commit is not")
                        .isEmpty();
            }
            Bid bid = new Bid(ELECTION, 0, 0, new FencingToken(1), "n");
            assertThat(store.acquire(List.of(bid)).get(0).verdict()).isEqualTo(Verdict.YES);
            try (Connection b = connect();
                    Statement read = b.createStatement();
                    ResultSet row = read.executeQuery("SELECT nonce FROM primus_lease")) {
                assertThat(row.getString(1)).isEqualTo("n");
            }
        }
    }

    @Test
    @Tag("L6")
    @DisplayName("S3 a writer that holds the file makes verbs answer UNKNOWN in time, and the store heals")
    void lockedFile() throws Exception {
        Duration ioTimeout = Duration.ofMillis(400);
        try (LeaseStore store = JdbcStore.sqlite(file()).open(session(ioTimeout))) {
            store.enroll(List.of(new Enrolment(ELECTION, Enrolment.Part.CANDIDATE)));
            Bid bid = new Bid(ELECTION, 0, 0, new FencingToken(1), "n");
            try (Connection other = connect();
                    Statement lock = other.createStatement()) {
                lock.execute("BEGIN IMMEDIATE");
                long start = System.nanoTime();
                Answer answer = store.acquire(List.of(bid)).get(0);
                assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(ioTimeout.plusMillis(400));
                assertThat(store.look(List.of(ELECTION)).get(0).verdict())
                        .as("readers go on")
                        .isEqualTo(Verdict.YES);
                lock.execute("ROLLBACK");
            }
            assertThat(store.acquire(List.of(bid)).get(0).verdict()).isEqualTo(Verdict.YES);
        }
    }

    @Test
    @Tag("Z4")
    @DisplayName("Z4 thousands of renewals are one transaction, for each costs a write to disk")
    void manyAreOneTransaction() throws Exception {
        List<ElectionName> names = IntStream.range(0, 10_000)
                .mapToObj(i -> new ElectionName("shard-" + i))
                .toList();
        try (LeaseStore store = JdbcStore.sqlite(file()).open(session(Duration.ofSeconds(5)))) {
            store.enroll(names.stream()
                    .map(name -> new Enrolment(name, Enrolment.Part.CANDIDATE))
                    .toList());
            List<Bid> bids = names.stream()
                    .map(name -> new Bid(name, 0, 0, new FencingToken(1), "n"))
                    .toList();
            assertThat(store.acquire(bids)).allMatch(answer -> answer.verdict() == Verdict.YES);
            assertThat(store.renew(bids.stream().map(Bid::hold).toList()))
                    .allMatch(answer -> answer.verdict() == Verdict.YES);
        }
        try (Connection connection = connect();
                Statement read = connection.createStatement();
                ResultSet row = read.executeQuery("SELECT count(*), count(DISTINCT stamped_us) FROM primus_lease")) {
            assertThat(row.getInt(1)).isEqualTo(10_000);
            assertThat(row.getInt(2)).as("moments at which they were renewed").isEqualTo(1);
        }
    }

    @Test
    @DisplayName("Live1 whoever enrols is shown the row at once, and whoever leaves is not")
    void enrollShowsTheRow() {
        try (LeaseStore store = JdbcStore.sqlite(file()).open(session(Duration.ofSeconds(2)))) {
            Answer in = store.enroll(List.of(new Enrolment(ELECTION, Enrolment.Part.CANDIDATE)))
                    .get(0);
            assertThat(in.verdict()).isEqualTo(Verdict.YES);
            assertThat(Objects.requireNonNull(in.seen()).isLive()).isFalse();
            Answer out = store.enroll(List.of(new Enrolment(ELECTION, Enrolment.Part.GONE)))
                    .get(0);
            assertThat(out).isEqualTo(Answer.yes(ELECTION));
        }
    }

    @Test
    @Tag("L1")
    @DisplayName("L1 a file of the first version is upgraded in place, and keeps its terms")
    void upgrade() throws Exception {
        try (Connection old = connect();
                Statement statement = old.createStatement()) {
            for (String sql : SchemaScripts.statements(SqlDialect.SQLITE, Tables.DEFAULT, 1)) {
                statement.execute(sql);
            }
            statement.execute("INSERT INTO primus_term VALUES ('default', 'coordinator', 41)");
            statement.execute(
                    "INSERT INTO primus_lease (cluster, election, epoch) VALUES ('default', 'coordinator', 41)");
        }
        try (LeaseStore store = JdbcStore.sqlite(file()).open(session(Duration.ofSeconds(2)))) {
            assertThat(Objects.requireNonNull(
                                    store.look(List.of(ELECTION)).get(0).seen())
                            .epoch())
                    .isEqualTo(41);
            Bid bid = new Bid(ELECTION, 41, 0, new FencingToken(42), "n");
            assertThat(store.acquire(List.of(bid)).get(0).verdict()).isEqualTo(Verdict.YES);
        }
        JdbcStore.sqlite(file()).admin().check();
    }

    @Test
    @DisplayName("a database in memory is refused: nobody else could see it")
    void inMemory() {
        SQLiteDataSource memory = new SQLiteDataSource();
        memory.setUrl("jdbc:sqlite::memory:");
        assertThatThrownBy(() -> JdbcStore.on(memory).open(session(Duration.ofSeconds(2))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("in-memory");
    }

    @Test
    @DisplayName("a file that may only be read is refused, with what to do")
    void readOnly() throws Exception {
        JdbcStore.sqlite(file()).admin().createOrUpgrade();
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file());
        assertThatThrownBy(() -> JdbcStore.on(source).open(session(Duration.ofSeconds(2))))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("read-only");
    }

    @Test
    @DisplayName("commits survive a power cut: write-ahead log, fully synchronous")
    void durable() throws Exception {
        try (LeaseStore store = JdbcStore.sqlite(file()).open(session(Duration.ofSeconds(2)));
                Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet mode = statement.executeQuery("PRAGMA journal_mode")) {
            assertThat(store).isNotNull();
            assertThat(mode.getString(1)).isEqualTo("wal");
        }
    }

    private String batch() throws SQLException {
        try (Connection b = connect();
                Statement read = b.createStatement();
                ResultSet row = read.executeQuery("SELECT batch FROM primus_lease")) {
            return row.getString(1);
        }
    }

    private Path file() {
        return folder.resolve("file.db");
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file());
    }

    private static StoreSession session(Duration ioTimeout) {
        return new StoreSession(
                ClusterName.DEFAULT,
                NodeId.of("a", "0001"),
                Duration.ofSeconds(10),
                ioTimeout,
                Duration.ofSeconds(1),
                Duration.ofSeconds(2));
    }
}
