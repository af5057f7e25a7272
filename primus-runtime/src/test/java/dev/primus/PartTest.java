package dev.primus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What an operator is told of a node's part in an election. */
class PartTest {
    private final StubStores store = new StubStores();

    private Primus node() {
        return Primus.builder().node("core-1").store(store).build();
    }

    @Test
    void aLeaderStepsDownWhenItsDutiesHaveEnded() {
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (Primus primus = node()) {
            Election election = primus.election("e")
                    .duty("deaf", leadership -> awaitEvenIfInterrupted(mayEnd))
                    .join();
            await().until(() -> election.part() == Part.LEADING);
            await().until(() -> election.duties().equals(duties(DutyStatus.State.RUNNING)));
            store.otherLeads(true);
            election.resign();
            await().until(() -> election.part() == Part.STEPPING_DOWN);
            assertThat(election.duties()).isEqualTo(duties(DutyStatus.State.STOPPING));
            mayEnd.countDown();
            await().until(() -> election.part() == Part.STANDBY);
            assertThat(election.duties()).isEqualTo(duties(DutyStatus.State.IDLE));
            primus.close();
            assertThat(election.part()).isEqualTo(Part.AWAY);
        }
    }

    private static List<DutyStatus> duties(DutyStatus.State state) {
        return List.of(new DutyStatus("deaf", state));
    }

    private static void awaitEvenIfInterrupted(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                latch.await();
                done = true;
            } catch (InterruptedException e) {
                // It does not listen.
            }
        }
    }

    @Test
    void anObserverObserves() {
        try (Primus primus = node()) {
            Election election = primus.election("e").asObserver().join();
            await().until(() -> election.part() == Part.OBSERVING);
        }
    }

    @Test
    void whatAnOperatorDidIsInTheFeed() {
        try (Primus primus = node()) {
            primus.note(new OperatorAct("9f2c", new ElectionName("e"), "resign", null, "ann", "kernel update", "done"));
            FeedRecord last = primus.feed().recent().stream()
                    .filter(record -> record.kind() == FeedKind.CONTROL)
                    .findFirst()
                    .orElseThrow();
            assertThat(last.details())
                    .isEqualTo(Map.of(
                            "id", "9f2c", "act", "resign", "by", "ann", "why", "kernel update", "outcome", "done"));
            NodeName heir = new NodeName("core-2");
            primus.note(new OperatorAct("9f2d", new ElectionName("e"), "transfer", heir, "ann", "", "begun"));
            assertThat(primus.feed().recent().stream()
                            .map(record -> record.details().get("whom")))
                    .contains("core-2");
            assertThat(last.toJson()).contains("\"event\":\"control\",\"election\":\"e\",\"act\":\"resign\"");
        }
    }
}
