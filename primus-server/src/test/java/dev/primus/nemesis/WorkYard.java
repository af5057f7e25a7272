package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeName;
import dev.primus.core.partition.TaskList;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.WorkBooks;
import dev.primus.core.spi.WorkBooks.Snapshot;
import dev.primus.server.PrimusMain;
import dev.primus.server.view.Occupancy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Where workers and two coordinators work, and what befalls them: one mishap after the other, drawn from a seed. Before the next
 * one all partitions have an owner again, so that what a single mishap may cost can be said.
 */
final class WorkYard implements AutoCloseable {
    private enum Mishap {
        KILL,
        PAUSE,
        LONG_PAUSE,
        DRAIN,
        LEAVE,
        JOIN,
        COORDINATOR
    }

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final LeaseTiming TIMING = LeaseTiming.of(LEASE);
    /** What a busy machine may add. */
    private static final Duration SLACK = Duration.ofSeconds(4);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration IO = Duration.ofSeconds(2);

    private final Database database;
    private final Path home;
    private final TaskList list;
    private final Random chance;
    private final WorkBooks books;
    private final Map<String, Child> workers = new LinkedHashMap<>();
    private final Map<String, Child> coordinators = new LinkedHashMap<>();
    private final List<Child> everybody = new ArrayList<>();
    private final Map<String, Path> journals = new LinkedHashMap<>();
    private final Map<Mishap, Integer> counts = new EnumMap<>(Mishap.class);
    private final Map<Child, Long> stopped = new HashMap<>();
    private int least;
    private int fewest;
    private int most;

    WorkYard(Database database, Path home, int partitions, long seed) {
        this.database = database;
        this.home = home;
        this.list = TaskList.of("billing/invoices", partitions);
        this.chance = new Random(seed);
        database.store().admin().createOrUpgrade();
        this.books = database.store().work(ClusterName.DEFAULT, IO);
    }

    /** By when a partition must have an owner again, whoever of the two that were to see to it was killed at the same time. */
    Duration longestGapAllowed() {
        Duration detected = LEASE.compareTo(TIMING.worstTakeover()) > 0 ? LEASE : TIMING.worstTakeover();
        Duration round = TIMING.renewEvery();
        Duration look = TIMING.renewEvery();
        return detected.plus(round).plus(look).plus(SLACK);
    }

    /** What had to move at least, by what each mishap took away from or brought to somebody. */
    int leastMoves() {
        return least;
    }

    // ---- people come -----------------------------------------------------------------------------------------------

    void open(int crew) throws IOException, InterruptedException {
        fewest = Math.max(2, crew - 2);
        most = crew + 1;
        books.define(new Catalogue.Entry(list, true));
        coordinate("core-1");
        coordinate("core-2");
        for (int i = 1; i <= crew; i++) {
            hire("w-" + i);
        }
        settle();
    }

    private void coordinate(String name) throws IOException {
        Map<String, String> environment = new HashMap<>();
        environment.put("PRIMUS_STORE", database.url());
        if (database instanceof DatabaseServer) {
            environment.put("PRIMUS_STORE_USER", database.user());
            environment.put("PRIMUS_STORE_PASSWORD", database.password());
        }
        String label = name + "-" + everybody.size();
        List<String> arguments = List.of(
                "node",
                "--no-config",
                "--node",
                name,
                "--election",
                "coordinator",
                "--allocate",
                "--lease",
                LEASE.toMillis() + "ms",
                "--stop-at-eof",
                "--control-socket",
                "none");
        Child child = new Child(name, label, home.resolve(label), List.of(), PrimusMain.class, arguments, environment);
        everybody.add(child);
        coordinators.put(name, child);
    }

    private void hire(String name) throws IOException {
        String label = name + "-" + everybody.size();
        Path journal = home.resolve(label + ".journal");
        Child child = new Child(
                name,
                label,
                journal,
                List.of(),
                Laborer.class,
                List.of(name, database.url(), Long.toString(LEASE.toMillis()), journal.toString()),
                Map.of(ContenderSettings.USER, database.user(), ContenderSettings.PASSWORD, database.password()));
        everybody.add(child);
        workers.put(name, child);
        journals.put(label, journal);
    }

    // ---- and are disturbed -----------------------------------------------------------------------------------------

    void disturb(Duration length) throws IOException, InterruptedException {
        long until = System.nanoTime() + length.toNanos();
        List<Mishap> deck = new ArrayList<>();
        while (System.nanoTime() < until) {
            if (deck.isEmpty()) {
                deck.addAll(List.of(Mishap.values()));
                Collections.shuffle(deck, chance);
            }
            befall(deck.remove(0));
            Thread.sleep(200 + chance.nextInt(600));
            settle();
        }
    }

