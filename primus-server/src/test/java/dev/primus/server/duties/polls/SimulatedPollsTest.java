package dev.primus.server.duties.polls;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whatever happens to coordinators, messages and pollers: no due time is lost, and none is done twice. */
class SimulatedPollsTest {
    private static final int SEEDS = 20;

    @Test
    void noDueTimeIsLostAndNoneIsDoneTwice() {
        Map<RunState, Integer> seen = new EnumMap<>(RunState.class);
        for (long seed = 1; seed <= SEEDS; seed++) {
            SimulatedPolls world = new SimulatedPolls(seed);
            world.play(Duration.ofSeconds(45));
            judge(seed, world);
            world.book().forEach(run -> seen.merge(run.state(), 1, Integer::sum));
        }
        assertThat(seen.keySet())
                .as("all ends were seen: " + seen)
                .contains(RunState.DONE, RunState.FAILED, RunState.MISSED);
        assertThat(seen.get(RunState.DONE)).as("%s", seen).isGreaterThan(seen.get(RunState.FAILED));
    }

    private static void judge(long seed, SimulatedPolls world) {
        world.executed.forEach((key, by) -> assertThat(by)
                .as("seed %d: %s was done once at most", seed, key)
                .hasSize(1));
        List<Run> book = world.book();
        for (Schedule schedule : SimulatedPolls.SCHEDULES) {
            List<Run> runs = book.stream()
                    .filter(run -> run.key().schedule().equals(schedule.name()))
                    .toList();
            long first = runs.get(0).key().due();
            long last = runs.get(runs.size() - 1).key().due();
            assertThat(runs)
                    .as("seed %d: every due time of %s is on record", seed, schedule.name())
                    .hasSize((int) ((last - first) / schedule.interval().toMillis()) + 1);
            runs.forEach(run -> judge(seed, world, run, last));
        }
        world.executed
                .keySet()
                .forEach(key -> assertThat(book.stream().map(Run::key))
                        .as("seed %d: what was done is on record", seed)
                        .contains(key));
    }

    private static void judge(long seed, SimulatedPolls world, Run run, long last) {
        if (run.state() == RunState.DONE) {
            assertThat(world.executed).as("seed %d: %s", seed, run).containsKey(run.key());
        }
        if (run.state() == RunState.MISSED) {
            assertThat(world.executed).as("seed %d: %s", seed, run).doesNotContainKey(run.key());
        }
        if (run.key().due() < last - 5_000) {
            assertThat(run.state().isEnded()).as("seed %d: %s", seed, run).isTrue();
        }
    }
}
