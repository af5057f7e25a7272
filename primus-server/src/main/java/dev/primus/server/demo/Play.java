package dev.primus.server.demo;

import dev.primus.core.spi.TermRecord;
import dev.primus.server.view.Spans;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What is shown: five steps, each with a promise and a deadline, each judged by tokens and reasons in what the processes
 * say, and in the end by what the store has written down. Belongs to the demo's thread.
 */
final class Play {
    private static final Duration PATIENCE = Duration.ofSeconds(12);
    private static final Duration HAND_OVER_WITHIN = Duration.ofSeconds(1);

    private final Cast cast;
    private final Screen screen;
    private final Duration takeoverWithin;
    private final Duration breath;
    private final Hall hall;
    private final Step elect = new Step("elect", "one leader, known to all");
    private final Step crash;
    private final Step comeBack = new Step("return", "standby, new incarnation, leader undisturbed");
    private final Step handOver;
    private final Step books;
    private final List<Long> tokens = new ArrayList<>();

    /** A play with a {@code breath} after each step, for the audience to look. */
    Play(Cast cast, Screen screen, Hall hall, Duration breath) {
        this.cast = cast;
        this.screen = screen;
        this.takeoverWithin = hall.takeoverWithin();
        this.breath = breath;
        this.hall = hall;
        this.books = new Step("history", "all terms in %s, with reasons".formatted(hall.books()));
        this.crash = new Step("kill -9", "another within %s, higher token".formatted(Spans.shortly(takeoverWithin)));
        this.handOver = new Step(
                "hand-over", "another within %s, no wait for the lease".formatted(Spans.exactly(HAND_OVER_WITHIN)));
        cast.onEvent(this::tell);
    }

    List<Step> steps() {
        return List.of(elect, crash, comeBack, handOver, books);
    }

    void perform() throws IOException, StepFailed, InterruptedException {
        Event first = during(elect, this::elect);
        Event second = during(crash, () -> crash(first));
        during(comeBack, () -> comeBack(first, second));
        during(handOver, () -> handOver(second));
        during(books, this::readBooks);
    }

    /** A piece of the play. */
    @FunctionalInterface
    private interface Act {
        Event run() throws IOException, StepFailed, InterruptedException;
    }

