package dev.primus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionPhase;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program can ask of a ballot, over real threads and a real disk; one voter is enough for that. */
@DisplayName("A ballot as a program sees it")
class VotingAloneTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Nobody else is there. */
    private static final class NoWay implements PeerLink {
        @Override
        public void open(ClusterName cluster, NodeId self, Ear ear) {
            ear.viewed(new PeerView(1, List.of(self)));
        }

        @Override
        public void send(List<PeerMail> mail) {}

        @Override
        public void close() {}
    }

    private Primus node(String... capabilities) {
        return Primus.builder()
                .node("a")
                .ballot(PeerBallot.over(new NoWay())
                        .quorum(Quorum.majorityOf(1))
                        .capabilities(capabilities)
                        .filesIn(folder))
                .build();
    }

    private static <T> T of(CompletableFuture<T> answer) throws Exception {
        return answer.get(20, TimeUnit.SECONDS);
    }

    private static long token(Election election) {
        return election.leadership().map(Leadership::token).orElse(0L);
    }

    private static void awaitTermAbove(long token, Election election) {
        await().atMost(PATIENCE).until(() -> token(election) > token);
    }

    @Test
    @Tag("B1")
    @DisplayName("B1: its phase can be asked for: discovering before it leads, idle when it does")
    void phases() throws Exception {
        try (Primus primus = node("admin_election")) {
            BallotOffice office = primus.ballotOffice().orElseThrow();
            Election election = primus.election("e").join();

            await("it looks for a leader")
                    .pollInterval(Duration.ofMillis(5))
                    .atMost(PATIENCE)
                    .until(() -> of(office.phase("e")) == ElectionPhase.DISCOVERING);
            awaitTermAbove(0, election);
            assertThat(of(office.phase("e"))).isEqualTo(ElectionPhase.IDLE);
            assertThat(of(office.phase("another")))
                    .as("of which it knows nothing")
                    .isEqualTo(ElectionPhase.IDLE);
        }
    }

    @Test
    @Tag("B3")
    @Tag("B8")
    @DisplayName("B3, B8: an election can be asked for; the window refuses it with the time left, an override does not")
    void triggered() throws Exception {
        try (Primus primus = node("admin_election")) {
            BallotOffice office = primus.ballotOffice().orElseThrow();
            Election election = primus.election("e").join();
            awaitTermAbove(0, election);
            long first = token(election);

            assertThat(of(office.trigger("e", false))).matches("the leader is left alone for another \\d+ ms");
            assertThat(of(office.trigger("e", true))).isEmpty();
            awaitTermAbove(first, election);

            await().atMost(PATIENCE).until(() -> office.reports("e").size() == 2);
            assertThat(office.reports("e"))
                    .extracting(Report::trigger)
                    .as("newest first")
                    .containsExactly(Trigger.MANUAL, Trigger.DISCOVERY_FAILURE);
            assertThat(of(office.trigger("another", true))).isEqualTo("there is no such election here");
        }
    }

    @Test
    @Tag("B5")
    @DisplayName("B5: who has none of the three capabilities does not lead, though nobody else is there")
    void notEntitled() throws Exception {
        try (Primus primus = node("key_reconstruction")) {
            BallotOffice office = primus.ballotOffice().orElseThrow();
            Election election = primus.election("e").join();

            assertThat(of(office.dryRun("e")).candidates()).isEmpty();
            assertThat(office.reports("e")).isEmpty();
            assertThat(election.isLeader()).isFalse();
        }
    }

    @Test
    @Tag("B7")
    @DisplayName("B7: its vote is on the disk before it leads, and its next life goes on above it")
    void votes() throws IOException {
        long first;
        try (Primus primus = node("admin_election")) {
            Election election = primus.election("e").join();
            awaitTermAbove(0, election);
            first = token(election);
            assertThat(Files.readString(folder.resolve("a.votes")))
                    .matches("(?s)e a#\\p{Alnum}+ %d \\d+ \\p{XDigit}{8}\n.*".formatted(first));
        }
        try (Primus primus = node("admin_election")) {
            awaitTermAbove(first, primus.election("e").join());
        }
    }
}
