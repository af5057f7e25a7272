package dev.primus.core.ballot;

import static dev.primus.core.ballot.Parish.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Stated;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.spi.Enrolment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Who would win now can be asked without an election")
class SurveysTest {
    private final Parish parish = Parish.of(3);
    private final List<Report> answers = new ArrayList<>();

    private void ask(String name) {
        MonoTime deadline = parish.now.plus(Duration.ofMillis(100));
        parish.member(name).ballot.survey(ELECTION, deadline, answers::add, parish.now);
        parish.deliver();
    }

    @Test
    @DisplayName("all state what they would stand with, the best is first, and nothing changes")
    void theBestIsFirst() {
        Term term = parish.elects("c");
        ask("b");

        assertThat(answers).hasSize(1);
        assertThat(answers.get(0).winner()).isEqualTo(Term.of(parish.id("a"), 2));
        assertThat(answers.get(0).candidates())
                .extracting(Report.Entry::node)
                .containsExactly(parish.id("a"), parish.id("b"), parish.id("c"));
        assertThat(answers.get(0).votes()).isEmpty();
        assertThat(parish.member("b").leader()).isEqualTo(term);
        assertThat(parish.votesOf("b")).containsExactly(term);
    }

    @Test
    @DisplayName("who may not stand, or takes no part, is not among them")
    void notAmongThem() {
        parish.member("a").facts = Facts.NONE;
        parish.member("b").enroll(Enrolment.Part.GONE);
        ask("b");

        assertThat(answers.get(0).candidates()).extracting(Report.Entry::node).containsExactly(parish.id("c"));
    }

    @Test
    @DisplayName("who does not answer in time is left out; where nobody would stand nobody would win")
    void inTime() {
        parish.cutOff("a");
        ask("b");
        parish.pass(90);
        assertThat(answers).isEmpty();
        parish.pass(10);
        assertThat(answers.get(0).candidates())
                .extracting(Report.Entry::node)
                .containsExactly(parish.id("b"), parish.id("c"));
        assertThat(answers.get(0).took()).isEqualTo(Duration.ofMillis(100));

        parish.heal();
        for (String name : List.of("a", "b", "c")) {
            parish.member(name).facts = Facts.NONE;
        }
        ask("b");
        assertThat(answers.get(1).winner()).isNull();
    }

    @Test
    @DisplayName("an answer that nobody asked for is not heard")
    void unasked() {
        NodeId a = parish.id("a");
        parish.member("b").hears(a, new Stated(ELECTION, "unasked", true, Parish.scoring(1)));

        assertThat(answers).isEmpty();
    }

    @Test
    @Tag("B4")
    @DisplayName("a member says whether it leads, and when it sent its last heartbeat")
    void heartbeats() {
        Parish.Member a = parish.member("a");
        assertThat(a.ballot.leads(ELECTION)).isFalse();
        assertThat(a.ballot.lastBeat(ELECTION)).isNull();
        Term term = parish.elects("a");
        assertThat(a.ballot.leads(ELECTION)).isTrue();
        assertThat(a.ballot.lastBeat(ELECTION)).isEqualTo(parish.now);
        parish.leadsFor(450, term);

        assertThat(a.ballot.lastBeat(ELECTION)).isEqualTo(parish.now);
        assertThat(parish.member("b").ballot.leads(ELECTION)).isFalse();
        assertThat(parish.member("b").ballot.lastBeat(ELECTION)).isNull();
    }
}
