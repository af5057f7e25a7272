package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.ELECTION;
import static dev.primus.core.lease.LeaseScript.FAREWELL;
import static dev.primus.core.lease.LeaseScript.LOOK;
import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.SELF;
import static dev.primus.core.lease.LeaseScript.START;
import static dev.primus.core.lease.LeaseScript.acquire;
import static dev.primus.core.lease.LeaseScript.follow;
import static dev.primus.core.lease.LeaseScript.grant;
import static dev.primus.core.lease.LeaseScript.hold;
import static dev.primus.core.lease.LeaseScript.leaderFellSilent;
import static dev.primus.core.lease.LeaseScript.release;
import static dev.primus.core.lease.LeaseScript.renew;
import static dev.primus.core.lease.LeaseScript.stopBy;
import static dev.primus.core.lease.LeaseScript.wrapUpAt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.election.Effect;
import dev.primus.core.election.Phase;
import dev.primus.core.election.Wish;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Parting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("L2")
@DisplayName("S3 a bid without an answer is neither won nor lost")
class LostBidTest {

    private static LeaseRequest releaseOf(long dice) {
        return new LeaseRequest.Release(new Parting(hold(7, dice), LossReason.SHUTDOWN, null));
    }

    @Test
    void itMakesNobodyLeader() {
        LeaseScript.bids()
                .unknown()
                .is(Phase.WAITING)
                .doesNothing()
                .wantsToBeWokenIn(Duration.ofMillis(125))
                .wakesInTime()
                .does(LOOK);
    }

    @Test
    @DisplayName("the row shows that it won: only a successful renewal makes it ours, counted from its own sending")
    void anOrphanIsAdoptedByRenewal() {
        LeaseScript script = LeaseScript.bids();
        Row won = Row.wonBy(script.bid());
        script.unknown().wakesInTime().sees(won).is(Phase.WAITING).does(follow(won), renew());
        MonoTime sent = script.now();

        script.passesMillis(30).yes().is(Phase.LEADING).does(grant(stopBy(sent)));
    }

    @Test
    @DisplayName("a renewal without an answer adopts nothing; the next look tries again")
    void anUnansweredRenewalAdoptsNothing() {
        LeaseScript script = LeaseScript.bids();
        Row won = Row.wonBy(script.bid());

        script.unknown()
                .wakesInTime()
                .sees(won)
                .unknown()
                .is(Phase.WAITING)
                .doesNothing()
                .wakesInTime()
                .does(LOOK)
                .sees(won)
                .does(renew());
    }

    @Test
    @DisplayName("a refused renewal means that the orphan lapsed or was taken")
    void aRefusedRenewalIsLookedInto() {
        LeaseScript script = LeaseScript.bids();
        Row won = Row.wonBy(script.bid());

        script.unknown()
                .wakesInTime()
                .sees(won)
                .no()
                .is(Phase.WAITING)
                .doesNothing()
                .wakesInTime()
                .does(LOOK);
    }

    @Test
    @DisplayName("C6 an orphan that lapsed is bid for again under a new token")
    void aLapsedOrphanIsNotRenewed() {
        LeaseScript script = LeaseScript.bids();
        Row won = Row.wonBy(script.bid());

        script.unknown()
                .passesMillis(11_000)
                .wakes()
                .rolls(1)
                .sees(won.lasting(Duration.ZERO))
                .does(acquire(7, 0, 8, 1));
    }

    @Test
    @DisplayName("a lost bid may still win after the next one was made: the refusal shows it, and it is adopted")
    void aLateOrphanIsAdopted() {
        LeaseScript script = LeaseScript.bids();
        Row won = Row.wonBy(script.bid());

        script.unknown()
                .wakesInTime()
                .rolls(1)
                .sees(Row.released(6))
                .does(acquire(6, 0, 7, 1))
                .isRefused(won)
                .does(follow(won), renew());
    }

    @Test
    @DisplayName("C9 a row that names us under a nonce we do not know is not ours")
    void anUnknownNonceIsNotAdopted() {
        LeaseScript script = LeaseScript.bids();
        Row strange = Row.wonBy(script.bid()).nonce("aaaa1111-77");

        script.unknown().wakesInTime().sees(strange).does(follow(strange)).wantsToBeWokenIn(Duration.ofSeconds(10));
    }

