package dev.primus.server.duties.polls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.server.FreePort;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CheckerTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(200);

    private final Checker checker = new Checker();
    private final WebServer server = new WebServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private Checker.Verdict check(String what, Duration timeout) throws InterruptedException {
        return checker.check(new RunKey("web", 1_000), what, timeout);
    }

    @Test
    void theServerIsToldWhichRunItIs() throws Exception {
        check(server.url("ok"), LONG);
        assertThat(server.runs).containsExactly("web 1970-01-01T00:00:01Z");
    }

    @Test
    void anAnswerOf200IsGood() throws Exception {
        assertThat(check(server.url("ok"), LONG)).isEqualTo(new Checker.Verdict(true, "200"));
    }

    @Test
    void anAnswerOf500IsNot() throws Exception {
        assertThat(check(server.url("broken"), LONG)).isEqualTo(new Checker.Verdict(false, "500"));
    }

    @Test
    void redirectsAreNotFollowed() throws Exception {
        assertThat(check(server.url("redirect"), LONG))
                .isEqualTo(new Checker.Verdict(false, "302, a redirect to /ok, which is not followed"));
        assertThat(server.visits).containsExactly("/redirect");
    }

    @Test
    void aServerThatSaysNothingAndOneThatNeverEndsAreTooSlow() throws Exception {
        Checker.Verdict late = new Checker.Verdict(false, "no answer within 200 ms");
        assertThat(check(server.url("silent"), SHORT)).isEqualTo(late);
        assertThat(check(server.url("slow-body"), SHORT)).isEqualTo(late);
    }

    @Test
    void aConnectionIsGoodAndARefusedOneIsNot() throws Exception {
        assertThat(check("tcp://127.0.0.1:" + server.port(), LONG)).isEqualTo(new Checker.Verdict(true, "connected"));
        int free = FreePort.next();
        assertThat(check("tcp://127.0.0.1:" + free, LONG).outcome()).contains("ConnectException");
        assertThat(check("http://127.0.0.1:%d/".formatted(free), LONG).outcome())
                .contains("ConnectException");
    }

    @Test
    void whatCannotBeCheckedIsSaidSo() throws Exception {
        assertThat(check("gopher://x", LONG).outcome()).startsWith("'gopher://x' cannot be checked");
        assertThat(check("http://[", LONG).outcome()).startsWith("'http://[' cannot be checked");
        assertThat(check(server.url("ok"), Duration.ZERO).outcome()).isEqualTo("no time was left for it");
    }
}
