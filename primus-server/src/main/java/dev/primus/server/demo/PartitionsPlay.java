package dev.primus.server.demo;

import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.partition.TaskList;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.WorkBooks;
import dev.primus.core.spi.WorkBooks.Snapshot;
import dev.primus.server.view.Occupancy;
import dev.primus.server.view.PartitionsView;
import dev.primus.server.view.Spans;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Five steps, each with a promise, judged by what is on record: who has which partition before and after. Belongs to the
 * demo's thread.
 */
final class PartitionsPlay {
    static final List<String> NODES = List.of("core-1", "core-2");
    static final List<String> WORKERS = List.of("w-1", "w-2", "w-3", "w-4");
    static final int PARTITIONS = 60;

    private static final TaskList LIST = TaskList.of("billing/invoices", PARTITIONS);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final String INDENT = "            ";

    private final Cast cast;
    private final WorkBooks books;
    private final Screen screen;
    private final PrintStream out;
    private final LeaseTiming timing;
    private final Duration within;
    private final Step share = new Step("share out", "three workers, 20 partitions each");
    private final Step join = new Step("join", "a fourth gets 15, nothing else moves");
    private final Step crash;
    private final Step drain = new Step("drain", "gives away all it has, nothing else moves");
    private final Step successor;

    PartitionsPlay(Cast cast, WorkBooks books, Screen screen, PrintStream out, LeaseTiming timing) {
        this.cast = cast;
        this.books = books;
        this.screen = screen;
        this.out = out;
        this.timing = timing;
        this.within = timing.lease().plus(GRACE);
        this.crash = new Step(
                "kill -9 worker", "others have its 15 within %s, nothing else moves".formatted(Spans.shortly(within)));
        this.successor = new Step("kill -9 coordinator", "another goes on, with a higher token; nothing moves");
        cast.onEvent(this::tell);
    }

    List<Step> steps() {
        return List.of(share, join, crash, drain, successor);
    }

    void perform() throws IOException, StepFailed, InterruptedException {
        during(share, this::share);
        during(join, this::join);
        during(crash, this::crash);
        during(drain, this::drain);
        during(successor, this::succeed);
    }

    /** A piece of the play; what came of it. */
    @FunctionalInterface
    private interface Act {
        String run() throws IOException, StepFailed, InterruptedException;
    }

    private void during(Step step, Act act) throws IOException, StepFailed, InterruptedException {
        step.begin();
        try {
            step.kept(act.run());
            picture();
        } catch (StepFailed e) {
            step.broken(String.valueOf(e.getMessage()));
            picture();
            throw e;
        }
    }

    // ---- the steps -------------------------------------------------------------------------------------------------

    private String share() throws IOException, StepFailed, InterruptedException {
        screen.tell("starting core-1 and core-2, of which one coordinates, and the workers w-1, w-2 and w-3");
        books.define(new Catalogue.Entry(LIST, true));
        for (String name : NODES) {
            cast.start(name);
        }
        for (String name : WORKERS.subList(0, 3)) {
            cast.start(name);
        }
        await("20 partitions for each", PATIENCE, now -> isEven(now, 3));
        return counts();
    }

    private String join() throws IOException, StepFailed, InterruptedException {
        screen.tell("w-4 is started");
        Map<Integer, NodeName> before = holders();
        cast.start("w-4");
        await("15 partitions for each", PATIENCE, now -> isEven(now, 4));
        Map<Integer, NodeName> after = holders();
        int moved = moved(before, after);
        check(
                moved == 15 && count(after, "w-4") == 15,
                "%d moved, and w-4 has %d".formatted(moved, count(after, "w-4")));
        return "%d moved, all of them to w-4".formatted(moved);
    }

    private String crash() throws StepFailed, InterruptedException {
        Player victim = cast.player("w-2");
        screen.tell("kill -9 " + victim.process().pid() + ": w-2 has no time to give anything back");
        Map<Integer, NodeName> before = holders();
        int had = count(before, "w-2");
        long killed = System.nanoTime();
        victim.kill();
        await("20 partitions for each of three", PATIENCE, now -> isEven(now, 3) && count(holders(now), "w-2") == 0);
        Duration took = Duration.ofNanos(System.nanoTime() - killed);
        int moved = moved(before, holders());
        check(moved == had, "%d moved, and w-2 had %d".formatted(moved, had));
        check(took.compareTo(within) <= 0, "that took " + Spans.exactly(took));
        return "%d moved, after %s".formatted(moved, Spans.shortly(took));
    }

    private String drain() throws StepFailed, InterruptedException {
        screen.tell("w-3 is to drain");
        Map<Integer, NodeName> before = holders();
        int had = count(before, "w-3");
        check(books.drain(new NodeName("w-3"), true), "w-3 cannot be drained");
        await("30 partitions for each of two", PATIENCE, now -> isSettled(now) && count(holders(now), "w-3") == 0);
        int moved = moved(before, holders());
        check(moved == had, "%d moved, and w-3 had %d".formatted(moved, had));
        return "%d moved; w-3 runs on, with nothing".formatted(moved);
    }

