package dev.primus.examples;

import dev.primus.Duty;
import dev.primus.Election;
import dev.primus.Primus;
import dev.primus.Restart;
import dev.primus.Supervision;
import dev.primus.jdbc.JdbcStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Work that follows leadership: with a fixed pause, at a fixed rate, and something that runs between start and stop. */
public final class DutiesExample {
    private DutiesExample() {}

    public static void main(String... args) throws Exception {
        CountDownLatch listening = new CountDownLatch(1);
        CountDownLatch rounds = new CountDownLatch(3);
        CountDownLatch samples = new CountDownLatch(3);
        try (Primus primus = Primus.builder()
                .node("one")
                .store(JdbcStore.sqlite(Succession.newFile()))
                .build()) {
            Election election = primus.election("coordinator")
                    .duty(
                            "listener", // started first, and so stopped last
                            Duty.between(
                                    leadership -> {
                                        System.out.println("listener started, token " + leadership.token());
                                        listening.countDown();
                                    },
                                    leadership -> System.out.println("listener stopped")),
                            Restart.PERMANENT)
                    .duty("clean-up", Duty.every(Duration.ofMillis(100), leadership -> rounds.countDown()))
                    .duty("sample", Duty.atRate(Duration.ofMillis(50), leadership -> samples.countDown()))
                    .supervision(Supervision.oneForOne().atMost(3, Duration.ofMinutes(1)))
                    .join();
            boolean all = election.awaitLeadership(Duration.ofSeconds(20))
                    && listening.await(20, TimeUnit.SECONDS)
                    && rounds.await(20, TimeUnit.SECONDS)
                    && samples.await(20, TimeUnit.SECONDS);
            System.out.println(all ? "three rounds of each" : "too slow");
        }
        System.out.println("closed");
    }
}
