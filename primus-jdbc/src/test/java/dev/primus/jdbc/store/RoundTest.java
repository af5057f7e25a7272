package dev.primus.jdbc.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Verdict;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Batches that take their time. */
@Tag("Z4")
class RoundTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int BATCH = 3;

    private final AtomicInteger cuts = new AtomicInteger();
    private final List<List<ElectionName>> batches = new ArrayList<>();

    @Test
    @DisplayName("those who asked first are served first, each batch in the order of names")
    void firstComeFirstServed() {
        List<Answer> answers = run(Duration.ZERO, names("z", "y", "x", "b", "a"));

        assertThat(batches).containsExactly(names("x", "y", "z"), names("a", "b"));
        assertThat(answers).extracting(Answer::election).isEqualTo(names("z", "y", "x", "b", "a"));
        assertThat(answers).extracting(Answer::verdict).containsOnly(Verdict.YES);
    }

    @Test
    @DisplayName("a batch for which there is no time is not begun: the others get their answers, and nothing is cut")
    void noBatchWithoutAChance() {
        List<Answer> answers = run(TIMEOUT.multipliedBy(3).dividedBy(5), names("a", "b", "c", "d", "e"));

        assertThat(batches).containsExactly(names("a", "b", "c"));
        assertThat(answers)
                .extracting(Answer::verdict)
                .containsExactly(Verdict.YES, Verdict.YES, Verdict.YES, Verdict.UNKNOWN, Verdict.UNKNOWN);
        assertThat(answers.get(4).cause()).contains("took the time");
        assertThat(cuts).hasValue(0);
    }

    private List<Answer> run(Duration each, List<ElectionName> items) {
        Round<ElectionName> round = new Round<>(
                name -> name,
                (connection, batch) -> {
                    batches.add(batch);
                    LockSupport.parkNanos(each.toNanos());
                    return new HashSet<>(batch);
                },
                (name, row, repeated) -> Verdict.UNKNOWN,
                (connection, names) -> List.of(),
                true,
                BatchSize.fixed(BATCH, TIMEOUT));
        Lines lines = new Lines(fake(DataSource.class), fake(Dialect.class), TIMEOUT);
        try (Line line = lines.line("test")) {
            return round.run(line, Deadline.in(TIMEOUT), items, new StormLog("test"), "renew");
        }
    }

    private static List<ElectionName> names(String... names) {
        return IntStream.range(0, names.length)
                .mapToObj(i -> new ElectionName(names[i]))
                .toList();
    }

    private <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                RoundTest.class.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
                    if (method.getName().equals("abort")) {
                        cuts.incrementAndGet();
                    }
                    Class<?> result = method.getReturnType();
                    if (result == Connection.class) {
                        return fake(Connection.class);
                    }
                    return result == boolean.class ? (Object) true : result == int.class ? (Object) 0 : null;
                }));
    }
}
