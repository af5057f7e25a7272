package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.spi.Witness;
import dev.primus.core.spi.Witness.Plea;
import dev.primus.core.spi.Witness.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every witness must hold, whatever it is made of. Each case plays in a cluster of its own. */
public abstract class WitnessContract {
    private static final Duration SHORT = Duration.ofMillis(600);
    protected static final Duration LONG = Duration.ofSeconds(60);

    protected static final NodeId A = NodeId.of("a", "0001");
    protected static final NodeId B = NodeId.of("b", "0001");

    protected final ElectionName election = new ElectionName("coordinator");
    protected final ClusterName cluster =
            new ClusterName("w" + UUID.randomUUID().toString().substring(0, 13));
    private final List<Witness> opened = new ArrayList<>();

    /** One node's way to the witness of a cluster; the witness itself is the same for all who ask for it. */
    protected abstract Witness open(ClusterName of);

    /** Lets the witness's clock go on. */
    protected void pass(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis());
    }

    protected int rounds() {
        return 20;
    }

    @AfterEach
    void closeAll() {
        opened.forEach(Witness::close);
    }

    protected final Witness witness() {
        return witness(cluster);
    }

    protected final Witness witness(ClusterName of) {
        Witness one = open(of);
        opened.add(one);
        return one;
    }

    protected final Plea plea(NodeId node, long token) {
        return new Plea(election, Term.of(node, token));
    }

    protected final Word promised(Witness by, NodeId node, long token, Duration span) {
        return plain(by.promise(List.of(plea(node, token)), span).get(0));
    }

    protected final Word asked(Witness by, NodeId node, long token) {
        return plain(by.ask(List.of(plea(node, token))).get(0));
    }

    /** How long it is busy is another matter. */
    protected static Word plain(Word word) {
        return new Word(word.election(), word.agreed(), word.highest(), Duration.ZERO);
    }

    protected final Word yes(long highest) {
        return new Word(election, true, highest, Duration.ZERO);
    }

    protected final Word no(long highest) {
        return new Word(election, false, highest, Duration.ZERO);
    }

    @Test
    @DisplayName("the first term is promised, and nothing was promised before")
    void first() {
        Witness witness = witness();
        assertThat(asked(witness, A, 7)).isEqualTo(yes(0));
        assertThat(promised(witness, A, 7, LONG)).isEqualTo(yes(7));
        assertThat(asked(witness, A, 7)).isEqualTo(yes(7));
    }

    @Test
    @DisplayName("a question binds to nothing: who asked later may still be promised")
    void asking() {
        Witness witness = witness();
        assertThat(asked(witness, A, 7)).isEqualTo(yes(0));
        assertThat(asked(witness, B, 3)).isEqualTo(yes(0));
        assertThat(promised(witness, B, 3, LONG)).isEqualTo(yes(3));
        assertThat(asked(witness, A, 7)).isEqualTo(no(3));
        assertThat(asked(witness, B, 4)).isEqualTo(yes(3));
        assertThat(asked(witness, B, 3)).isEqualTo(yes(3));
    }

    @Test
    @DisplayName("while a promise runs nobody else is promised, be the term earlier, the same or later")
    void running() {
        Witness witness = witness();
        promised(witness, A, 7, LONG);
        for (long token : new long[] {6, 7, 8, 1_000}) {
            assertThat(asked(witness, B, token)).isEqualTo(no(7));
            assertThat(promised(witness, B, token, LONG)).isEqualTo(no(7));
        }
        assertThat(promised(witness, A, 7, LONG)).isEqualTo(yes(7));
    }

    @Test
    @DisplayName("who is refused is told how long the promise to the other still runs")
    void busy() {
        Witness witness = witness();
        Plea other = plea(B, 8);
        assertThat(witness.ask(List.of(other)).get(0).busy()).isZero();
        promised(witness, A, 7, LONG);
        assertThat(witness.ask(List.of(other)).get(0).busy()).isPositive().isLessThanOrEqualTo(LONG);
        assertThat(witness.promise(List.of(other), LONG).get(0).busy()).isPositive();
        witness.release(List.of(plea(A, 7)));
        assertThat(witness.ask(List.of(plea(B, 6))).get(0).busy()).isZero();
    }

    @Test
    @DisplayName("a node is promised a later term of its own, and no earlier one after that")
    void ownLaterTerm() {
        Witness witness = witness();
        promised(witness, A, 7, LONG);
        assertThat(promised(witness, A, 9, LONG)).isEqualTo(yes(9));
        assertThat(asked(witness, A, 7)).isEqualTo(no(9));
        assertThat(promised(witness, A, 7, LONG)).isEqualTo(no(9));
        assertThat(promised(witness, A, 8, LONG)).isEqualTo(no(9));
    }

    @Test
    @DisplayName("a node that was started again is another node")
    void startedAgain() {
        Witness witness = witness();
        promised(witness, A, 7, LONG);
        NodeId again = NodeId.of("a", "0002");
        assertThat(promised(witness, again, 7, LONG)).isEqualTo(no(7));
        assertThat(promised(witness, again, 8, LONG)).isEqualTo(no(7));
        witness.release(List.of(plea(again, 7)));
        assertThat(promised(witness, again, 8, LONG)).isEqualTo(no(7));
    }

    @Test
    @DisplayName(
            "a promise lapses by the witness's clock: a later term of another node is promised then, no earlier one")
    void lapse() throws Exception {
        Witness witness = witness();
        promised(witness, A, 7, SHORT);
        pass(SHORT.plus(SHORT));
        assertThat(promised(witness, B, 7, LONG)).isEqualTo(no(7));
        assertThat(asked(witness, B, 8)).isEqualTo(yes(7));
        assertThat(promised(witness, B, 8, LONG)).isEqualTo(yes(8));
        assertThat(promised(witness, A, 7, LONG)).isEqualTo(no(8));
        assertThat(promised(witness, A, 9, LONG)).isEqualTo(no(8));
    }

    @Test
    @DisplayName("the same term is promised on, also after it has lapsed, and runs from then")
    void extended() throws Exception {
        Witness witness = witness();
        promised(witness, A, 7, SHORT);
        pass(SHORT.plus(SHORT));
        assertThat(promised(witness, A, 7, LONG)).isEqualTo(yes(7));
        pass(SHORT.plus(SHORT));
        assertThat(promised(witness, B, 8, LONG)).isEqualTo(no(7));
    }

    @Test
    @DisplayName("what was given back is never promised again, and its number is remembered")
    void givenBack() {
        Witness witness = witness();
        promised(witness, A, 7, LONG);
        witness.release(List.of(plea(A, 7)));
        assertThat(asked(witness, A, 7)).isEqualTo(no(7));
        assertThat(promised(witness, A, 7, LONG)).isEqualTo(no(7));
        assertThat(promised(witness, B, 7, LONG)).isEqualTo(no(7));
        assertThat(promised(witness, B, 8, LONG)).isEqualTo(yes(8));
    }

    @Test
    @DisplayName("giving back ends exactly that term: not another one of the node, nor another node's of that number")
    void givenBackAnother() {
        Witness witness = witness();
        witness.release(List.of(plea(A, 1)));
        promised(witness, A, 7, LONG);
        witness.release(List.of(plea(A, 6), plea(A, 8), plea(B, 7)));
        assertThat(promised(witness, B, 9, LONG)).isEqualTo(no(7));
        assertThat(promised(witness, A, 7, LONG)).isEqualTo(yes(7));
    }

    @Test
    @DisplayName(
            "it remembers for all who ask: promises and numbers outlive whoever was promised, and the witness's own end")
    void remembered() {
        promised(witness(), A, 7, LONG);
        closeAll();
        opened.clear();
        Witness witness = witness();
        assertThat(promised(witness, B, 8, LONG)).isEqualTo(no(7));
        witness.release(List.of(plea(A, 7)));
        witness.close();
        Witness again = witness();
        assertThat(asked(again, A, 7)).isEqualTo(no(7));
        assertThat(asked(again, B, 8)).isEqualTo(yes(7));
    }

    @Test
    @DisplayName("another cluster's promises are not touched")
    void otherCluster() {
        Witness witness = witness();
        Witness other = witness(new ClusterName(cluster + "-2"));
        promised(witness, A, 7, LONG);
        assertThat(promised(other, B, 3, LONG)).isEqualTo(yes(3));
        other.release(List.of(plea(A, 7), plea(B, 3)));
        assertThat(promised(witness, B, 8, LONG)).isEqualTo(no(7));
        assertThat(asked(witness, A, 7)).isEqualTo(yes(7));
        assertThat(asked(other, A, 1)).isEqualTo(no(3));
    }

    @Test
    @DisplayName("many at once, in any order: each is answered for itself, in the order of the questions")
    void many() {
        Witness witness = witness();
        List<Plea> mine = pleas(A, 450, 5);
        List<Plea> theirs = pleas(B, 900, 6);
        assertThat(witness.promise(mine, LONG)).containsExactlyElementsOf(words(mine, true, 5));
        List<Word> words = witness.promise(theirs, LONG).stream()
                .map(WitnessContract::plain)
                .toList();
        assertThat(words.subList(0, 450)).containsExactlyElementsOf(words(mine, false, 5));
        assertThat(words.subList(450, 900)).containsExactlyElementsOf(words(theirs.subList(450, 900), true, 6));
        witness.release(mine);
        assertThat(witness.ask(theirs).stream().allMatch(Word::agreed)).isTrue();
        assertThat(witness.promise(List.of(), LONG)).isEmpty();
        assertThat(witness.ask(List.of())).isEmpty();
    }

    private static List<Plea> pleas(NodeId node, int count, long token) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Plea(new ElectionName("tenant/" + (900 - i)), Term.of(node, token)))
                .toList();
    }

    private static List<Word> words(List<Plea> pleas, boolean agreed, long highest) {
        return pleas.stream()
                .map(plea -> new Word(plea.election(), agreed, highest, Duration.ZERO))
                .toList();
    }

    @Test
    @DisplayName(
            "S2 of two who ask at the same time exactly one is promised, of new elections and of those that are free")
    void race() throws Exception {
        List<Witness> ways = List.of(witness(), witness());
        List<NodeId> nodes = List.of(A, B);
        ExecutorService pool = Executors.newFixedThreadPool(ways.size());
        try {
            for (int round = 0; round < rounds(); round++) {
                ElectionName contested = new ElectionName("race-" + round / 2);
                List<Plea> pleas = new ArrayList<>();
                for (NodeId node : nodes) {
                    pleas.add(new Plea(contested, Term.of(node, 1 + round % 2)));
                }
                List<Word> words = atOnce(pool, ways, pleas);
                assertThat(words.stream().filter(Word::agreed))
                        .as("round %d", round)
                        .hasSize(1);
                for (Plea plea : pleas) {
                    ways.get(0).release(List.of(plea));
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static List<Word> atOnce(ExecutorService pool, List<Witness> ways, List<Plea> pleas) throws Exception {
        CyclicBarrier start = new CyclicBarrier(ways.size());
        List<Callable<Word>> tries = new ArrayList<>();
        for (int i = 0; i < ways.size(); i++) {
            Witness way = ways.get(i);
            Plea plea = pleas.get(i);
            tries.add(() -> {
                start.await();
                return way.promise(List.of(plea), LONG).get(0);
            });
        }
        List<Word> words = new ArrayList<>();
        for (Future<Word> result : pool.invokeAll(tries)) {
            words.add(result.get());
        }
        return words;
    }
}
