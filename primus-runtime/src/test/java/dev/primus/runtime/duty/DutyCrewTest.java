package dev.primus.runtime.duty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Leadership;
import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DutyCrewTest {
    private final List<String> log = new ArrayList<>();
    private final Map<String, Runnable> ends = new LinkedHashMap<>();
    private final DutyCrew crew = new DutyCrew(this::launch, new Log());

    @Test
    void startsInOrderAndInterruptsInReverse() {
        crew.add("a", leadership -> {});
        crew.add("b", leadership -> {});
        crew.start(new Term1(1));
        crew.stop(new MonoTime(100), proved -> log.add("stopped " + proved));

        assertThat(log)
                .containsExactly("started a 1", "launch a", "started b 1", "launch b", "interrupt b", "interrupt a");
    }

    @Test
    @DisplayName("C7: stopped means that every thread has ended")
    void stoppedOnlyWhenAllHaveEnded() {
        crew.add("a", leadership -> {});
        crew.add("b", leadership -> {});
        crew.start(new Term1(1));
        crew.stop(new MonoTime(100), proved -> log.add("stopped " + proved));
        end("a");
        assertThat(log).doesNotContain("stopped true");
        end("b");
        assertThat(log).endsWith("ended b 1", "stopped true");
        assertThat(crew.deadline()).isEqualTo(MonoTime.NEVER);
    }

    @Test
    void nothingToStopIsStoppedAtOnce() {
        crew.stop(new MonoTime(100), proved -> log.add("stopped " + proved));

        assertThat(log).containsExactly("stopped true");
    }

    @Test
    void aDutyThatWillNotStopIsAbandonedAtTheDeadlineAndNamed() {
        crew.add("stuck", leadership -> {});
        crew.start(new Term1(1));
        crew.stop(new MonoTime(100), proved -> log.add("stopped " + proved));
        crew.check(new MonoTime(99));
        assertThat(log).doesNotContain("stopped false");
        crew.check(new MonoTime(100));
        assertThat(log).endsWith("abandoned stuck 1 in a loop", "stopped false");
        crew.check(new MonoTime(101));
        assertThat(log).containsOnlyOnce("stopped false");
    }

    @Test
    @DisplayName("D1: the next term's run waits for the abandoned thread of the last one")
    void neverTwoThreadsOfOneDuty() {
        crew.add("a", leadership -> {});
        crew.start(new Term1(1));
        crew.stop(new MonoTime(100), proved -> {});
        crew.check(new MonoTime(100));
        crew.start(new Term1(2));
        assertThat(log).containsOnlyOnce("launch a");
        end("a");
        assertThat(log).endsWith("ended a 1", "started a 2", "launch a");
    }

    @Test
    void aRunThatWaitedIsForgottenWhenItsTermEnds() {
        crew.add("a", leadership -> {});
        crew.start(new Term1(1));
        crew.stop(new MonoTime(100), proved -> {});
        crew.check(new MonoTime(100));
        crew.start(new Term1(2));
        crew.stop(new MonoTime(200), proved -> log.add("stopped " + proved));
        end("a");
        assertThat(log).containsOnlyOnce("launch a").endsWith("ended a 1", "stopped true");
    }

    private void end(String duty) {
        Runnable ended = ends.remove(duty);
        ended.run();
    }

    private Stage.Work launch(String name, Runnable body, Runnable ended) {
        log.add("launch " + name);
        ends.put(name, ended);
        return new Stage.Work() {
            @Override
            public void interrupt() {
                log.add("interrupt " + name);
            }

            @Override
            public String whereabouts() {
                return "in a loop";
            }
        };
    }

    private final class Log implements DutyCrew.Reports {
        @Override
        public void started(String duty, Term term) {
            log.add("started " + duty + " " + term.token());
        }

        @Override
        public void ended(String duty, Term term) {
            log.add("ended " + duty + " " + term.token());
        }

        @Override
        public void failed(String duty, Term term, Throwable cause) {
            log.add("failed " + duty + " " + term.token());
        }

        @Override
        public void abandoned(String duty, Term term, String whereabouts) {
            log.add("abandoned " + duty + " " + term.token() + " " + whereabouts);
        }
    }

    /** A term that is held for ever. */
    private record Term1(long number) implements Leadership {
        @Override
        public ElectionName election() {
            return new ElectionName("e");
        }

        @Override
        public Term term() {
            return Term.of(NodeId.of("n", "0001"), number);
        }

        @Override
        public boolean isHeld() {
            return true;
        }

        @Override
        public State state() {
            return State.HELD;
        }

        @Override
        public Duration remaining() {
            return Duration.ofSeconds(1);
        }

        @Override
        public boolean sleep(Duration span) {
            return true;
        }
    }
}
