package dev.primus.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a worker has, by list and generation")
class LotsTest {
    private static final TaskListName A = new TaskListName("billing/a");
    private static final TaskListName B = new TaskListName("b");
    private static final Lots SOME = Lots.of(
            new Lot(A, 3, Partitions.of(0, 4)), new Lot(A, 7, Partitions.of(9)), new Lot(B, 3, Partitions.of(1)));

    @Test
    @DisplayName("is written as text and read again")
    void text() {
        assertThat(SOME.toText()).isEqualTo("b 3 1\nbilling/a 3 0-4\nbilling/a 7 9\n");
        assertThat(Lots.parse(SOME.toText())).isEqualTo(SOME).hasSameHashCodeAs(SOME);
        assertThat(SOME).hasToString("b 3 1; billing/a 3 0-4; billing/a 7 9");
        assertThat(Lots.parse("")).isEqualTo(Lots.NONE);
        assertThat(SOME).isNotEqualTo("b 3 1");
        assertThatThrownBy(() -> Lots.parse("b 3")).hasMessageContaining("lot = 'b 3'");
        assertThatThrownBy(() -> Lots.parse("b 0 1")).hasMessageContaining("generation = 0");
        assertThatThrownBy(() -> Lots.parse("b 1 x")).hasMessageContaining("partitions = 'x'");
    }

    @Test
    @DisplayName("sums and differences go by generation, too")
    void algebra() {
        assertThat(SOME.size()).isEqualTo(7);
        assertThat(SOME.isEmpty()).isFalse();
        assertThat(SOME.lists()).containsExactly(B, A);
        assertThat(SOME.of(A)).hasToString("0-4,9");
        assertThat(SOME.generation(A, 9)).isEqualTo(7);
        assertThat(SOME.generation(A, 8)).isZero();
        Lots other = Lots.of(List.of(new Lot(A, 3, Partitions.of(3, 9)), new Lot(B, 4, Partitions.of(1))));
        assertThat(SOME.minus(other)).hasToString("b 3 1; billing/a 3 0-2; billing/a 7 9");
        assertThat(SOME.and(other)).hasToString("billing/a 3 3-4");
        assertThat(SOME.plus(other)).hasToString("b 3 1; b 4 1; billing/a 3 0-9; billing/a 7 9");
        assertThat(SOME.among(A, Partitions.of(4, 9))).hasToString("billing/a 3 4; billing/a 7 9");
    }

    @Test
    @DisplayName("a list's domain is what stands before the first slash")
    void domains() {
        assertThat(A.domain()).isEqualTo("billing");
        assertThat(B.domain()).isEmpty();
        assertThatThrownBy(() -> TaskListName.ofDomain("a/b")).hasMessageContaining("domain name 'a/b'");
        assertThat(TaskListName.ofDomain("a")).isEqualTo("a");
    }
}
