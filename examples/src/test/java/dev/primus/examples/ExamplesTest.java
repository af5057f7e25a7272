package dev.primus.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every example runs to its end and says what its page says. */
@Timeout(60)
class ExamplesTest {
    @Test
    @Tag("Z2")
    void memoryFence() throws Exception {
        assertThat(linesOf(MemoryFenceExample::main))
                .containsExactly(
                        "Admitted[resource=journal, token=1]",
                        "Stale[resource=journal, offered=1, highest=2]",
                        "Admitted[resource=journal, token=2]",
                        "[by one, by two], refused: 1");
    }

    @Test
    @Tag("Z2")
    void header() throws Exception {
        assertThat(linesOf(HeaderExample::main))
                .containsExactly("one: 200", "one, late: 412", "two: 200", "[by one, by two], refused: 1");
    }

    @Test
    @Tag("Z2")
    void fenceRow() throws Exception {
        assertThat(linesOf(FenceRowExample::main))
                .containsExactly(
                        "Admitted[resource=accounts, token=1]",
                        "Stale[resource=accounts, offered=1, highest=2]",
                        "balance: 100, refused: 1");
    }

    @Test
    @Tag("Z2")
    void fenceColumn() throws Exception {
        assertThat(linesOf(FenceColumnExample::main))
                .containsExactly(
                        "row 7 = 100 by token 1: 1 changed",
                        "row 7 = 200 by token 2: 1 changed",
                        "token 1 for 'account' is stale: allowed is 2 and above",
                        "row 8 = 1 by token 1: 1 changed");
    }

    @Test
    @Tag("Z2")
    void termGuard() throws Exception {
        assertThat(linesOf(TermGuardExample::main)).singleElement().asString().contains("no term guard on SQLite");
        try (EmbeddedPostgres server =
                EmbeddedPostgres.builder().setServerConfig("fsync", "on").start()) {
            String url = server.getJdbcUrl("postgres", "postgres");
            assertThat(linesOf(none -> TermGuardExample.main(url)))
                    .containsExactly("by one: 1 row", "by one, late: not leading", "by two: 1 row", "written: 2");
        }
    }

    @Test
    void duties() throws Exception {
        assertThat(linesOf(DutiesExample::main))
                .containsExactly("listener started, token 1", "three rounds of each", "listener stopped", "closed");
    }

    private interface Program {
        void main(String... args) throws Exception;
    }

    private static List<String> linesOf(Program program) throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        List<String> lines = captured(program);
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!thread.isDaemon() && !before.contains(thread)) {
                thread.join(10_000);
                assertThat(thread.isAlive())
                        .as("%s would keep the program from ending", thread)
                        .isFalse();
            }
        }
        return lines;
    }

    private static List<String> captured(Program program) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            program.main();
        } finally {
            System.setOut(console);
        }
        return said.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
