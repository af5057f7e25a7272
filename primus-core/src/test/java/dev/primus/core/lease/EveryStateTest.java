package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.ELECTION;
import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.acquire;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LeaseTiming;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Wish;
import dev.primus.core.spi.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The whole engine on one page. A cell says what a state does when that event comes at once: the phase it then has if
 * it is another, and what it asks for; a dot if nothing at all happens.
 */
@DisplayName("Every state and every event")
class EveryStateTest {

    private static final Map<String, Supplier<LeaseScript>> STATES = Map.ofEntries(
            Map.entry("observing", () -> LeaseScript.observes().sees(Row.heldBy(OTHER, 6))),
            Map.entry("enrolling", () -> LeaseScript.joins(LeaseTiming.DEFAULT)),
            Map.entry("waiting", LeaseScript::waits),
            Map.entry("bidding", LeaseScript::bids),
            Map.entry("leading", LeaseScript::leads),
            Map.entry("renewing", () -> LeaseScript.leads().beats()),
            Map.entry("suspect", () -> LeaseScript.leads().isSuspected()),
            Map.entry("unsure", () -> LeaseScript.leads().isSuspected().unknown()),
            Map.entry("resigning", () -> LeaseScript.stepsDown(Wish.RESIGN)),
            Map.entry("expired", () -> LeaseScript.leads().wakesInTime()),
            Map.entry("taken", () -> LeaseScript.leads().beats().no()),
            Map.entry("releasing", () -> LeaseScript.releases(Wish.RESIGN)),
            Map.entry("left", () -> LeaseScript.waits().ask(Wish.LEAVE)));

    private static final List<Consumer<LeaseScript>> EVENTS = List.of(
            LeaseScript::wakes,
            LeaseScript::beats,
            LeaseScript::isSuspected,
            script -> script.ask(Wish.RESIGN),
            script -> script.ask(Wish.LEAVE),
            script -> script.dutiesStop(true),
            script -> script.dutiesStop(false),
            script -> script.passes(Duration.ofHours(1)).wakes());

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            # state   | woken | beat  | suspected             | resign                          | leave                           | stopped          | abandoned        | woken an hour late
            observing | .     | .     | .                     | .                               | LEFT Enroll                     | .                | .                | Look
            enrolling | .     | .     | .                     | .                               | LEFT Enroll                     | .                | .                | .
            waiting   | .     | .     | .                     | .                               | LEFT Enroll                     | .                | .                | Look
            bidding   | .     | .     | .                     | .                               | LEFT Release Enroll             | .                | .                | .
            leading   | .     | Renew | SUSPECT Suspend Renew | STEPPING_DOWN Revoke StopDuties | STEPPING_DOWN Revoke StopDuties | .                | .                | STEPPING_DOWN Revoke StopDuties
            renewing  | .     | .     | SUSPECT Suspend       | STEPPING_DOWN Revoke StopDuties | STEPPING_DOWN Revoke StopDuties | .                | .                | STEPPING_DOWN Revoke StopDuties
            suspect   | .     | .     | .                     | STEPPING_DOWN Revoke StopDuties | STEPPING_DOWN Revoke StopDuties | .                | .                | STEPPING_DOWN Revoke StopDuties
            unsure    | .     | Renew | .                     | STEPPING_DOWN Revoke StopDuties | STEPPING_DOWN Revoke StopDuties | .                | .                | STEPPING_DOWN Revoke StopDuties
            resigning | .     | Renew | .                     | .                               | .                               | Release          | WAITING Released | WAITING Released
            expired   | .     | .     | .                     | .                               | .                               | Release          | WAITING Released | WAITING Released
            taken     | .     | .     | .                     | .                               | .                               | WAITING Released | WAITING Released | WAITING Released
            releasing | .     | .     | .                     | .                               | .                               | .                | .                | WAITING Released
            left      | .     | .     | .                     | .                               | .                               | .                | .                | .
            """)
    void doesThis(
            String state,
            String woken,
            String beat,
            String suspected,
            String resign,
            String leave,
            String stopped,
            String abandoned,
            String late) {
        String[] expected = {woken, beat, suspected, resign, leave, stopped, abandoned, late};
        String[] actual = EVENTS.stream()
                .map(event -> reaction(STATES.get(state).get(), event))
                .toArray(String[]::new);

        assertThat(actual).isEqualTo(expected);
    }

    @Test
    @DisplayName("a hint asks for nothing by itself, whoever hears it")
    void hintsAskForNothing() {
        STATES.forEach((name, state) -> assertThat(reaction(state.get(), LeaseScript::isHinted))
                .as(name)
                .isEqualTo("."));
    }

    @Test
    @DisplayName("an answer to a request that nobody here made changes nothing")
    void foreignAnswersChangeNothing() {
        LeaseRequest foreign = acquire(1, 1, 2, 99);
        STATES.forEach((name, state) -> {
            for (Answer answer :
                    List.of(Answer.yes(ELECTION), Answer.no(ELECTION), Answer.unknown(ELECTION, "timed out"))) {
                LeaseScript script = state.get();
                LeaseState before = script.state();
                script.answers(foreign, answer, script.now()).doesNothing();
                assertThat(script.state()).as(name).isEqualTo(before);
            }
        });
    }

    private static String reaction(LeaseScript script, Consumer<LeaseScript> event) {
        Phase before = script.state().phase();
        event.accept(script);
        Phase after = script.state().phase();
        String asked = script.effects().stream()
                .map(effect -> effect.getClass().getSimpleName())
                .collect(Collectors.joining(" "));
        String reaction = ((before == after ? "" : after + " ") + asked).strip();
        return reaction.isEmpty() ? "." : reaction;
    }

    @Test
    void thePageKnowsEveryState() {
        assertThat(STATES.values().stream()
                        .map(state -> state.get().state().getClass().getName()))
                .containsAll(Stream.of(LeaseState.class.getPermittedSubclasses())
                        .map(Class::getName)
                        .toList());
    }
}