    @Test
    @DisplayName("C9 nor is one that shows our nonce under another identity")
    void aForeignHolderIsNotAdopted() {
        LeaseScript script = LeaseScript.bids();
        Row strange = Row.heldBy(OTHER, 7).nonce(script.bid().nonce());

        script.unknown().wakesInTime().sees(strange).does(follow(strange));
    }

    @Test
    @DisplayName("once the row shows another term the lost bid has lost for ever, even if the store goes back")
    void anOrphanDiesWithItsEpoch() {
        LeaseScript script = LeaseScript.bids();
        Row won = Row.wonBy(script.bid());

        script.unknown().wakesInTime().sees(Row.heldBy(OTHER, 8)).wakesInTime().sees(won);

        assertThat(script.effects()).doesNotContain(renew());
    }

    @Test
    @DisplayName("who leaves gives back what it may have won unknowingly, then says farewell")
    void orphansAreReleasedOnLeave() {
        LeaseScript.bids().unknown().ask(Wish.LEAVE).is(Phase.LEFT).does(release(LossReason.SHUTDOWN), FAREWELL);
    }

    @Test
    @DisplayName("also the bid that is still under way, whose answer then changes nothing")
    void aBidUnderWayIsReleasedOnLeave() {
        LeaseScript script = LeaseScript.bids();
        LeaseRequest bid = script.request();

        script.ask(Wish.LEAVE)
                .is(Phase.LEFT)
                .does(release(LossReason.SHUTDOWN), FAREWELL)
                .answers(bid, Answer.yes(ELECTION), START)
                .is(Phase.LEFT)
                .doesNothing();
    }

    @Test
    @DisplayName("and an orphan that is just being adopted")
    void anOrphanUnderAdoptionIsReleasedOnLeave() {
        LeaseScript script = LeaseScript.bids();
        Row won = Row.wonBy(script.bid());

        script.unknown().wakesInTime().sees(won).ask(Wish.LEAVE).does(release(LossReason.SHUTDOWN), FAREWELL);
    }

    @Test
    @DisplayName("only the latest eight lost bids are remembered")
    void orphansAreFew() {
        LeaseScript script = LeaseScript.bids().unknown();
        for (long dice = 1; dice < 10; dice++) {
            script.rolls(dice)
                    .wakesInTime()
                    .sees(Row.released(6))
                    .does(acquire(6, 0, 7, dice))
                    .unknown();
        }
        List<Effect> farewell = new ArrayList<>(
                LongStream.range(2, 10).mapToObj(LostBidTest::releaseOf).toList());
        farewell.add(FAREWELL);

        script.ask(Wish.LEAVE);

        assertThat(script.effects()).isEqualTo(farewell);
    }

    @Test
    @DisplayName("C6 a win that is told too late to be of use is given back, and makes nobody leader")
    void aLateWinIsGivenBack() {
        LeaseScript.bids()
                .reaches(wrapUpAt(START))
                .yes()
                .is(Phase.WAITING)
                .does(release(LossReason.EXPIRED))
                .wakesInTime()
                .does(LOOK);
    }

    @Test
    @DisplayName("C6 told a moment earlier it counts, from its sending")
    void aWinInTimeCounts() {
        LeaseScript.bids()
                .reaches(wrapUpAt(START).minus(Duration.ofNanos(1)))
                .yes()
                .is(Phase.LEADING)
                .does(grant(stopBy(START)));
    }

    @Test
    @DisplayName("each try has a nonce of its own, which names the incarnation")
    void noncesAreFresh() {
        Bid first = LeaseScript.looks().rolls(0xcafe).sees(Row.released(6)).bid();
        Bid second = LeaseScript.looks().rolls(0xf00d).sees(Row.released(6)).bid();

        assertThat(first.nonce()).isEqualTo(SELF.incarnation() + "-cafe");
        assertThat(second.nonce()).isEqualTo(SELF.incarnation() + "-f00d");
    }

    @Test
    void whatIsNoBidIsNoOrphan() {
        LeaseScript.looks().unknown().ask(Wish.LEAVE).does(FAREWELL);
        LeaseScript.waits().ask(Wish.LEAVE).does(FAREWELL);
        assertThat(LeaseScript.waits().wakesInTime().sees(Row.lapsed(OTHER, 6)).effects())
                .containsExactly(leaderFellSilent(), acquire(6, 0, 7, 0));
    }
}
