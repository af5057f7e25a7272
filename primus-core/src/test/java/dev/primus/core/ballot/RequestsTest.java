package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage.Petition;
import dev.primus.core.ballot.BallotMessage.Requested;
import dev.primus.core.ballot.BallotMessage.Ruled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Why an election begins, and when it may not")
class RequestsTest {
    private final Parish parish = Parish.of(3);

    // ---- by itself -------------------------------------------------------------------------------------------------

    @Test
    @Tag("B3")
    @DisplayName("admin_heartbeat_timeout: the leader was not heard for E, and not a moment before")
    void heartbeatTimeout() {
        Term term = parish.elects("a");
        parish.cutOff("a");
        parish.pass(890);
        assertThat(parish.member("b").leader()).isEqualTo(term);
        parish.tryFor(Duration.ofMillis(10), "b");
        assertThat(parish.member("b").busy).isFalse();
        parish.tryFor(Duration.ofMillis(250), "b");

        assertThat(parish.granted("b").token().value()).isEqualTo(2);
        assertThat(parish.member("b").report().trigger()).isEqualTo(Trigger.HEARTBEAT_TIMEOUT);
    }

    @Test
    @Tag("B3")
    @DisplayName("who has fallen silent is not waited for when candidates stand")
    void theSilentIsNotWaitedFor() {
        parish.elects("a");
        parish.cutOff("a");
        parish.pass(900);
        parish.stand("b", "c");

        assertThat(parish.granted("b").token().value()).as("at once").isEqualTo(2);
    }

    @Test
    @Tag("B3")
    @DisplayName("manual_trigger: the leader has given its term back")
    void givenBack() {
        Term term = parish.elects("a");
        parish.release(term, LossReason.RELEASED, null);
        assertThat(parish.member("b").returns).contains(ELECTION);
        parish.elects("b");

        assertThat(parish.member("b").report().trigger()).isEqualTo(Trigger.MANUAL);
    }

    @Test
    @Tag("B3")
    @Tag("B13")
    @DisplayName("split_brain_detected: the leader has given its term back since another one leads, or could")
    void splitBrain() {
        Term term = parish.elects("a");
        parish.pass(400);
        parish.release(term, LossReason.MERGED, null);
        parish.elects("b");

        assertThat(parish.member("b").report().trigger()).isEqualTo(Trigger.SPLIT_BRAIN);
    }

    @Test
    @Tag("B3")
    @DisplayName("quorum_restored: enough voters are within reach again, and nobody has led meanwhile")
    void quorumRestored() {
        parish.elects("a");
        parish.meet("a");
        parish.meet("b");
        parish.meet("c");
        parish.pass(1000);
        parish.member("b").looks.clear();
        parish.meet("a", "b", "c");
        assertThat(parish.member("b").looks).contains(ELECTION);
        parish.elects("b");

        assertThat(parish.member("b").report().trigger()).isEqualTo(Trigger.QUORUM_RESTORED);
    }

    // ---- who may ask, and how often --------------------------------------------------------------------------------

    @Test
    @DisplayName("the leader hears at most ten requests of a peer in a second, and refuses the others with the reason")
    void atMostTenASecond() {
        Term term = parish.elects("a");
        parish.leadsFor(2700, term);
        Parish.Member a = parish.member("a");
        parish.sent.clear();
        for (int i = 0; i < 500; i++) {
            a.hears(parish.id("b"), new Petition(ELECTION, "p" + i, new NodeName("nobody"), false));
            a.hears(parish.id("b"), new Requested(ELECTION, "r" + i, Trigger.MANUAL, true));
        }

        assertThat(a.surrenders).hasSizeLessThanOrEqualTo(10);
        assertThat(parish.said("a", Ruled.class))
                .hasSize(1000)
                .filteredOn(ruled -> !ruled.ruling().why().contains("requests within a second"))
                .hasSize(10);
        a.hears(parish.id("c"), new Requested(ELECTION, "other", Trigger.MANUAL, true));
        assertThat(parish.said("a", Ruled.class).filter(ruled -> ruled.nonce().equals("other")))
                .as("another peer")
                .allMatch(ruled -> ruled.ruling().why().isEmpty());
    }

    @Test
    @DisplayName("an observer can neither depose the leader nor change the voters")
    void observersAreRefused() {
        Term term = parish.elects("a");
        parish.start("z", false);
        parish.meet("a", "b", "c", "z");
        parish.leadsFor(2700, term);
        Parish.Member a = parish.member("a");
        parish.sent.clear();
        a.hears(parish.id("z"), new Requested(ELECTION, "r", Trigger.MANUAL, true));
        a.hears(parish.id("z"), new Petition(ELECTION, "p", new NodeName("c"), false));

        assertThat(a.surrenders).isEmpty();
        assertThat(parish.said("a", Ruled.class))
                .extracting(ruled -> ruled.ruling().why())
                .hasSize(2)
                .allMatch(why -> why.contains("is an observer"));
    }

    // ---- on request ------------------------------------------------------------------------------------------------

    @Test
    @Tag("B3")
    @DisplayName("a request goes to the leader that is well, which gives up its term for it")
    void theLeaderGivesUp() {
        Term term = parish.elects("a");
        parish.leadsFor(2700, term);

        assertThat(parish.request("b", Trigger.MANUAL, false)).isEmpty();
        assertThat(parish.said("b", Requested.class)).hasSize(1);
        assertThat(parish.member("a").surrenders).containsExactly(LossReason.TRIGGERED);
        assertThat(parish.member("a").leader())
                .as("it has stepped down when its duties are stopped")
                .isEqualTo(term);
    }