    private Event during(Step step, Act act) throws IOException, StepFailed, InterruptedException {
        step.begin();
        try {
            Event outcome = act.run();
            cast.pass(step == books ? Duration.ZERO : breath);
            return outcome;
        } catch (StepFailed e) {
            step.broken(String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private Event elect() throws IOException, StepFailed, InterruptedException {
        screen.tell("starting core-1, core-2 and core-3, a process each");
        int mark = cast.mark();
        for (Player player : cast.players()) {
            cast.start(player.name());
        }
        Event joined = cast.await("a start", PATIENCE, mark, event -> event.is("joined", null));
        Event leader = awaitLeader(mark, 0, "");
        for (Player player : cast.players()) {
            if (!player.name().equals(leader.player())) {
                awaitFollower(mark, player.name(), leader);
            }
        }
        check(leaders() == 1, leaders() + " nodes lead at once");
        elect.kept("%s, token %d, %s after the first was up"
                .formatted(leader.player(), leader.token(), Spans.shortly(between(joined, leader))));
        return leader;
    }

    private Event crash(Event leader) throws StepFailed, InterruptedException {
        Player victim = cast.player(leader.player());
        screen.tell("kill -9 " + victim.process().pid() + ": " + victim.name() + " has no time to say good-bye");
        int mark = cast.mark();
        long killed = System.nanoTime();
        victim.kill();
        Event next = awaitLeader(mark, leader.token(), leader.player());
        Duration took = Duration.ofNanos(next.at() - killed);
        check(
                took.compareTo(takeoverWithin) <= 0,
                "%s leads, but only after %s".formatted(next.player(), Spans.exactly(took)));
        crash.kept("%s, token %d, after %s".formatted(next.player(), next.token(), Spans.shortly(took)));
        return next;
    }

    private Event comeBack(Event killed, Event leader) throws IOException, StepFailed, InterruptedException {
        screen.tell(killed.player() + " is started again");
        int mark = cast.mark();
        cast.start(killed.player());
        Event back = cast.await("its return", PATIENCE, mark, event -> event.is("joined", killed.player()));
        check(!back.id().equals(killed.id()), back.id() + " has the incarnation it had before");
        Event follows = awaitFollower(mark, killed.player(), leader);
        check(
                cast.player(leader.player()).role() == Player.Role.LEADER,
                leader.player() + " lost its leadership meanwhile");
        comeBack.kept("%s, formerly #%s, follows %s (%d)"
                .formatted(back.id(), incarnation(killed), leader.player(), follows.token()));
        screen.tell(back.id() + " is a standby and knows that " + leader.player() + " leads");
        return back;
    }

    private Event handOver(Event leader) throws StepFailed, InterruptedException {
        Player leaving = cast.player(leader.player());
        screen.tell("SIGTERM to " + leaving.name() + ": it stops its work, gives leadership back, and leaves");
        int mark = cast.mark();
        leaving.terminate();
        Event lost = cast.await(
                "the end of its term",
                PATIENCE,
                mark,
                event -> event.is("revoked", leaving.name()) && event.reason().equals("SHUTDOWN"));
        cast.await(
                "a confirmed release",
                PATIENCE,
                mark,
                event -> event.is("lost_leadership", leaving.name()) && event.confirmed());
        Event next = awaitLeader(mark, leader.token(), leaving.name());
        Duration without = between(lost, next);
        check(!without.isNegative(), next.player() + " led before " + leaving.name() + " had stopped");
        check(
                without.compareTo(HAND_OVER_WITHIN) <= 0,
                "%s leads, but only after %s".formatted(next.player(), Spans.exactly(without)));
        Event gone = cast.await("its exit", PATIENCE, mark, event -> event.is(Event.EXITED, leaving.name()));
        check(gone.reason().equals("0"), leaving.name() + " ended with exit code " + gone.reason());
        handOver.kept("%s, token %d, %s after %s let go"
                .formatted(next.player(), next.token(), Spans.shortly(without), leaving.name()));
        return next;
    }

    /** Everybody leaves; then the store alone tells the same story. */
    private Event readBooks() throws StepFailed, InterruptedException {
        screen.tell("everybody leaves; what is on record in %s then?".formatted(hall.books()));
        int mark = cast.mark();
        Event last = null;
        List<Player> present = cast.players().stream()
                .filter(player -> player.role() == Player.Role.LEADER || player.role() == Player.Role.STANDBY)
                .filter(player -> !player.isDismissed())
                .toList();
        Map<Player.Role, List<Player>> byRole = present.stream().collect(Collectors.groupingBy(Player::role));
        for (Player.Role role : hall.leavingOrder()) {
            for (Player player : byRole.getOrDefault(role, List.of())) {
                player.terminate();
                last = cast.await("its exit", PATIENCE, mark, event -> event.is(Event.EXITED, player.name()));
            }
        }
        List<TermRecord> terms = hall.history(cast.heard());
        compare(terms);
        books.kept(terms.stream()
                .filter(term -> tokens.contains(term.term().token().value()))
                .sorted((a, b) -> a.term().token().compareTo(b.term().token()))
                .map(term -> "%s %s".formatted(term.term().token(), term.reason()))
                .collect(Collectors.joining(", ")));
        return last == null ? Event.exited("", 0, 0) : last;
    }

    private void compare(List<TermRecord> terms) throws StepFailed {
        Set<Long> written = new TreeSet<>();
        terms.forEach(term -> written.add(term.term().token().value()));
        check(written.containsAll(tokens), "tokens seen are %s, but on record are %s".formatted(tokens, written));
        for (TermRecord term : terms) {
            check(
                    !tokens.contains(term.term().token().value()) || term.reason() != null,
                    "term %s has no reason".formatted(term.term()));
        }
    }

    private Event awaitLeader(int mark, long above, String formerly) throws StepFailed, InterruptedException {
        Event leader = cast.await(
                "a new leader",
                PATIENCE,
                mark,
                event -> event.is("became_leader", null) && !event.player().equals(formerly));
        check(
                leader.token() > above && tokens.stream().allMatch(token -> token < leader.token()),
                "token %d of %s is not above %d".formatted(leader.token(), leader.player(), above));
        tokens.add(leader.token());
        return leader;
    }

    private Event awaitFollower(int mark, String name, Event leader) throws StepFailed, InterruptedException {
        return cast.await(
                name + " following " + leader.player(),
                PATIENCE,
                mark,
                event -> event.is("leader_changed", name)
                        && event.leader().equals(leader.id())
                        && event.token() == leader.token());
    }

    private long leaders() {
        return cast.players().stream()
                .filter(player -> player.role() == Player.Role.LEADER)
                .count();
    }

    private static void check(boolean holds, String otherwise) throws StepFailed {
        if (!holds) {
            throw new StepFailed(otherwise);
        }
    }

    /** By the host's wall clock, as both processes have read it: no time is lost on the way to us. */
    private static Duration between(Event earlier, Event later) {
        return Duration.between(earlier.time(), later.time());
    }

    private static String incarnation(Event event) {
        return event.id().substring(event.id().indexOf('#') + 1);
    }

    private void tell(Event event) {
        String who = event.player();
        switch (event.kind()) {
            case "became_leader" -> screen.tell("%s LEADS, term and token %d".formatted(event.id(), event.token()));
            case "revoked" ->
                screen.tell("%s leads no more (term %d): %s".formatted(who, event.token(), event.reason()));
            case "leader_down" -> screen.tell("%s: the lease of term %d ran out".formatted(who, event.token()));
            case "lost_leadership" -> {
                if (event.leader().equals(event.id())) {
                    screen.tell("%s has given term %d back%s"
                            .formatted(who, event.token(), event.confirmed() ? "" : ", unconfirmed"));
                }
            }
            case "election_explained" -> {
                if (event.leader().equals(event.id())) {
                    screen.tell(event.story());
                }
            }
            case "suspended" -> screen.tell(who + " is in doubt after a pause");
            case "resumed" -> screen.tell(who + " leads again, confirmed by " + hall.arbiter());
            case "store_lost" -> screen.tell("%s: no answer from %s".formatted(who, hall.arbiter()));
            case "store_back" -> screen.tell("%s: an answer from %s again".formatted(who, hall.arbiter()));
            case Event.EXITED -> screen.tell("%s: process ended, exit code %s".formatted(who, event.reason()));
            default -> {}
        }
    }
}
