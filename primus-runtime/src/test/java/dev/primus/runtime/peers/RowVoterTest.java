package dev.primus.runtime.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.registry.Appeal;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.Witness;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The row that votes like a member is asked on a lane of its own")
class RowVoterTest {
    private static final Witness.Plea PLEA =
            new Witness.Plea(new ElectionName("e"), Term.of(NodeId.of("a", "0001"), 7));
    private static final Duration SPAN = Duration.ofMillis(2500);

    private final Queue<Runnable> lane = new ArrayDeque<>();
    private final List<String> asked = new ArrayList<>();
    private final List<List<Witness.Word>> replies = new ArrayList<>();
    private boolean away;
    private final RowVoter row = new RowVoter(this::open, SPAN, lane::add);

    /** Notes what it is asked. */
    private final class Recorder implements Witness {
        @Override
        public List<Word> ask(List<Plea> pleas) {
            return noted("ask " + pleas.size(), pleas);
        }

        @Override
        public List<Word> promise(List<Plea> pleas, Duration span) {
            return noted("promise for " + span, pleas);
        }

        @Override
        public void release(List<Plea> pleas) {
            noted("release", pleas);
        }

        private List<Word> noted(String what, List<Plea> pleas) {
            if (away) {
                throw new StoreException("no route");
            }
            asked.add(what);
            return pleas.stream()
                    .map(plea -> new Word(plea.election(), true, 7, Duration.ZERO))
                    .toList();
        }

        @Override
        public void close() {
            asked.add("closed");
        }
    }

    private Witness open() {
        if (away) {
            throw new StoreException("no route");
        }
        asked.add("opened");
        return new Recorder();
    }

    private void ask(Appeal.Verb verb) {
        row.ask(new Appeal(1, verb, List.of(PLEA)), (part, words) -> replies.add(words));
    }

    private void runLane() {
        while (!lane.isEmpty()) {
            lane.remove().run();
        }
    }

    @Test
    @DisplayName("each question is put as it was meant, and a promise for a lease")
    void verbs() {
        row.warmUp();
        runLane();
        for (Appeal.Verb verb : Appeal.Verb.values()) {
            ask(verb);
            runLane();
        }
        row.close();

        assertThat(asked).containsExactly("opened", "ask 0", "ask 1", "promise for PT2.5S", "release", "closed");
        Witness.Word yes = new Witness.Word(PLEA.election(), true, 7, Duration.ZERO);
        assertThat(replies).containsExactly(List.of(yes), List.of(yes), List.of());
    }

    @Test
    @DisplayName("a row that does not answer says nothing, and is asked again")
    void away() {
        away = true;
        ask(Appeal.Verb.PROMISE);
        ask(Appeal.Verb.PROMISE);
        runLane();
        assertThat(replies).isEmpty();

        away = false;
        ask(Appeal.Verb.PROMISE);
        runLane();
        assertThat(replies).hasSize(1);
    }

    @Test
    @DisplayName("while it hangs questions do not pile up: they travel together, and of each term the latest")
    void together() {
        List<Long> rounds = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            for (String election : List.of("x", "y")) {
                Witness.Plea plea = new Witness.Plea(new ElectionName(election), PLEA.term());
                row.ask(new Appeal(i, Appeal.Verb.ASK, List.of(plea)), (part, words) -> rounds.add(part.round()));
            }
        }
        assertThat(lane).hasSize(1);

        runLane();
        assertThat(asked).containsExactly("opened", "ask 2");
        assertThat(rounds).containsExactly(999L, 999L);
    }

    @Test
    @DisplayName("what is over before it was asked for is never promised")
    void overBeforeItBegan() {
        row.ask(
                new Appeal(0, Appeal.Verb.RELEASE, List.of(new Witness.Plea(new ElectionName("x"), PLEA.term()))),
                (p, w) -> {});
        ask(Appeal.Verb.PROMISE);
        ask(Appeal.Verb.RELEASE);
        runLane();

        assertThat(asked).containsExactly("opened", "release");
        assertThat(replies).as("of the release, and none of the promise").containsExactly(List.of());
    }

    @Test
    @DisplayName("that a term is over is told before the end, and nothing else")
    void lastWords() {
        ask(Appeal.Verb.PROMISE);
        ask(Appeal.Verb.RELEASE);
        row.close();
        runLane();

        assertThat(asked).containsExactly("opened", "release", "closed");
    }
}
