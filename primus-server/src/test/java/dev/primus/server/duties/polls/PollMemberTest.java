package dev.primus.server.duties.polls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;

class PollMemberTest {
    private static final NodeId FORMER = NodeId.parse("core-1#aaaa");
    private static final NodeId PRESENT = NodeId.parse("core-2#bbbb");
    private static final RunKey KEY = new RunKey("web", 1_000);
    private static final PollMessage.Role POLLER = new PollMessage.Role(false, true);
    private static final PollMessage.Result GOOD = new PollMessage.Result(KEY, true, "200");

    private final PollMember member = new PollMember(NodeId.parse("poller-1#cccc"), POLLER);

    private static PollMessage.Order order(long token, RunKey key) {
        return new PollMessage.Order(token, key, "tcp://a:1", 500);
    }

    private static Deed.Tell toPresent(PollMessage message) {
        return new Deed.Tell(PRESENT, message);
    }

    @Test
    void aCheckIsDoneOnceHoweverOftenItIsOrdered() {
        assertThat(member.heard(FORMER, order(7, KEY), 0)).containsExactly(new Deed.Check(order(7, KEY)));
        assertThat(member.heard(FORMER, order(7, KEY), 1)).isEmpty();
        assertThat(member.heard(PRESENT, order(8, KEY), 2)).isEmpty();
        assertThat(member.checked(GOOD, 3)).containsExactly(toPresent(GOOD));
        assertThat(member.heard(PRESENT, order(8, KEY), 4)).containsExactly(toPresent(GOOD));
    }

    @Test
    void whoHasHeardOfALaterTermObeysNoEarlierOne() {
        member.heard(PRESENT, new PollMessage.Ask(8), 0);
        assertThat(member.heard(FORMER, order(7, KEY), 1)).isEmpty();
        assertThat(member.heard(FORMER, new PollMessage.Ask(7), 1)).isEmpty();
        assertThat(member.heard(FORMER, new PollMessage.Keep(7, 0, 1, List.of()), 1))
                .isEmpty();
        assertThat(member.stale()).isEqualTo(3);
    }

    @Test
    void aResultIsToldToThePresentCoordinatorUntilItIsSettled() {
        member.heard(FORMER, order(7, KEY), 0);
        member.checked(GOOD, 100);
        assertThat(member.tick(1_099)).isEmpty();
        assertThat(member.tick(1_100)).containsExactly(new Deed.Tell(FORMER, GOOD));
        member.heard(PRESENT, new PollMessage.Ask(8), 1_200);
        assertThat(member.tick(2_100)).containsExactly(toPresent(GOOD));
        assertThat(member.hasUnsettled()).isTrue();
        member.heard(PRESENT, new PollMessage.Settled(8, KEY), 2_200);
        assertThat(member.hasUnsettled()).isFalse();
        assertThat(member.tick(9_000)).isEmpty();
    }

    @Test
    void changesAreKeptInTheirOrderOnly() {
        Run run = Run.running(KEY, 7, FORMER, 1_000);
        assertThat(member.heard(PRESENT, new PollMessage.Keep(7, 5, 6, List.of(run)), 0))
                .as("what came before is missing")
                .containsExactly(toPresent(new PollMessage.Kept(7, 0, POLLER)));
        assertThat(member.runs()).isEmpty();
        assertThat(member.heard(PRESENT, new PollMessage.Keep(7, 0, 6, List.of(run)), 0))
                .containsExactly(toPresent(new PollMessage.Kept(7, 6, POLLER)));
        assertThat(member.runs()).containsExactly(run);
        assertThat(member.heard(PRESENT, new PollMessage.Ask(8), 0))
                .containsExactly(toPresent(new PollMessage.Known(8, POLLER, 1, 1, List.of(run))));
    }

    @Test
    void whatItHasForgottenItDoesNotDoAgain() {
        for (long due = 0; due <= 600; due++) {
            assertThat(member.heard(PRESENT, order(7, new RunKey("web", due)), 0))
                    .hasSize(1);
        }
        assertThat(member.heard(PRESENT, order(7, new RunKey("web", 3)), 0)).isEmpty();
        assertThat(member.heard(PRESENT, order(7, new RunKey("db", 3)), 0)).hasSize(1);
    }
}
