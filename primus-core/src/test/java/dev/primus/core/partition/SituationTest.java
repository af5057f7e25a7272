package dev.primus.core.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.NodeName;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("P3")
@DisplayName("What cannot be planned is refused, with the setting, the value and what is allowed")
class SituationTest {
    private static final TaskListName ORDERS = new TaskListName("orders");
    private static final NodeName A = new NodeName("a");

    private static void refused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, 0, 0.001, 0.005, 1.005, 100.01, Double.NaN, Double.POSITIVE_INFINITY})
    void weights(double weight) {
        String message = "weight = %s: allowed is 0.01 to 100, with at most two decimals".formatted(weight);

        refused(() -> Worker.active("a").withCapacity(weight), message);
        refused(() -> TaskList.of("orders", 1).withWeight(weight), message);
    }

    @Test
    void weightsInHundredths() {
        assertThat(Weight.of(0.07)).isEqualTo(new Weight(7)).hasToString("0.07");
        assertThat(Weight.of(100)).hasToString("100");
        refused(() -> new Weight(0), "weight = 0: allowed is 0.01 to 100");
        refused(() -> new Weight(10_001), "weight = 100.01: allowed is 0.01 to 100");
    }

    @Test
    void names() {
        refused(
                () -> TaskList.of("my list", 1),
                "task list name 'my list' is not usable: allowed is [A-Za-z0-9_.:/-]{1,190}");
        refused(
                () -> Worker.active("a").inZone(""),
                "zone '' of worker a is not usable: allowed is [A-Za-z0-9_.:/-]{1,63}");
        assertThatThrownBy(() -> new TaskListName(null)).hasMessageContaining("'null'");
        assertThatThrownBy(() -> Worker.active("a").inZone(null)).hasMessageContaining("'null'");
    }

    @Test
    void counts() {
        refused(() -> TaskList.of("orders", -1), "partitions = -1 of task list orders: allowed is 0 to 5000000");
        refused(
                () -> TaskList.of("orders", 5_000_001),
                "partitions = 5000001 of task list orders: allowed is 0 to 5000000");
        refused(
                () -> Situation.builder()
                        .list(TaskList.of("a", 3_000_000))
                        .list(TaskList.of("b", 3_000_000))
                        .build(),
                "unusable situation: partitions = 6000000 in all lists: allowed is 0 to 5000000");
        Situation.Builder crowd = Situation.builder();
        IntStream.rangeClosed(0, 10_000).forEach(i -> crowd.worker(Worker.active("w" + i)));
        refused(crowd::build, "unusable situation: workers = 10001: allowed is 0 to 10000");
    }

    @Test
    @DisplayName("more of the dead than a plan can count")
    void crowdOfTheDead() {
        Assignment.Builder crowd = Assignment.builder();
        IntStream.rangeClosed(0, Crew.MOST).forEach(i -> crowd.held(ORDERS, Partitions.of(i), new NodeName("w" + i)));
        Situation situation = Situation.builder().present(crowd.build()).build();

        refused(
                () -> Planner.plan(situation),
                "workers = 100001 with those that are gone and hold something: allowed is 0 to 100000");
    }

    @Test
    void settings() {
        refused(
                () -> PlanSettings.DEFAULT.withMovesInFlight(0),
                "moves_in_flight = 0: allowed is 1 and above, or UNLIMITED");
        refused(() -> PlanSettings.DEFAULT.withTolerance(-1), "tolerance = -1: allowed is 0 to 100 percent");
        refused(() -> PlanSettings.DEFAULT.withTolerance(101), "tolerance = 101: allowed is 0 to 100 percent");
    }

    @Test
    void twice() {
        Situation.Builder once = Situation.builder().worker(Worker.active("a")).list(TaskList.of("orders", 3));

        refused(() -> once.worker(Worker.active("a")), "worker = a: is there twice; allowed is each name once");
        refused(
                () -> once.list(TaskList.of("orders", 4)),
                "task list = orders: is there twice; allowed is each name once");
        once.pin(ORDERS, 1, A).pin(ORDERS, 1, A);
        refused(
                () -> once.pin(ORDERS, 1, new NodeName("b")),
                "pin = orders/1 to b: is pinned to a already; allowed is one worker");
    }

    @Test
    @DisplayName("pins and exclusions of what is not there, all in one message")
    void unknown() {
        Situation.Builder wrong = Situation.builder()
                .worker(Worker.active("a"))
                .list(TaskList.of("orders", 3))
                .pin(ORDERS, 0, new NodeName("b"))
                .pin(ORDERS, 3, A)
                .pin(ORDERS, 2, A)
                .pin(new TaskListName("mails"), 0, A)
                .exclude(ORDERS, -1)
                .exclude(ORDERS, 2);

        refused(
                wrong::build,
                "unusable situation: pin = mails/0: there is no such list; allowed is a list that is named;"
                        + " pin = orders/0 to b: there is no such worker; allowed is a worker that is named, active or not;"
                        + " pin = orders/3: allowed is a partition from 0 to 2;"
                        + " exclude = orders/-1: allowed is a partition from 0 to 2;"
                        + " exclude = orders/2: is pinned to a; allowed is one of both");
    }
}
