package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.ELECTION;
import static dev.primus.core.lease.LeaseScript.LOOK;
import static dev.primus.core.lease.LeaseScript.OTHER;
import static dev.primus.core.lease.LeaseScript.START;
import static dev.primus.core.lease.LeaseScript.acquire;
import static dev.primus.core.lease.LeaseScript.grant;
import static dev.primus.core.lease.LeaseScript.hold;
import static dev.primus.core.lease.LeaseScript.prolong;
import static dev.primus.core.lease.LeaseScript.renew;
import static dev.primus.core.lease.LeaseScript.revoke;
import static dev.primus.core.lease.LeaseScript.stopBy;
import static dev.primus.core.lease.LeaseScript.stopDuties;
import static dev.primus.core.lease.LeaseScript.term;
import static dev.primus.core.lease.LeaseScript.wrapUpAt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.election.Phase;
import dev.primus.core.spi.Answer;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A leader renews at every beat and wraps up in time if that does not succeed")
class LeadingTest {
    private static final Row OURS =
            Row.heldBy(LeaseScript.SELF, 7).nonce(hold(7, 0).nonce());

    @Test
    @DisplayName("C6 a win counts from just before it was asked for, not from the reply")
    void theWinCountsFromItsSending() {
        LeaseScript script =
                LeaseScript.bids().passesMillis(900).yes().is(Phase.LEADING).does(grant(stopBy(START)));

        assertThat(script.state().wakeAt()).isEqualTo(wrapUpAt(START));
    }

    @Test
    @Tag("L3")
    @DisplayName("C6 so does each renewal")
    void aRenewalCountsFromItsSending() {
        LeaseScript script = LeaseScript.leads().passesMillis(2_500).beats().does(renew());
        MonoTime sent = script.now();

        script.passesMillis(700).yes().is(Phase.LEADING).does(prolong(stopBy(sent)));
        assertThat(script.state().wakeAt()).isEqualTo(wrapUpAt(sent));
    }

    @Test
    @Tag("L7")
    @DisplayName("one renewal at a time: a beat waits for the answer to the last")
    void oneRenewalAtATime() {
        LeaseScript.leads()
                .beats()
                .does(renew())
                .passesMillis(100)
                .beats()
                .doesNothing()
                .yes()
                .beats()
                .does(renew());
    }

    @Test
    @DisplayName("an answer never shortens a reign")
    void anOlderAnswerNeverShortens() {
        LeaseScript script =
                LeaseScript.leads().passesMillis(3_000).beats().passesMillis(10).yes();
        MonoTime prolonged = stopBy(script.now().minus(Duration.ofMillis(10)));

        script.answers(renew(), Answer.yes(ELECTION), START).does(prolong(prolonged));
    }

    @Test
    @DisplayName("an unknown outcome is no loss: it is retried inside the window")
    void anUnknownOutcomeIsRetried() {
        LeaseScript.leads()
                .beats()
                .passesMillis(1_500)
                .unknown()
                .is(Phase.LEADING)
                .doesNothing()
                .wantsToBeWokenIn(Duration.ofMillis(250))
                .passesMillis(249)
                .wakes()
                .doesNothing()
                .passesMillis(1)
                .wakes()
                .does(renew());
    }

    @Test
    @DisplayName("a beat that comes before the retry replaces it")
    void aBeatReplacesTheRetry() {
        LeaseScript script =
                LeaseScript.leads().beats().unknown().passesMillis(100).beats().does(renew());

        assertThat(script.state().wakeAt()).isEqualTo(wrapUpAt(START));
    }

    @Test
    @Tag("L6")
    @DisplayName("Live4 a store that never answers: revoked with a drain to go, over by stopBy")
    void silenceEndsInTime() {
        LeaseScript script = LeaseScript.leads();
        while (script.state().phase() == Phase.LEADING) {
            script.beats();
            if (script.now()
                    .plus(Duration.ofMillis(1_500))
                    .isBefore(script.state().wakeAt())) {
                script.passesMillis(1_500).unknown();
            }
            script.wakesInTime();
        }

        assertThat(script.now()).isEqualTo(wrapUpAt(START));
        script.is(Phase.STEPPING_DOWN).does(revoke(LossReason.EXPIRED), stopDuties(stopBy(START)));
    }

    @Test
    @DisplayName("a reply between wrap-up and stopBy still counts if the wrap-up has not begun")
    void aReplyBeforeStopByCounts() {
        LeaseScript script = LeaseScript.leads().passesMillis(5_000).beats();
        MonoTime sent = script.now();

        script.reaches(stopBy(START).minus(Duration.ofNanos(1)))
                .yes()
                .is(Phase.LEADING)
                .does(prolong(stopBy(sent)));
    }

    @Test
    @DisplayName("C6 a reply at stopBy or later makes nobody leader, though the store says yes")
    void aReplyAfterStopByIsTooLate() {
        LeaseScript script = LeaseScript.leads()
                .passesMillis(5_000)
                .beats()
                .reaches(stopBy(START))
                .yes();

        script.is(Phase.STEPPING_DOWN);
        assertThat(script.effects()).first().isEqualTo(revoke(LossReason.EXPIRED));
    }

    @Test
    @Tag("L4")
    @DisplayName("L4 a refused renewal that shows another leader: revoked at once, TAKEN")
    void takenByAnother() {
        LeaseScript script = LeaseScript.leads().passesMillis(2_500).beats().isRefused(Row.heldBy(OTHER, 8));

        script.is(Phase.STEPPING_DOWN)
                .does(revoke(LossReason.TAKEN), stopDuties(script.now().plus(Duration.ofSeconds(2))));
    }

    @Test
    @Tag("L4")
    @DisplayName("L4 so does one that shows nothing, or our own node under another term or nonce")
    void whatIsNotSurelyOursIsTaken() {
        LeaseScript.leads().beats().no().is(Phase.STEPPING_DOWN);
        for (Row row : new Row[] {Row.released(7), OURS.nonce("aaaa1111-99"), Row.heldBy(LeaseScript.SELF, 8)}) {
            assertThat(LeaseScript.leads().beats().isRefused(row).effects())
                    .first()
                    .isEqualTo(revoke(LossReason.TAKEN));
        }
        assertThat(LeaseScript.leads().beats().no().effects()).first().isEqualTo(revoke(LossReason.TAKEN));
    }

    @Test
    @Tag("L4")
    @DisplayName("C6 refused though the row still names this term: it lapsed before the renewal came, EXPIRED")
    void lapsedBeforeTheRenewal() {
        LeaseScript.leads()
                .beats()
                .isRefused(OURS.lasting(Duration.ofMillis(-5)))
                .does(revoke(LossReason.EXPIRED), stopDuties(START.plus(Duration.ofSeconds(2))));
    }

    @Test
    @DisplayName("what concerns standbys, other terms or other requests does not concern a leader")
    void theRestIsIgnored() {
        LeaseScript script = LeaseScript.leads();
        LeaseState before = script.state();

        script.isHinted().doesNothing();
        script.wakes().doesNothing();
        script.dutiesStop(true).doesNothing();
        script.answers(LOOK, Answer.no(ELECTION), START).doesNothing();
        script.answers(acquire(6, 0, 7, 0), Answer.no(ELECTION), START).doesNothing();
        script.answers(new LeaseRequest.Renew(hold(6, 0)), Answer.no(ELECTION), START)
                .doesNothing();

        assertThat(script.state()).isEqualTo(before);
        assertThat(term(7)).hasToString("core-1#aaaa1111@7");
    }
}