    private String succeed() throws StepFailed, InterruptedException {
        Term former = planner();
        Player victim = cast.player(former.leader().name().value());
        screen.tell("kill -9 " + victim.process().pid() + ": " + victim.name() + " coordinates no more");
        Map<Integer, NodeName> before = holders();
        victim.kill();
        await("a plan by another coordinator", PATIENCE, now -> isLater(now.term(), former));
        Term next = planner();
        cast.pass(timing.renewEvery().multipliedBy(2));
        int moved = moved(before, holders());
        check(moved == 0, moved + " moved");
        screen.tell("w-3 may work again: the successor sees to it");
        check(books.drain(new NodeName("w-3"), false), "w-3 cannot take part again");
        await("20 partitions for each of three", PATIENCE, now -> isEven(now, 3));
        return "%s, token %s after %s; none moved, then 20 to w-3"
                .formatted(next.leader().name(), next.token(), former.token());
    }

    // ---- what is on record -----------------------------------------------------------------------------------------

    private void await(String what, Duration most, Predicate<Snapshot> holds) throws StepFailed, InterruptedException {
        cast.until(what, most, () -> isSo(holds));
    }

    private boolean isSo(Predicate<Snapshot> holds) {
        try {
            return holds.test(books.snapshot());
        } catch (StoreException e) {
            return false; // Busy: it is asked again, until the time is up.
        }
    }

    private Term planner() throws StepFailed {
        Term term = books.snapshot().term();
        if (term == null) {
            throw new StepFailed("nobody has planned");
        }
        return term;
    }

    private static Occupancy occupancy(Snapshot now) {
        return Occupancy.of(now, new Catalogue.Entry(LIST, true));
    }

    /** Each partition has a worker, and each worker knows it. */
    private static boolean isSettled(Snapshot now) {
        boolean heard = now.orders().stream().allMatch(each -> hasHeard(now, each));
        return heard && occupancy(now).assigned() == PARTITIONS;
    }

    private static boolean hasHeard(Snapshot now, Orders orders) {
        return now.workers().stream()
                .filter(worker -> worker.id().equals(orders.worker()) && worker.isAlive())
                .allMatch(worker -> worker.progress().seen() >= orders.revision());
    }

    private static boolean isEven(Snapshot now, int workers) {
        Map<Integer, NodeName> holders = holders(now);
        return isSettled(now)
                && new TreeSet<>(holders.values())
                                .stream()
                                        .filter(name -> count(holders, name.value()) == PARTITIONS / workers)
                                        .count()
                        == workers;
    }

    private static boolean isLater(@Nullable Term term, Term former) {
        return term != null && term.token().compareTo(former.token()) > 0;
    }

    private Map<Integer, NodeName> holders() {
        return holders(books.snapshot());
    }

    private static Map<Integer, NodeName> holders(Snapshot now) {
        Map<Integer, NodeName> holders = new TreeMap<>();
        occupancy(now).shares().forEach((name, held) -> held.all().forEach(partition -> holders.put(partition, name)));
        return holders;
    }

    private static int count(Map<Integer, NodeName> holders, String name) {
        return (int) holders.values().stream()
                .filter(each -> each.value().equals(name))
                .count();
    }

    private static int moved(Map<Integer, NodeName> before, Map<Integer, NodeName> after) {
        return (int) after.entrySet().stream()
                .filter(each -> !each.getValue().equals(before.get(each.getKey())))
                .count();
    }

    private String counts() {
        Map<Integer, NodeName> holders = holders();
        StringBuilder text = new StringBuilder();
        new TreeSet<>(holders.values())
                .forEach(name -> text.append(text.isEmpty() ? "" : ", ")
                        .append(name)
                        .append(' ')
                        .append(count(holders, name.value())));
        return text.toString();
    }

    private static void check(boolean holds, String otherwise) throws StepFailed {
        if (!holds) {
            throw new StepFailed(otherwise);
        }
    }

    // ---- what is shown ---------------------------------------------------------------------------------------------

    private void picture() {
        out.println();
        new PartitionsView(books.snapshot(), List.of(new Catalogue.Entry(LIST, true)))
                .lines().stream().filter(line -> !line.isEmpty()).forEach(line -> out.println(INDENT + line));
        out.println();
    }

    private void tell(Event event) {
        String who = event.player();
        switch (event.kind()) {
            case "became_leader" -> screen.tell("%s COORDINATES, token %d".formatted(event.id(), event.token()));
            case "assigned" -> screen.tell("%s has %s".formatted(who, event.story()));
            case "let_go" -> screen.tell("%s lets go %s".formatted(who, event.story()));
            case "lost" -> screen.tell("%s has lost %s".formatted(who, event.story()));
            case Event.EXITED -> screen.tell("%s: process ended, exit code %s".formatted(who, event.reason()));
            default -> {}
        }
    }
}
