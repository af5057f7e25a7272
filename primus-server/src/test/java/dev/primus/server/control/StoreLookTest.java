package dev.primus.server.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.primus.core.spi.StoreException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StoreLookTest {
    private final StoreLook look = new StoreLook(Duration.ofMillis(50));

    @Test
    void tellsWhatWasSeenOrWhatFailed() {
        assertThat(look.<String>at(() -> "seen")).isEqualTo("seen");
        StoreException away = new StoreException("away");
        assertThatThrownBy(() -> look.at(() -> {
                    throw away;
                }))
                .isSameAs(away);
        assertThatThrownBy(() -> look.at(() -> {
                    throw new IllegalStateException("a bug");
                }))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("a bug");
    }

    @Test
    void aStoreThatHangsCostsOneThreadHoweverOftenItIsAskedFor() {
        CountDownLatch hangs = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> look.at(() -> {
                        asked.incrementAndGet();
                        awaitIt(hangs);
                        return "late";
                    }))
                    .isInstanceOf(StoreException.class)
                    .hasMessage("the store has not answered within 50 ms");
        }
        assertThat(asked).hasValue(1);
        hangs.countDown();
        await().ignoreExceptions().until(() -> look.<String>at(() -> "back").equals("back"));
    }

    private static void awaitIt(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
