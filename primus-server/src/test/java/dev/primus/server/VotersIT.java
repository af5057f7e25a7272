package dev.primus.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.ballot.score.Capability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who votes is changed among real processes, so that a dead machine can be replaced. */
@Tag("B12")
class VotersIT {
    private static final String FIRST = "core-1,core-2,core-3";
    private static final String NEWCOMER = "core-4";

    @TempDir
    private Path folder;

    private BallotNodes nodes;

    @AfterEach
    void nobodyStays() throws InterruptedException {
        nodes.close();
    }

    private void start(String name) throws Exception {
        nodes.start(name, nodes.signed(name, "--voters", FIRST));
    }

    /** Asks again while nobody leads for a moment, which happens on a busy machine. */
    private void change(String flag, String name, String asked, String sentence) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(nodes.primus(
                                "voters", "e", flag, name, "--yes", "--node", asked, "--reason", "hardware"))
                        .contains(sentence));
    }

    @Test
    @DisplayName("of three one is replaced by a fourth; then two of the new three elect, and go by what they have kept")
    void aDeadMachineIsReplaced() throws Exception {
        List<String> first = List.of("core-1", "core-2", "core-3");
        nodes = new BallotNodes(folder, "core-1", "core-2", "core-3", NEWCOMER);
        for (String name : first) {
            nodes.makeKey(name, Capability.ADMIN_ELECTION);
        }
        // It votes and never leads: so it is its vote that decides below.
        nodes.makeKey(NEWCOMER, new Capability("gpu"));
        for (String name : nodes.names()) {
            start(name);
        }
        nodes.settled(nodes.names());
        change("--add", NEWCOMER, NEWCOMER, "done: core-4 votes.");
        await().until(() -> nodes.said(NEWCOMER).contains("add_voter core-4 by"));

        String leader = nodes.settled(nodes.names());
        String dies = nodes.without(leader, NEWCOMER).get(0);
        nodes.kill(dies);
        change("--remove", dies, NEWCOMER, "done: %s votes no more.".formatted(dies));

        // Of the first three one is left: by their number nobody could lead any more.
        String second = nodes.settled(nodes.without(dies));
        String survivor = nodes.without(dies, second, NEWCOMER).get(0);
        long term = nodes.term(second);
        nodes.kill(second);
        nodes.leader(List.of(survivor), term);

        // All alone, nobody can have told it: it goes by its file, whatever --voters says.
        nodes.kill(survivor);
        nodes.kill(NEWCOMER);
        start(second);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(nodes.primus("voters", "e", "--node", second))
                        .startsWith("0: ")
                        .contains("2 of 3 voters are needed, 1 is within reach of " + second, NEWCOMER)
                        .doesNotContain(dies));
        start(NEWCOMER);
        nodes.leader(List.of(second), term);
    }

    @Test
    @DisplayName("other voters than a node has voted among are refused at its start if nobody has changed them")
    void otherVotersThanItHasVotedAmong() throws Exception {
        nodes = new BallotNodes(folder, "core-1");
        nodes.start("core-1", "--voters", "core-1");
        nodes.leader(nodes.names(), 0);
        nodes.kill("core-1");
        assertThat(nodes.primus(nodes.words("core-1", "--voters", FIRST)))
                .startsWith("2: ")
                .contains("voters = core-1,core-2,core-3: in 'e' this node has voted as one of core-1; allowed are the"
                        + " same, and to change them while the cluster runs.");
    }
}
