package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Hold;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** News of releases. */
abstract class HintCases extends PauseCases {
    @Test
    @Tag("L6")
    @DisplayName("Live1 a release is told to those who listen")
    void releaseIsHeard() throws Exception {
        Assumptions.assumeTrue(pushesHints(), "this store does not push hints");
        Contestant a = node("a", LONG);
        Contestant b = node("b", LONG);
        a.joins(election);
        b.joins(election);
        Hold hold = a.wins(election);
        BlockingQueue<Hint> heard = new LinkedBlockingQueue<>();
        b.store().listen(heard::add);
        b.looks(election);
        awaitChannel(heard);
        Thread.sleep(200);
        heard.clear();
        a.releases(hold);
        Hint hint = nextChange(heard);
        assertThat(hint).as("a hint within two seconds").isNotNull();
        assertThat(Objects.requireNonNull(hint).election()).isIn(null, election);
    }

    @Test
    @Tag("L7")
    @DisplayName("Live2 renewals are no news to those who listen")
    void renewalsAreNotHeard() throws Exception {
        Assumptions.assumeTrue(pushesHints(), "this store does not push hints");
        Contestant a = node("a", LONG);
        Contestant b = node("b", LONG);
        a.joins(election);
        Hold hold = a.wins(election);
        BlockingQueue<Hint> heard = new LinkedBlockingQueue<>();
        b.store().listen(heard::add);
        b.looks(election);
        awaitChannel(heard);
        Thread.sleep(200);
        heard.clear();
        for (int i = 0; i < 5; i++) {
            a.renews(hold);
            Thread.sleep(50);
        }
        assertThat(heard).noneMatch(hint -> hint.kind() == Hint.Kind.CHANGED);
    }

    private static void awaitChannel(BlockingQueue<Hint> heard) throws InterruptedException {
        Hint hint;
        do {
            hint = heard.poll(5, TimeUnit.SECONDS);
            assertThat(hint).as("the channel reports itself").isNotNull();
        } while (Objects.requireNonNull(hint).kind() != Hint.Kind.CHANNEL_UP);
    }

    private static @Nullable Hint nextChange(BlockingQueue<Hint> heard) throws InterruptedException {
        Hint hint;
        do {
            hint = heard.poll(2, TimeUnit.SECONDS);
        } while (hint != null && hint.kind() != Hint.Kind.CHANGED);
        return hint;
    }
}