    private void befall(Mishap drawn) throws IOException, InterruptedException {
        Mishap mishap = workers.size() <= fewest ? Mishap.JOIN : drawn;
        if (mishap == Mishap.JOIN && workers.size() >= most) {
            mishap = Mishap.KILL;
        }
        counts.merge(mishap, 1, Integer::sum);
        String name = List.copyOf(workers.keySet()).get(chance.nextInt(workers.size()));
        Child victim = workers.get(name);
        switch (mishap) {
            case KILL -> {
                takes(name);
                workers.remove(name);
                victim.kill9();
            }
            case PAUSE -> stop(victim, LEASE.dividedBy(4));
            case LONG_PAUSE -> {
                takes(name);
                brings(workers.size());
                stop(victim, LEASE.multipliedBy(2));
            }
            case DRAIN -> {
                takes(name);
                brings(workers.size());
                turn(name, true);
                settle();
                turn(name, false);
            }
            case LEAVE -> {
                takes(name);
                workers.remove(name);
                victim.term();
                victim.awaitEnd();
            }
            case JOIN -> {
                brings(workers.size() + 1);
                hire(firstFree());
            }
            case COORDINATOR -> replaceCoordinator();
        }
    }

    private void takes(String name) {
        NodeName worker = new NodeName(name);
        books.snapshot().orders().stream()
                .filter(orders -> orders.worker().name().equals(worker))
                .forEach(orders -> least += orders.held().size());
    }

    private void brings(int among) {
        least += list.partitions() / among;
    }

    private String firstFree() {
        for (int i = 1; ; i++) {
            if (!workers.containsKey("w-" + i)) {
                return "w-" + i;
            }
        }
    }

    private void turn(String name, boolean draining) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!turned(name, draining)) {
            assertThat(System.nanoTime()).as("%s can be drained", name).isLessThan(until);
            Thread.sleep(50);
        }
    }

    private boolean turned(String name, boolean draining) {
        try {
            return books.drain(new NodeName(name), draining);
        } catch (StoreException e) {
            return false;
        }
    }

    /** Whoever planned last is killed, and another process takes its place as the standby. */
    private void replaceCoordinator() throws IOException, InterruptedException {
        var term = books.snapshot().term();
        if (term != null) {
            String name = term.leader().name().value();
            coordinators.get(name).kill9();
            coordinate(name);
        }
    }

    /** Not while it keeps all others out, as one does that is stopped within a transaction on a file. */
    private void stop(Child victim, Duration span) throws IOException, InterruptedException {
        victim.stop();
        for (int tries = 0; !database.isFree() && tries < 20; tries++) {
            victim.cont();
            victim.stop();
        }
        stopped.put(victim, System.nanoTime() + span.toNanos());
    }

    private void resumeThoseDue() throws IOException, InterruptedException {
        for (Child child : List.copyOf(stopped.keySet())) {
            if (System.nanoTime() >= stopped.get(child)) {
                stopped.remove(child);
                child.cont();
            }
        }
    }

    // ---- and all is well again -------------------------------------------------------------------------------------

    /** Returns when nobody is stopped, everybody that runs has its share and knows it. */
    private void settle() throws IOException, InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!stopped.isEmpty() || !isSettled()) {
            assertThat(System.nanoTime()).as(() -> "settled: " + describe()).isLessThan(until);
            resumeThoseDue();
            Thread.sleep(20);
        }
    }

    private boolean isSettled() {
        try {
            Snapshot now = books.snapshot();
            List<Attendance> alive =
                    now.workers().stream().filter(Attendance::isAlive).toList();
            boolean known = alive.stream()
                    .allMatch(worker -> now.orders().stream()
                            .filter(orders -> orders.worker().equals(worker.id()))
                            .allMatch(orders -> worker.progress().seen() >= orders.revision()));
            return known && alive.size() == workers.size() && isEven(now);
        } catch (StoreException e) {
            return false;
        }
    }

    /** Of those who do not drain none has more than one more than another; those who do have nothing. */
    private boolean isEven(Snapshot now) {
        Occupancy occupancy = Occupancy.of(now, new Catalogue.Entry(list, true));
        List<Integer> shares = occupancy.shares().values().stream()
                .filter(share -> share.worker().state() == Attendance.State.ACTIVE)
                .map(share -> share.assigned().size())
                .sorted()
                .toList();
        int active = shares.stream().mapToInt(Integer::intValue).sum();
        return active == list.partitions() && !shares.isEmpty() && shares.get(shares.size() - 1) - shares.get(0) <= 1;
    }

    private String describe() {
        return books.snapshot().workers() + " of " + workers.keySet() + " after " + counts;
    }

    void calm() throws IOException, InterruptedException {
        settle();
    }

    /** Ends everybody; what they have written down. */
    WorkTrail trail() {
        everybody.forEach(Child::close);
        return WorkTrail.of(journals);
    }

    @Override
    public void close() {
        everybody.forEach(Child::close);
        books.close();
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
