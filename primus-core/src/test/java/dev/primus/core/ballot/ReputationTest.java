package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.ballot.score.Weights;
import dev.primus.core.spi.Enrolment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("B12")
@DisplayName("Failed terms count in a score, as each voter has seen them itself")
class ReputationTest {
    /** Failures weigh much, uptime a little: two failures outweigh two hours. */
    private static final Weights STERN = Weights.DEFAULT.withParts(0.5, 0, 0, 0, 0, 0.5);

    private static Parish stern() {
        Parish parish = new Parish(Quorum.majorityOf(List.of(Parish.named(3))));
        parish.weights = STERN;
        return parish.settled(3);
    }

    private static Report.Entry entry(Parish parish, String seenBy, String candidate) {
        return entry(parish.member(seenBy).report(), parish, candidate);
    }

    private static Report.Entry entry(Report report, Parish parish, String candidate) {
        return report.candidates().stream()
                .filter(each -> each.node().equals(parish.id(candidate)))
                .findFirst()
                .orElseThrow();
    }

    /** All stand, and whoever leads gives its term back for this reason. */
    private static String oneTerm(Parish parish, LossReason reason) {
        parish.stand("a", "b", "c");
        parish.pass(parish.timing.candidacyWindow());
        String leader = List.of("a", "b", "c").stream()
                .filter(name -> parish.member(name).ballot.leads(ELECTION))
                .findFirst()
                .orElseThrow();
        parish.release(parish.granted(leader), reason, null);
        parish.pass(parish.timing.electionWindow());
        return leader;
    }

    @ParameterizedTest
    @EnumSource(LossReason.class)
    @DisplayName("terms that ended by a failure count, those that ended by a wish do not")
    void whichCount(LossReason reason) {
        Parish parish = stern();
        assertThat(oneTerm(parish, reason)).isEqualTo("a");
        String next = oneTerm(parish, LossReason.RELEASED);

        boolean failure = List.of("CRASHED", "EXPIRED", "NO_QUORUM", "DUTY_FAILED", "UNHEALTHY")
                .contains(reason.name());
        assertThat(reason.isFailure()).isEqualTo(failure);
        assertThat(entry(parish, "c", "a").facts().failedTerms()).isEqualTo(failure ? 1 : 0);
        assertThat(entry(parish, "c", "b").facts().failedTerms()).isZero();
        assertThat(next)
                .as("0.05 less for a failure are more than 2 hours of 24")
                .isEqualTo(failure ? "b" : "a");
    }

    @Test
    @DisplayName("a leader that fell silent has failed, for those who missed it")
    void silence() {
        Parish parish = stern();
        parish.elects("a");
        parish.cutOff("a");
        parish.pass(parish.timing.heartbeatTimeout());
        parish.elects("b");
        parish.heal();
        parish.meet("a", "b", "c");
        parish.release(Term.of(parish.id("b"), 2), LossReason.RELEASED, null);
        parish.pass(parish.timing.electionWindow());
        parish.stand("a", "b", "c");
        parish.pass(parish.timing.candidacyWindow());

        assertThat(entry(parish, "c", "a").facts().failedTerms()).isEqualTo(1);
        assertThat(entry(parish, "c", "a").score().reputation().toString()).isEqualTo("0.9");
    }

    @Test
    @DisplayName("what a candidate says of its own failures is not asked for, nor believed")
    void notByItsWord() {
        Parish parish = stern();
        parish.member("a").facts = Parish.scoring(20).withFailedTerms(9);
        assertThat(oneTerm(parish, LossReason.DUTY_FAILED)).isEqualTo("a");
        parish.member("a").facts = Parish.scoring(20).withFailedTerms(0);
        assertThat(oneTerm(parish, LossReason.RELEASED)).isEqualTo("b");

        assertThat(entry(parish, "b", "a").facts().failedTerms()).isEqualTo(1);
    }

    @Test
    @DisplayName("by default it weighs nothing, and is shown all the same; also by who would win now")
    void shown() {
        Parish parish = Parish.of(3);
        assertThat(oneTerm(parish, LossReason.UNHEALTHY)).isEqualTo("a");
        assertThat(oneTerm(parish, LossReason.UNHEALTHY)).isEqualTo("a");
        assertThat(oneTerm(parish, LossReason.RELEASED)).isEqualTo("a");
        assertThat(entry(parish, "c", "a").facts().failedTerms()).isEqualTo(2);
        assertThat(entry(parish, "c", "a").score().reputation().toString()).isEqualTo("0.8");

        List<Report> told = new ArrayList<>();
        parish.member("c").ballot.survey(ELECTION, parish.now.plus(parish.timing.election()), told::add, parish.now);
        parish.deliver();
        assertThat(entry(told.get(0), parish, "a").facts().failedTerms()).isEqualTo(2);
    }

    @Test
    @DisplayName("a voter that has seen nothing counts nothing: a new life begins without records")
    void ownRecordsOnly() {
        Parish parish = stern();
        oneTerm(parish, LossReason.DUTY_FAILED);
        parish.start("c", true);
        parish.meet("a", "b", "c");
        parish.member("c").enroll(Enrolment.Part.CANDIDATE);
        parish.pass(2000);
        oneTerm(parish, LossReason.RELEASED);

        assertThat(entry(parish, "b", "a").facts().failedTerms()).isEqualTo(1);
        assertThat(entry(parish, "c", "a").facts().failedTerms()).isZero();
    }
}
