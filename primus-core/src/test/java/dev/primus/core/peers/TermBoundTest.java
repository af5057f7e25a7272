package dev.primus.core.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A reported term is accepted only if it is near the known ones")
class TermBoundTest {
    private static final long DAY = Duration.ofDays(1).toMillis();

    private final TermBound majority = new TermBound(Quorum.majorityOf(3));
    private final TermBound available = new TermBound(Quorum.available(3));

    @Test
    @DisplayName("under a quorum policy at most 1,000 above the known term, also if none is known")
    void jump() {
        assertThat(majority.isCredible(1007, 7, 0)).isTrue();
        assertThat(majority.isCredible(1008, 7, 0)).isFalse();
        assertThat(majority.isCredible(1000, 0, 0)).isTrue();
        assertThat(majority.isCredible(1001, 0, 1_000_000)).isFalse();
        assertThat(majority.isCredible(-1, 7, 0)).isFalse();
        assertThat(majority.isCredible(Long.MIN_VALUE, 7, 0)).isFalse();
        assertThat(majority.isCredible(Long.MAX_VALUE, TermBound.HIGHEST, 0)).isFalse();
        assertThat(majority.isCredible(TermBound.HIGHEST + 1, TermBound.HIGHEST, 0))
                .isFalse();
    }

    @Test
    @DisplayName("under AVAILABLE at most one day above the known term and the wall clock")
    void advance() {
        assertThat(available.isCredible(1_000_000 + DAY, 0, 1_000_000)).isTrue();
        assertThat(available.isCredible(1_000_001 + DAY, 0, 1_000_000)).isFalse();
        assertThat(available.isCredible(1_000_001 + DAY, 1_000_001, 1_000_000)).isTrue();
        assertThat(available.isCredible(-1, 0, 1_000_000)).isFalse();
    }

    @Test
    @DisplayName("a quorum of distinct voters is believed, a single voter never")
    void reports() {
        TermReports reports = new TermReports();
        assertThat(reports.report(new NodeName("a"), 9000, majority::isBelieved))
                .isZero();
        assertThat(reports.report(new NodeName("a"), 9001, majority::isBelieved))
                .isZero();
        assertThat(reports.report(new NodeName("b"), 5000, majority::isBelieved))
                .isEqualTo(5000);
        assertThat(majority.isBelieved(Set.of(new NodeName("a")))).isFalse();
        assertThat(new TermBound(Quorum.majorityOf(1)).isBelieved(Set.of(new NodeName("a"))))
                .isFalse();
    }

    @Test
    @DisplayName("a promise file with an impossible term is refused with the election, the term and what to do")
    void poisoned() {
        Mark mark = new Mark(
                new ElectionName("orders"), Term.of(NodeId.of("a", "0001"), Long.MAX_VALUE - 1), Duration.ofSeconds(1));

        assertThatThrownBy(() -> TermBound.check("marks file x", List.of(mark)))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("marks file x holds term 9223372036854775806")
                .hasMessageContaining("'orders'")
                .hasMessageContaining("delete the marks file");
    }
}