    @Test
    @Tag("B3")
    @DisplayName("who leads itself is asked itself")
    void asksItself() {
        Term term = parish.elects("a");
        parish.leadsFor(2700, term);

        assertThat(parish.request("a", Trigger.MANUAL, false)).isEmpty();
        assertThat(parish.member("a").surrenders).containsExactly(LossReason.TRIGGERED);
    }

    @Test
    @Tag("B3")
    @DisplayName("where nobody leads a request opens the way, and the election bears its reason")
    void nobodyLeads() {
        assertThat(parish.request("b", Trigger.QUORUM_RESTORED, false)).isEmpty();
        assertThat(parish.member("b").looks).contains(ELECTION);
        parish.elects("b");

        assertThat(parish.member("b").report().trigger()).isEqualTo(Trigger.QUORUM_RESTORED);
    }

    @Test
    @Tag("B3")
    @DisplayName("during an election a request is refused")
    void duringAnElection() {
        parish.bid("b");

        assertThat(parish.request("c", Trigger.MANUAL, true)).isEqualTo("an election is under way");
    }

    @Test
    @Tag("B3")
    @DisplayName("with ten waiting the next is refused; who waits is told when the leader does not answer")
    void tenWaiting() {
        parish.elects("a");
        parish.cutOff("a");
        List<String> said = new ArrayList<>();
        MonoTime deadline = parish.now.plus(Duration.ofMillis(100));
        for (int i = 0; i < 11; i++) {
            parish.member("b").ballot.request(ELECTION, Trigger.MANUAL, false, deadline, said::add, parish.now);
        }
        assertThat(said).containsExactly("10 requests wait for an answer already");
        said.clear();
        parish.pass(100);

        assertThat(said).hasSize(10).containsOnly("the leader did not answer");
        assertThat(parish.request("b", Trigger.MANUAL, false))
                .as("there is room again")
                .isNull();
    }

    @Test
    @Tag("B3")
    @DisplayName("who does not lead any more says so")
    void doesNotLead() {
        parish.elects("a");
        parish.member("b").hears(parish.id("c"), new Requested(ELECTION, "n", Trigger.MANUAL, true));

        assertThat(parish.said("b", Ruled.class))
                .singleElement()
                .extracting(ruled -> ruled.ruling().why())
                .isEqualTo(parish.id("b") + " does not lead any more");
    }

    // ---- windows ---------------------------------------------------------------------------------------------------

    @Test
    @Tag("B3")
    @Tag("B8")
    @DisplayName("the leader window: a new leader is left alone, and says for how long still")
    void leaderWindow() {
        Term term = parish.elects("a");
        assertThat(parish.request("b", Trigger.MANUAL, false))
                .isEqualTo("the leader is left alone for another 2701 ms");
        parish.leadsFor(2600, term);
        assertThat(parish.request("b", Trigger.MANUAL, false)).isEqualTo("the leader is left alone for another 101 ms");
        parish.leadsFor(100, term);

        assertThat(parish.request("b", Trigger.MANUAL, false)).isEmpty();
    }

    @Test
    @Tag("B3")
    @Tag("B8")
    @DisplayName("the election window: there is no second election at once, whoever leads or not")
    void electionWindow() {
        Term term = parish.elects("a");
        parish.release(term, LossReason.RELEASED, null);
        parish.pass(100);

        assertThat(parish.request("b", Trigger.MANUAL, false))
                .isEqualTo("there is no other election for another 301 ms");
        parish.pass(300);
        assertThat(parish.request("b", Trigger.MANUAL, false)).isEmpty();
    }

    @Test
    @Tag("B8")
    @DisplayName("the election window counts for a leader too, where it is the longer one")
    void electionWindowWithALeader() {
        Parish careful = new Parish(Quorum.majorityOf(3));
        careful.timing =
                Parish.TIMING.withElectionWindow(Duration.ofSeconds(10)).withLeaderWindow(Duration.ZERO);
        careful.settled(3);
        careful.elects("a");

        assertThat(careful.request("b", Trigger.MANUAL, false))
                .isEqualTo("there is no other election for another 10001 ms");
    }

    @Test
    @Tag("B8")
    @DisplayName("an operator can override the windows")
    void override() {
        parish.elects("a");

        assertThat(parish.request("b", Trigger.MANUAL, true)).isEmpty();
        assertThat(parish.member("a").surrenders).containsExactly(LossReason.TRIGGERED);
    }

    @Test
    @Tag("B8")
    @DisplayName("a heartbeat timeout bypasses the windows, a split brain does not")
    void bypass() {
        Parish slow = new Parish(Quorum.majorityOf(3));
        slow.timing = Parish.TIMING.withElectionWindow(Duration.ofSeconds(10));
        slow.settled(3);
        slow.elects("a");
        slow.cutOff("a");
        slow.pass(900);
        Term second = slow.elects("b");
        slow.release(second, LossReason.MERGED, null);

        assertThat(slow.member("c").sees().heirRemaining()).isEqualTo(Duration.ofSeconds(10));
        assertThat(slow.member("c").obstacle())
                .isEqualTo("window: the last election is not long enough ago, for another 10000 ms");
    }
}
