package dev.primus.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("Z2")
class MemoryFenceTest {
    private final Reign former = Reign.of("a", 41);
    private final Reign present = Reign.of("b", 42);
    private final List<String> written = new ArrayList<>();
    private final MemoryFence fence = new MemoryFence("accounts");

    @Test
    @DisplayName("C2 a leader that was paused between check and write is refused, and told by what")
    void pausedLeader() {
        fence.raise(former);
        write(former, "before the pause");
        assertThat(former.isHeld()).as("its check, then the pause").isTrue();
        fence.raise(present);
        write(present, "of the next");

        Admission answer = write(former, "after the pause");

        assertThat(answer).isEqualTo(new Admission.Stale("accounts", 41, 42));
        assertThat(written).containsExactly("before the pause", "of the next");
        assertThat(fence.admitted()).isEqualTo(2);
        assertThat(fence.rejected()).isEqualTo(1);
        assertThatThrownBy(answer::orThrow)
                .isInstanceOf(StaleTokenException.class)
                .hasMessage("token 41 for 'accounts' is stale: allowed is 42 and above");
    }

    @Test
    @DisplayName("C3 the barrier alone stops the former leader, before the present one has written anything")
    void barrierComesFirst() {
        fence.raise(former);
        fence.raise(present);
        assertThat(write(former, "late").isAdmitted()).isFalse();
        assertThat(written).isEmpty();
    }

    @Test
    @DisplayName("C3 without a barrier the late write gets through: this is what the barrier is for")
    void withoutBarrier() {
        fence.raise(former);
        assertThat(write(former, "late").isAdmitted()).isTrue();
    }

    @Test
    @DisplayName("a barrier may be raised again, and never lowers")
    void monotoneAndIdempotent() {
        fence.raise(present);
        fence.raise(present);
        assertThatThrownBy(() -> fence.raise(former))
                .isInstanceOfSatisfying(
                        StaleTokenException.class,
                        e -> assertThat(e.answer()).isEqualTo(new Admission.Stale("accounts", 41, 42)));
        assertThat(write(present, "still in").isAdmitted()).isTrue();
        assertThat(fence.rejected()).as("a barrier is no write").isZero();
    }

    @Test
    @DisplayName("C2 a token that was issued twice is the first one's who came")
    void issuedTwice() {
        fence.raise(present);
        Admission answer = write(Reign.of("c", 42), "the other one");
        assertThat(answer).isEqualTo(new Admission.Stale("accounts", 42, 42));
        assertThatThrownBy(answer::orThrow).hasMessage("token 42 for 'accounts' is another owner's");
    }

    @Test
    @Timeout(30)
    @DisplayName("C2 a barrier waits for the write that runs, so that no check is overtaken")
    void checkIsNotOvertaken() throws Exception {
        CountDownLatch checked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<?> slow = threads.submit(() -> fence.write(Claim.of(former), () -> {
                checked.countDown();
                goOn.await();
                written.add("of the former");
            }));
            assertThat(checked.await(10, TimeUnit.SECONDS)).isTrue();
            Future<?> barrier = threads.submit(() -> {
                fence.raise(present);
                written.add("barrier");
            });
            while (!fence.hasQueue()) {
                Thread.onSpinWait();
            }
            assertThat(barrier.isDone()).isFalse();
            goOn.countDown();
            slow.get(10, TimeUnit.SECONDS);
            barrier.get(10, TimeUnit.SECONDS);
            assertThat(written).containsExactly("of the former", "barrier");
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @DisplayName("a write that fails was let in, and its error is the writer's")
    void failingWrite() {
        assertThatThrownBy(() -> fence.write(Claim.of(present), () -> {
                    throw new java.io.IOException("disk full");
                }))
                .hasMessage("disk full");
        assertThat(fence.admitted()).isEqualTo(1);
        assertThat(write(former, "late").isAdmitted()).isFalse();
    }

    private Admission write(Reign by, String what) {
        return fence.write(Claim.of(by), () -> written.add(what));
    }
}
