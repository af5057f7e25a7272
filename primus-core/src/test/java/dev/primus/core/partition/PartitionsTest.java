package dev.primus.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.NodeName;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("P3")
@DisplayName("A set of partitions in pieces is a set")
class PartitionsTest {
    private static final TaskListName ORDERS = new TaskListName("orders");

    @Test
    @DisplayName("against a set of numbers, two thousand times")
    void asASet() {
        Random random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            TreeSet<Integer> one = numbers(random);
            TreeSet<Integer> other = numbers(random);
            Partitions first = partitions(one);
            Partitions second = partitions(other);
            BitSet bits = new BitSet();
            second.addTo(bits);

            TreeSet<Integer> both = new TreeSet<>(one);
            both.addAll(other);
            assertThat(first.plus(second)).isEqualTo(partitions(both)).hasSameHashCodeAs(partitions(both));
            TreeSet<Integer> without = new TreeSet<>(one);
            without.removeAll(other);
            assertThat(first.minus(second)).isEqualTo(partitions(without));
            assertThat(first.meets(bits)).isEqualTo(without.size() < one.size());
            int count = random.nextInt(one.size() + 2);
            List<Integer> highest = List.copyOf(one.descendingSet()).subList(0, Math.min(count, one.size()));
            assertThat(first.highest(count)).isEqualTo(partitions(new TreeSet<>(highest)));
            one.removeAll(highest);
            assertThat(first.butHighest(count)).isEqualTo(partitions(one));
            int any = random.nextInt(40);
            assertThat(second.contains(any)).isEqualTo(other.contains(any));
            assertThat(second.size()).isEqualTo(other.size());
            assertThat(Partitions.parse(second.toString())).isEqualTo(second);
        }
    }

    private static TreeSet<Integer> numbers(Random random) {
        TreeSet<Integer> numbers = new TreeSet<>();
        for (int i = random.nextInt(25); i > 0; i--) {
            numbers.add(random.nextInt(40));
        }
        return numbers;
    }

    private static Partitions partitions(TreeSet<Integer> numbers) {
        Pieces pieces = new Pieces();
        numbers.descendingSet().forEach(number -> pieces.add(number, number));
        return pieces.toPartitions();
    }

    @Test
    void writtenAsPeopleDo() {
        assertThat(Partitions.parse("7,0-3,4,9")).hasToString("0-4,7,9");
        assertThat(Partitions.parse("")).isSameAs(Partitions.NONE);
        assertThat(Partitions.NONE.isEmpty()).isTrue();
        assertThat(Partitions.NONE).isNotEqualTo("");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "1,", "3-1", "-1", "5000000", "1-99999999", "1--2"})
    void refused(String text) {
        assertThatThrownBy(() -> Partitions.parse(text))
                .hasMessageContaining("partitions = ")
                .hasMessageContaining("allowed is");
    }

    @Test
    @DisplayName("assignments are the same if the same have the same, whoever else was heard of")
    void assignments() {
        NodeName a = new NodeName("a");
        NodeName b = new NodeName("b");
        Assignment one =
                Assignment.builder().held(ORDERS, Partitions.of(0, 3), a).build();
        Assignment same = Assignment.builder()
                .held(ORDERS, Partitions.of(2, 3), a)
                .held(ORDERS, Partitions.NONE, b)
                .held(new TaskListName("mails"), Partitions.NONE, b)
                .held(ORDERS, Partitions.of(0, 1), a)
                .build();
        Assignment promised = Assignment.builder()
                .held(ORDERS, Partitions.of(0, 3), a)
                .promised(ORDERS, Partitions.of(3), b)
                .build();

        assertThat(one).isEqualTo(same).hasSameHashCodeAs(same);
        assertThat(one).isNotEqualTo(promised).isNotEqualTo(Assignment.NONE).isNotEqualTo("a");
        assertThat(one)
                .isNotEqualTo(Assignment.builder()
                        .held(ORDERS, Partitions.of(0, 2), a)
                        .build());
        assertThat(promised.workers()).containsExactly(a, b);
        assertThat(promised.lists()).containsExactly(ORDERS);
        assertThat(promised.promised(ORDERS, new NodeName("c"))).isEqualTo(Partitions.NONE);
        assertThat(promised.held(ORDERS, new NodeName("c"))).isEqualTo(Partitions.NONE);
        assertThat(promised.toString().lines()).containsExactly("orders a: 0-3", "orders on its way to b: 3");
        Move arrives = new Move(ORDERS, 3, 3, a, b, Reason.UNDER_WAY);
        assertThat(promised.after(List.of(arrives)).toString().lines()).containsExactly("orders a: 0-2", "orders b: 3");
    }
}
