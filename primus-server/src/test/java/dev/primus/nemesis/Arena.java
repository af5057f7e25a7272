package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.LeaseTiming;
import dev.primus.nemesis.ContenderSettings.Work;
import dev.primus.nemesis.Journal.Held;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Where the contenders of one scenario meet: starts them, waits for what must happen, and leaves none behind. Waiting is
 * for liveness and generous, since the machine may be busy; what is safe is judged by {@link #history()} alone.
 */
final class Arena implements AutoCloseable {
    /** What a busy machine may add to any bound. */
    static final Duration SLACK = Duration.ofSeconds(10);

    private final Database database;
    private final Path folder;
    private final String election;
    private final Map<String, Work> elections = new LinkedHashMap<>();
    private final LeaseTiming timing;
    private final List<Child> children = new ArrayList<>();
    private final Map<String, Proxy> proxies = new HashMap<>();

    /** The first election is the one that all questions are about. */
    Arena(Database database, Path folder, Duration lease, Map<String, Work> elections) throws SQLException {
        this.database = database;
        this.folder = folder;
        this.timing = LeaseTiming.of(lease);
        this.elections.putAll(elections);
        this.election = elections.keySet().iterator().next();
        for (String each : elections.keySet()) {
            try (Account account = account(each)) {
                account.create();
            }
        }
    }

    /** A claim, and whose it is. */
    record Led(Child by, Held sample) {
        long token() {
            return sample.token();
        }
    }

    String election() {
        return election;
    }

    LeaseTiming timing() {
        return timing;
    }

    Duration lease() {
        return timing.lease();
    }

    Account account(String id) throws SQLException {
        return Account.open(database.accountUrl(), database.user(), database.password(), id);
    }

    long value(String id) throws SQLException {
        try (Account account = account(id)) {
            return account.value();
        }
    }

    /** Starts processes, and returns when all take part. */
    List<Child> start(String... nodes) throws IOException {
        List<Child> started = new ArrayList<>();
        for (String node : nodes) {
            started.add(spawn(node));
        }
        started.forEach(child -> until(child + " takes part", Duration.ofSeconds(40), child::isUp));
        return started;
    }

    /** Starts a process and does not wait for it. */
    Child spawn(String node) throws IOException {
        String label = node + "-" + (children.size() + 1);
        Proxy proxy = proxies.get(node);
        ContenderSettings settings = new ContenderSettings(
                node,
                proxy == null ? database.url() : ((DatabaseServer) database).urlVia(proxy.port()),
                database.accountUrl(),
                elections,
                timing.lease(),
                folder.resolve(election + "-" + label + ".journal"));
        Child child = new Child(settings, label, database.user(), database.password());
        children.add(child);
        return child;
    }

    /** Lays a wire of its own between the database and all processes that will be started under this name. */
    Proxy proxyFor(String node, long seed) throws IOException {
        Proxy proxy = new Proxy(((DatabaseServer) database).port(), seed);
        proxies.put(node, proxy);
        return proxy;
    }

    /** All wires lead to where the database is now. */
    void followTheDatabase() {
        proxies.values().forEach(proxy -> proxy.leadTo(((DatabaseServer) database).port()));
    }

    Optional<Proxy> proxyOf(String node) {
        return Optional.ofNullable(proxies.get(node));
    }

    List<Child> children() {
        return children;
    }

    Led awaitLeader() {
        return awaitLeader(System.nanoTime(), lease().plus(SLACK), any -> true);
    }

    /** The first claim of anybody {@code of} us to a question asked after {@code since}. */
    Led awaitLeader(long since, Duration most, Predicate<Child> of) {
        return awaitClaim(election, since, most, of);
    }

    Led awaitClaim(String which, long since, Duration most, Predicate<Child> of) {
        until(
                "somebody leads " + which,
                most,
                () -> firstClaim(which, since, of).isPresent());
        return firstClaim(which, since, of).orElseThrow();
    }

    private Optional<Led> firstClaim(String which, long since, Predicate<Child> of) {
        return children.stream()
                .filter(of)
                .flatMap(
                        child -> child.heldSince(which, since).stream().limit(1).map(held -> new Led(child, held)))
                .min((one, other) -> Long.compare(one.sample.before(), other.sample.before()));
    }

    /** Returns when the leader's renewal has just been confirmed, so that a pause from here on has the most room. */
    void awaitRenewal() {
        long renewals = database.row(election).renewals();
        until("a renewal", lease().plus(SLACK), () -> database.row(election).renewals() != renewals);
    }

    /**
     * Stops a process, but not while it keeps all others out: one that is stopped within a transaction on a file does,
     * which is safe, and a different story. The storm tells that one.
     */
    void pause(Child child) throws IOException, InterruptedException {
        child.stop();
        for (int tries = 0; !database.isFree() && tries < 20; tries++) {
            child.cont();
            child.stop();
        }
    }

    void until(String what, Duration most, Callable<Boolean> holds) {
        try {
            await(what).atMost(most).pollInterval(Duration.ofMillis(10)).until(holds);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(e.getMessage() + "\n" + evidence(), e);
        }
    }

    /** What there is to be known about a wait that was in vain; the journals and outputs are kept beside the classes. */
    private String evidence() {
        StringBuilder words = new StringBuilder();
        try {
            children.forEach(Child::dumpThreads);
            Path kept = Files.createDirectories(
                    Path.of("target", "nemesis", database.name() + "-" + election + "-" + System.nanoTime()));
            for (Child child : children) {
                child.keepPapersIn(kept);
                words.append(child.describe()).append('\n');
            }
            words.append("kept in ").append(kept.toAbsolutePath()).append('\n');
            words.append(database.row(election));
        } catch (IOException | RuntimeException e) {
            words.append("no more is known: ").append(e);
        }
        return words.toString();
    }

    Journals history() {
        return new Journals(children.stream().map(Child::journal).toList());
    }

    /** How many writes the processes know to have succeeded, and how many they do not know about. */
    record Tally(long confirmed, long rejected, long unknown) {}

    Tally tally(String which) {
        Map<String, Long> counts = new HashMap<>();
        children.stream()
                .flatMap(child -> child.journal().writes().stream())
                .filter(write -> write.election().equals(which))
                .forEach(write -> counts.merge(write.what(), 1L, Long::sum));
        long confirmed = counts.getOrDefault("wrote", 0L);
        long rejected = counts.getOrDefault("rejected", 0L);
        return new Tally(confirmed, rejected, counts.getOrDefault("try", 0L) - confirmed - rejected);
    }

    void checkHistory() {
        assertThat(history().violations()).as("what the journals show").isEmpty();
    }

    @Override
    public void close() throws IOException {
        children.forEach(Child::close);
        for (Proxy proxy : proxies.values()) {
            proxy.close();
        }
    }
}
