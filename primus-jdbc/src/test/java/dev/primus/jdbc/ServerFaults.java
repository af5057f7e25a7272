package dev.primus.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.Election;
import dev.primus.Primus;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LeaseTiming;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.StoreSession;
import dev.primus.core.spi.Verdict;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What goes wrong between a node and a server, for every database that is one. */
abstract class ServerFaults {
    private static final String SECRET = "hunter2-planted";
    private static final Duration IO_TIMEOUT = Duration.ofMillis(800);

    private final ElectionName election = new ElectionName("coordinator");
    private final ClusterName cluster =
            new ClusterName("f" + UUID.randomUUID().toString().substring(0, 13));
    private FaultProxy proxy;

    abstract int port();

    abstract DataSource direct();

    abstract DataSource through(int port);

    abstract DataSource withPassword(String password);

    /** What only the request that commits a takeover contains. */
    abstract String takeoverCommit();

    @BeforeEach
    void startProxy() throws Exception {
        proxy = new FaultProxy(port());
        JdbcStore.on(direct()).admin().createOrUpgrade();
    }

    @AfterEach
    void stopProxy() throws Exception {
        proxy.close();
    }

    @Test
    @Tag("L6")
    @DisplayName("S3 Live4 a black hole is answered UNKNOWN within the I/O timeout, and the store heals")
    void blackHole() {
        try (LeaseStore store = open()) {
            Hold hold = win(store);
            proxy.swallowAll();
            for (int i = 0; i < 2; i++) {
                long start = System.nanoTime();
                Answer answer = store.renew(List.of(hold)).get(0);
                assertThat(Duration.ofNanos(System.nanoTime() - start))
                        .as("it does not hang")
                        .isLessThan(Duration.ofSeconds(10));
                assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
                assertThat(answer.cause()).isNotEmpty();
            }
            proxy.heal();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> store.renew(List.of(hold)).get(0).verdict() == Verdict.YES);
        }
    }

    @Test
    @Tag("G11")
    @DisplayName("a standby that cannot reach the store knows no leader, and raises the leaderless alarm")
    void anUnreachableStoreShowsNoLeader() throws Exception {
        try (Primus leading = node("a", direct());
                Primus standby = node("b", through(proxy.port()))) {
            Election first = leading.election("coordinator").join();
            assertThat(first.awaitLeadership(Duration.ofSeconds(10))).isTrue();
            Election second = standby.election("coordinator").join();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> second.leader().isPresent());
            assertThat(second.leaderUnknownSince()).isEmpty();

            proxy.swallowAll();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(15))
                    .untilAsserted(() -> assertThat(second.leader()).isEmpty());
            assertThat(second.leaderUnknownSince()).isPresent();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .until(() ->
                            standby.feed().recent().stream().anyMatch(record -> record.kind() == FeedKind.LEADERLESS));

            proxy.heal();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(15))
                    .until(() -> second.leader().isPresent());
            assertThat(second.leaderUnknownSince()).isEmpty();
        }
    }

    private Primus node(String name, DataSource source) {
        return Primus.builder()
                .cluster(cluster.value())
                .node(name)
                .store(JdbcStore.on(source))
                .lease(Duration.ofSeconds(1))
                .leaderlessAlarm(1)
                .build();
    }

    @Test
    @Tag("L2")
    @DisplayName("S3 a takeover whose reply was lost is UNKNOWN, shows in the row, and is adopted by a renewal")
    void lostReply() throws Exception {
        try (LeaseStore store = open()) {
            store.enroll(List.of(new Enrolment(election, Enrolment.Part.CANDIDATE)));
            Sighting seen = look(store);
            Bid bid = new Bid(election, seen.epoch(), seen.renewals(), new FencingToken(1), "ghost");
            proxy.loseReplyTo(takeoverCommit());
            Answer answer = store.acquire(List.of(bid)).get(0);
            assertThat(answer.verdict()).isEqualTo(Verdict.UNKNOWN);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(look(store).nonce()).isEqualTo("ghost"));
            Verdict adopted = Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> store.renew(List.of(bid.hold())).get(0).verdict(), said -> said != Verdict.UNKNOWN);
            assertThat(adopted).isEqualTo(Verdict.YES);
            try (var books = JdbcStore.on(direct()).ledger(cluster)) {
                assertThat(books.history(election, 5)).hasSize(1);
            }
        }
    }

    @Test
    @Tag("L6")
    @DisplayName("Live3 connections that were cut while idle are replaced without anybody noticing")
    void idleCut() throws Exception {
        try (LeaseStore store = open()) {
            Hold hold = win(store);
            store.renew(List.of(hold));
            proxy.cutAll();
            assertThat(store.renew(List.of(hold)).get(0).verdict()).isEqualTo(Verdict.YES);
            assertThat(store.look(List.of(election)).get(0).verdict()).isEqualTo(Verdict.YES);
            proxy.cutAll();
            assertThat(store.release(List.of(
                                    new dev.primus.core.spi.Parting(hold, dev.primus.core.LossReason.SHUTDOWN, null)))
                            .get(0)
                            .verdict())
                    .isEqualTo(Verdict.YES);
        }
    }

    @Test
    @Tag("L6")
    @DisplayName("the hint channel says that it is down when it is cut, and comes back")
    void hintsComeBack() throws Exception {
        try (LeaseStore leader = JdbcStore.on(direct()).open(session("leader"));
                LeaseStore store = open()) {
            win(leader);
            BlockingQueue<Hint.Kind> heard = new LinkedBlockingQueue<>();
            store.listen(hint -> heard.add(hint.kind()));
            assertThat(heard.poll(10, TimeUnit.SECONDS))
                    .as("before the channel has spoken")
                    .isEqualTo(Hint.Kind.CHANNEL_DOWN);
            look(store);
            await(heard, Hint.Kind.CHANNEL_UP);
            proxy.cutAll();
            await(heard, Hint.Kind.CHANNEL_DOWN);
            await(heard, Hint.Kind.CHANNEL_UP);
        }
    }

    @Test
    @DisplayName("a connection goes back to its pool as it came")
    void givenBackAsItCame() throws Exception {
        try (Connection lent = direct().getConnection()) {
            lent.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            lent.setNetworkTimeout(Runnable::run, 12_345);
            lent.setAutoCommit(false);
            JdbcStore.on(Lender.of(lent)).admin().check();
            assertThat(lent.getAutoCommit()).isFalse();
            assertThat(lent.getNetworkTimeout()).isEqualTo(12_345);
            assertThat(lent.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        }
    }

    @Test
    @DisplayName("CWE-532 a wrong password is named as such, without the password")
    void wrongPassword() {
        assertThatThrownBy(() -> JdbcStore.on(withPassword(SECRET)).open(session("a")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("check user, password")
                .satisfies(ServerFaults::holdsNoSecret);
    }

    @Test
    @DisplayName("a server that is not there is named as such")
    void nobodyThere() throws Exception {
        proxy.close();
        assertThatThrownBy(() -> JdbcStore.on(through(proxy.port())).open(session("a")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("cannot be reached");
    }

    @Test
    @Tag("L1")
    @DisplayName("missing tables are named, with what to do")
    void missingTables() {
        assertThatThrownBy(() -> JdbcStore.on(direct()).tablePrefix("nowhere_").open(session("a")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("nowhere_meta")
                .hasMessageContaining("createSchema()");
    }

    @Test
    @Tag("L1")
    @DisplayName("a table of another shape is named, with the column")
    void otherShape() throws Exception {
        JdbcStore other = JdbcStore.on(direct()).tablePrefix("shape_").createSchema();
        other.admin().createOrUpgrade();
        run("ALTER TABLE shape_lease DROP COLUMN nonce");
        assertThatThrownBy(() -> other.open(session("a")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("shape_lease")
                .hasMessageContaining("nonce");
        run("DROP TABLE shape_lease");
        run("CREATE TABLE shape_lease (id INTEGER PRIMARY KEY)");
        assertThatThrownBy(() -> other.admin().check())
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("shape_lease has no column");
    }

    @Test
    @Tag("L1")
    @DisplayName("L1 names of tables may be as long as is allowed, and whoever enrols is shown the row at once")
    void longNames() {
        JdbcStore store = JdbcStore.on(direct())
                .tablePrefix("p".repeat(31))
                .leaseTable("l".repeat(51))
                .createSchema();
        try (LeaseStore session = store.open(session("a"))) {
            Hold hold = win(session);
            Sighting seen = session.enroll(List.of(new Enrolment(election, Enrolment.Part.CANDIDATE)))
                    .get(0)
                    .seen();
            assertThat(Objects.requireNonNull(seen).nonce()).isEqualTo(hold.nonce());
        }
    }

    @Test
    @Tag("L1")
    @DisplayName("L1 tables of the first version are upgraded in place, and keep their terms")
    void upgrade() throws Exception {
        JdbcStore old = JdbcStore.on(direct()).tablePrefix("old_").leaseTable("coordinator_lock");
        SqlDialect kind = old.admin().dialect();
        for (String sql : SchemaScripts.statements(
                kind, dev.primus.jdbc.store.Tables.withPrefix("old_").withLease("coordinator_lock"), 1)) {
            run(sql);
        }
        run("INSERT INTO old_term (cluster, election, epoch) VALUES ('%s', 'coordinator', 41)".formatted(cluster));
        run("INSERT INTO coordinator_lock (cluster, election, epoch) VALUES ('%s', 'coordinator', 41)"
                .formatted(cluster));
        assertThatThrownBy(() -> old.open(session("a")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("coordinator_lock has no column");
        try (LeaseStore store = old.createSchema().open(session("a"))) {
            assertThat(look(store).epoch()).isEqualTo(41);
            Bid bid = new Bid(election, 41, 0, new FencingToken(42), "after");
            assertThat(store.acquire(List.of(bid)).get(0).verdict()).isEqualTo(Verdict.YES);
        }
        old.admin().createOrUpgrade();
        old.admin().check();
    }

    @Test
    @Tag("L1")
    @DisplayName("housekeeping marks what nobody held for long, trims the history, and an acquisition clears the mark")
    void housekeeping() throws Exception {
        JdbcStore store = JdbcStore.on(direct()).tablePrefix("tidy_").createSchema();
        try (LeaseStore session = store.open(session("a"));
                var books = store.ledger(cluster)) {
            for (int i = 0; i < 5; i++) {
                session.release(List.of(
                        new dev.primus.core.spi.Parting(win(session), dev.primus.core.LossReason.RELEASED, null)));
            }
            run("UPDATE tidy_lease SET updated_us = 1");
            run("UPDATE tidy_node SET seen_us = 1");
            HousekeepingPlan plan = store.admin().planHousekeeping(2, Duration.ofDays(2));
            assertThat(plan)
                    .isEqualTo(new HousekeepingPlan(
                            List.of(new HousekeepingPlan.Unheld(cluster, election)),
                            List.of(new HousekeepingPlan.Grown(cluster, election, 3)),
                            List.of(new HousekeepingPlan.Silent(
                                    cluster, session("a").self())),
                            List.of()));
            assertThat(books.elections()).as("a plan changes nothing").hasSize(1);
            assertThat(books.history(election, 10)).hasSize(5);
            JdbcAdmin.Tidied tidied = store.admin().housekeeping(2, Duration.ofDays(2));
            assertThat(tidied).isEqualTo(plan.total());
            assertThat(tidied).isEqualTo(new JdbcAdmin.Tidied(1, 3, 1, 0));
            assertThat(books.elections()).isEmpty();
            assertThat(books.candidates(List.of(election))).isEmpty();
            assertThat(books.history(election, 10)).hasSize(2);
            assertThat(win(session).token().value()).isEqualTo(6);
            assertThat(books.elections()).hasSize(1);
        }
    }

    @Test
    @Tag("Z2")
    @DisplayName("C1 a raised lineage is shown with every sighting")
    void lineage() {
        JdbcStore store = JdbcStore.on(direct()).tablePrefix("lineage_").createSchema();
        try (LeaseStore session = store.open(session("a"))) {
            session.enroll(List.of(new Enrolment(election, Enrolment.Part.CANDIDATE)));
            int before = look(session).lineage();
            assertThat(store.admin().raiseLineage()).isEqualTo(before + 1);
            assertThat(look(session).lineage()).isEqualTo(before + 1);
            assertThat(session.acquire(List.of(new Bid(election, 0, 0, new FencingToken(1), "old")))
                            .get(0)
                            .verdict())
                    .as("a bid that was made before the lineage was raised")
                    .isEqualTo(Verdict.NO);
            FencingToken above = new FencingToken(FencingToken.floorOf(before + 1) + 1);
            assertThat(session.acquire(List.of(new Bid(election, 0, 0, above, "new")))
                            .get(0)
                            .verdict())
                    .isEqualTo(Verdict.YES);
        }
    }

    @Test
    @Tag("L5")
    @DisplayName(
            "Live3 a clock that is an hour behind does not keep a dead leader's lease, nor an absent successor's right")
    void clockBehind() throws Exception {
        ElectionName failedOver = new ElectionName("failed-over");
        ElectionName setBack = new ElectionName("set-back");
        ElectionName reserved = new ElectionName("reserved");
        List<ElectionName> all = List.of(failedOver, setBack, reserved);
        try (LeaseStore dying = JdbcStore.on(direct()).open(session("a", Duration.ofSeconds(1)))) {
            dying.enroll(all.stream()
                    .map(name -> new Enrolment(name, Enrolment.Part.CANDIDATE))
                    .toList());
            List<Bid> bids = all.stream()
                    .map(name -> new Bid(name, 0, 0, new FencingToken(1), "n-" + name))
                    .toList();
            assertThat(dying.acquire(bids)).extracting(Answer::verdict).containsOnly(Verdict.YES);
            dying.release(List.of(
                    new Parting(bids.get(2).hold(), LossReason.TRANSFERRED, new NodeName("nobody-by-that-name"))));
        }
        run("UPDATE primus_lease SET expires_us = expires_us + 3600000000, heir_until_us = heir_until_us + 3600000000"
                + " WHERE cluster = '%s'".formatted(cluster));
        run("UPDATE primus_lease SET clock_id = 'another server' WHERE cluster = '%s' AND election <> 'set-back'"
                .formatted(cluster));
        try (Primus node = Primus.builder()
                .cluster(cluster.value())
                .node("b")
                .store(JdbcStore.on(direct()))
                .lease(Duration.ofSeconds(1))
                .build()) {
            long begun = System.nanoTime();
            List<Election> elections =
                    all.stream().map(name -> node.election(name.value()).join()).toList();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> elections.stream().allMatch(Election::isLeader));
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .as("no earlier than the observation")
                    .isGreaterThan(LeaseTiming.of(Duration.ofSeconds(1)).observation(Duration.ofSeconds(1)));
            assertThat(node.feed().recent())
                    .filteredOn(record -> record.kind() == FeedKind.CLOCK_DISTRUSTED)
                    .extracting(FeedRecord::election)
                    .contains(failedOver, setBack);
        }
    }

    private static void await(BlockingQueue<Hint.Kind> heard, Hint.Kind wanted) throws InterruptedException {
        Hint.Kind kind;
        do {
            kind = heard.poll(10, TimeUnit.SECONDS);
            assertThat(kind).as("waiting for %s", wanted).isNotNull();
        } while (kind != wanted);
    }

    private static void holdsNoSecret(Throwable error) {
        java.io.StringWriter all = new java.io.StringWriter();
        error.printStackTrace(new java.io.PrintWriter(all));
        assertThat(all.toString())
                .doesNotContain(SECRET)
                .doesNotContain("jdbc:mariadb:/")
                .doesNotContain("jdbc:postgresql:/");
    }

    private LeaseStore open() {
        return JdbcStore.on(through(proxy.port())).open(session("a"));
    }

    final StoreSession session(String node) {
        return session(node, Duration.ofSeconds(60));
    }

    private StoreSession session(String node, Duration lease) {
        return new StoreSession(
                cluster, NodeId.of(node, "0001"), lease, IO_TIMEOUT, Duration.ofMillis(500), Duration.ofSeconds(1));
    }

    final Hold win(LeaseStore store) {
        store.enroll(List.of(new Enrolment(election, Enrolment.Part.CANDIDATE)));
        Sighting seen = look(store);
        Bid bid = new Bid(
                election,
                seen.epoch(),
                seen.renewals(),
                new FencingToken(Math.max(seen.epoch(), FencingToken.floorOf(seen.lineage())) + 1),
                UUID.randomUUID().toString());
        assertThat(store.acquire(List.of(bid)).get(0).verdict()).isEqualTo(Verdict.YES);
        return bid.hold();
    }

    final Sighting look(LeaseStore store) {
        Answer answer = org.awaitility.Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> store.look(List.of(election)).get(0), found -> found.verdict() == Verdict.YES);
        return Objects.requireNonNull(answer.seen());
    }

    final void run(String sql) throws Exception {
        try (Connection connection = direct().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
