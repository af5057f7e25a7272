package dev.primus.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.RegistryTiming;
import dev.primus.feed.FeedKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a standby among peers does while it waits, and when the name becomes free. */
@Tag("G2")
class ElectionCheckTest extends ConformanceHooks {
    private static final Duration INTERVAL = RegistryTiming.DOCUMENTED.checkEvery();
    private static final int SPANS = 10;

    private final List<String> looks = new ArrayList<>();

    @Override
    protected Ground ground() {
        return SimulatedPeerGround.registryByMajority();
    }

    /** A leads, and b looks. */
    private void aLeaderAndAStandby() throws InterruptedException {
        joinAll("a");
        settled();
        start("b").feed().subscribeToAll(Ground.READER, record -> {
            if (record.kind() == FeedKind.ELECTION_CHECK) {
                looks.add(String.valueOf(record.details().get("current_leader")));
            }
        });
        elections.put("b", node("b").election(NAME).join());
        awaken();
    }

    /** Who has just begun may not bid yet. */
    private void awaken() throws InterruptedException {
        where().pass(where().worstTakeover());
    }

    private List<String> looksWithin(int intervals) throws InterruptedException {
        looks.clear();
        where().pass(INTERVAL.multipliedBy(intervals));
        return List.copyOf(looks);
    }

    @Test
    @DisplayName("it looks every election interval, though it is told of changes")
    void looksEveryInterval() throws Exception {
        aLeaderAndAStandby();
        assertThat(looksWithin(SPANS)).hasSizeBetween(SPANS - 1, SPANS + 1).allMatch(leader -> leader.startsWith("a#"));
    }

    @Test
    @DisplayName("it goes on looking when there is no leader to be found")
    void looksWhileNobodyLeads() throws Exception {
        aLeaderAndAStandby();
        where().arbiterFails();
        where().pass(where().worstTakeover());
        assertThat(leaders()).isEmpty();
        assertThat(looksWithin(SPANS)).hasSizeGreaterThanOrEqualTo(SPANS - 1).allMatch("nobody"::equals);
        where().arbiterRecovers();
        settled();
    }

    @Test
    @DisplayName("a release that is announced is taken over at once, unlike a silent end")
    void anAnnouncedReleaseNeedsNoDelay() throws Exception {
        aLeaderAndAStandby();
        Duration delay = RegistryTiming.DOCUMENTED.takeoverDelay();
        election("a").close();
        assertThat(where().until(election("b")::isLeader, delay.dividedBy(4)))
                .as("b leads at once")
                .isTrue();
        join("c");
        awaken();
        where().kill("b");
        elections.remove("b");
        assertThat(where().until(election("c")::isLeader, delay))
                .as("c leads before the delay is over")
                .isFalse();
        settled();
    }
}
