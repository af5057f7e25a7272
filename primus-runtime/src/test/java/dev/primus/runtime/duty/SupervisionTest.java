package dev.primus.runtime.duty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.Restart;
import dev.primus.Supervision;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What follows when a duty ends before its term does. */
@Tag("G12")
class SupervisionTest {
    private final CrewRig rig = new CrewRig();

    @Nested
    class Policies {
        @Test
        void oneThatReturnedIsDone() {
            rig.duty("a").start(1).returns("a").at(60_000);
            assertThat(rig.log).containsExactly("started a 1", "ended a 1");
        }

        @Test
        void permanentMeansAgainHoweverItEnded() {
            rig.duty("a", Restart.PERMANENT).start(1).returns("a");
            assertThat(rig.log).endsWith("ended a 1", "restarting a after 100");
            assertThat(rig.at(99).runs("a")).isFalse();
            assertThat(rig.at(100).runs("a")).isTrue();
        }

        @Test
        void transientMeansAgainIfItFailed() {
            rig.duty("a").start(1).fails("a").at(100);
            assertThat(rig.log).endsWith("failed a broken", "ended a 1", "restarting a after 100", "started a 1");
        }

        @Test
        void temporaryMeansNeverAgain() {
            rig.duty("a", Restart.TEMPORARY).start(1).fails("a").at(60_000);
            assertThat(rig.log).containsExactly("started a 1", "failed a broken", "ended a 1");
        }

        @Test
        void anInterruptThatNobodyAskedForIsAFailure() {
            rig.duty("a").start(1).obeys("a");
            assertThat(rig.log).contains("failed a null").endsWith("restarting a after 100");
        }

        @Test
        void withoutAThreadItHasFailed() {
            rig.duty("a").withoutThreads().start(1);
            assertThat(rig.log).contains("failed a unable to create native thread", "restarting a after 100");
        }
    }

    @Nested
    class Intensity {
        @Test
        void thePauseDoublesUpToTheLongest() {
            rig.duty("a").under(Supervision.oneForOne().backOff(Duration.ofMillis(100), Duration.ofMillis(250)));
            rig.start(1).fails("a").at(100).fails("a").at(300).fails("a");
            assertThat(rig.log).contains("restarting a after 100", "restarting a after 200", "restarting a after 250");
        }

        @Test
        void moreThanIsBorneEndsTheTerm() {
            rig.duty("a").under(Supervision.oneForOne().atMost(1, Duration.ofSeconds(5)));
            rig.start(1).fails("a").at(100).fails("a");
            assertThat(rig.log).endsWith("ended a 1", "gave up a");
            assertThat(rig.at(60_000).runs("a")).isFalse();
        }

        @Test
        void oldRestartsAreForgotten() {
            rig.duty("a").under(Supervision.oneForOne().atMost(1, Duration.ofSeconds(5)));
            rig.start(1).fails("a").at(100).at(5000).fails("a");
            assertThat(rig.log).endsWith("restarting a after 100");
        }

        @Test
        void aNewTermBeginsWithAFreshCount() {
            rig.duty("a").under(Supervision.oneForOne().atMost(1, Duration.ofSeconds(5)));
            rig.start(1).fails("a").stop().start(2).fails("a");
            assertThat(rig.log).endsWith("restarting a after 100");
        }

        @Test
        void noneAtAllIsAPolicyToo() {
            rig.duty("a").under(Supervision.oneForOne().atMost(0, Duration.ofSeconds(5)));
            rig.start(1).fails("a");
            assertThat(rig.log).endsWith("gave up a");
        }
    }

    @Nested
    class Strategies {
        @Test
        void oneForOneLeavesTheOthersAlone() {
            rig.duty("a").duty("b").duty("c").start(1).fails("b");
            assertThat(rig.log).doesNotContain("interrupt a", "interrupt c");
        }

        @Test
        void allForOneStopsAllInReverseAndStartsAllInOrder() {
            rig.duty("a")
                    .duty("b")
                    .duty("c")
                    .under(Supervision.allForOne())
                    .start(1)
                    .fails("b");
            assertThat(rig.log).endsWith("restarting b after 100", "interrupt c");
            rig.obeys("c");
            assertThat(rig.log).endsWith("ended c 1", "interrupt a");
            rig.obeys("a").at(100);
            assertThat(rig.log).endsWith("ended a 1", "started a 1", "started b 1", "started c 1");
        }

        @Test
        void restForOneStopsThoseStartedAfterIt() {
            rig.duty("a")
                    .duty("b")
                    .duty("c")
                    .under(Supervision.restForOne())
                    .start(1)
                    .fails("b")
                    .obeys("c")
                    .at(100);
            assertThat(rig.log)
                    .doesNotContain("interrupt a")
                    .endsWith("interrupt c", "ended c 1", "started b 1", "started c 1");
        }

        @Test
        void nobodyStartsBeforeAllHaveStopped() {
            rig.duty("a")
                    .duty("b")
                    .under(Supervision.allForOne())
                    .start(1)
                    .fails("a")
                    .at(500);
            assertThat(rig.runs("a")).isFalse();
            assertThat(rig.wakeAt()).isEqualTo(2000);
            rig.obeys("b");
            assertThat(rig.log).endsWith("started a 1", "started b 1");
        }

        @Test
        void aTemporarySiblingIsStoppedAndNotStartedAgain() {
            rig.duty("a").duty("t", Restart.TEMPORARY).under(Supervision.allForOne());
            rig.start(1).fails("a").obeys("t").at(100);
            assertThat(rig.log).endsWith("ended t 1", "started a 1");
        }

        @Test
        void aSiblingThatWillNotStopEndsTheTerm() {
            rig.duty("a")
                    .duty("stuck")
                    .under(Supervision.allForOne())
                    .start(1)
                    .fails("a")
                    .at(2000);
            assertThat(rig.log).endsWith("interrupt stuck", "abandoned stuck in a loop", "gave up stuck");
            rig.stop().at(4000);
            assertThat(rig.log).endsWith("stopped false");
        }

        @Test
        void aThreadAbandonedInAFormerTermHoldsNobodyUp() {
            rig.duty("stuck").duty("b").under(Supervision.allForOne());
            rig.start(1).stop().obeys("b").at(2000).start(2).fails("b").at(2100);
            assertThat(rig.log).endsWith("restarting b after 100", "started b 2");
        }

        @Test
        void aSecondFailureMeanwhileChangesNothingAboutTheOrder() {
            rig.duty("a")
                    .duty("b")
                    .duty("c")
                    .under(Supervision.restForOne())
                    .start(1)
                    .fails("c")
                    .fails("a");
            rig.obeys("b").at(1000);
            assertThat(rig.log).endsWith("ended b 1", "started a 1", "started b 1", "started c 1");
        }
    }

    @Test
    void saysWhatIsAllowed() {
        Supervision one = Supervision.oneForOne();
        assertThatThrownBy(() -> one.atMost(-1, Duration.ofSeconds(1)))
                .hasMessage("restarts = -1: allowed is 0 or more");
        assertThatThrownBy(() -> one.atMost(1, Duration.ZERO)).hasMessage("within = PT0S: allowed is above 0");
        assertThatThrownBy(() -> one.backOff(Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessage("firstPause = PT0S: allowed is above 0");
        assertThatThrownBy(() -> one.backOff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .hasMessage("longestPause = PT1S: allowed is firstPause (PT2S) or more");
        assertThatThrownBy(() -> one.stayOut(Duration.ofSeconds(-1)))
                .hasMessage("stayOut = PT-1S: allowed is 0 or more");
    }
}
