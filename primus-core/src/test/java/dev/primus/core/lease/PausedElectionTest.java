package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.LOOK;
import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.acquire;
import static dev.primus.core.lease.LeaseScript.follow;
import static dev.primus.core.lease.LeaseScript.leaderFellSilent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.Pause;
import dev.primus.core.election.Effect;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Z9")
@DisplayName("A paused election is looked at, and left alone")
class PausedElectionTest {
    private static final Effect PAUSED = new Effect.Paused(new Pause("ops", "migration", Row.SINCE));
    private static final Effect GOES_ON = new Effect.Paused(null);

    @Test
    void nobodyBidsForItAndEverybodyKnowsWhy() {
        LeaseScript script =
                LeaseScript.waits().wakesInTime().sees(Row.lapsed(OTHER, 6).paused());

        script.does(leaderFellSilent(), PAUSED).wantsToBeWokenIn(Duration.ofSeconds(1));
        assertThat(script.state().obstacle(script.now())).isEqualTo("the election is paused by ops: migration");
    }

    @Test
    void onceItGoesOnItIsBidForAtTheNextLook() {
        LeaseScript.waits()
                .wakesInTime()
                .sees(Row.lapsed(OTHER, 6).paused())
                .wakesInTime()
                .does(LOOK)
                .rolls(0xbeef)
                .sees(Row.lapsed(OTHER, 6))
                .does(GOES_ON, acquire(6, 0, 7, 0xbeef));
    }

    @Test
    void aHintByNameIsLookedInto() {
        LeaseScript.saw(Row.heldBy(OTHER, 6).paused()).isHintedByName().wakes().does(LOOK);
    }

    @Test
    void whoLeadsItIsFollowedAsEver() {
        Row held = Row.heldBy(OTHER, 6).paused();

        LeaseScript.saw(held).does(follow(held), PAUSED).wantsToBeWokenIn(Duration.ofSeconds(10));
    }
}
