package dev.primus.server.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.Election;
import dev.primus.PeerBallot;
import dev.primus.PeerRegistry;
import dev.primus.Primus;
import dev.primus.cluster.JGroupsLink;
import dev.primus.cluster.PeerAddress;
import dev.primus.cluster.PeerSettings;
import dev.primus.cluster.Preset;
import dev.primus.cluster.Secret;
import dev.primus.cluster.ballot.SealedCodec;
import dev.primus.cluster.ballot.SignedLink;
import dev.primus.cluster.ballot.Unsigned;
import dev.primus.core.BallotTiming;
import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage;
import dev.primus.core.peers.ElectionTable;
import dev.primus.core.registry.RegistryMessage;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName(
        "105,000 election names that one member mentions over the real link leave memory flat and the leader in place")
class NameFloodTest {
    private static final int NAMES = 105_000;
    private static final int IN_A_MESSAGE = 50;
    private static final int BURST = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration USUAL = Duration.ofSeconds(5);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final List<PeerLink> links = new ArrayList<>();
    private final List<Primus> nodes = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.forEach(Primus::close);
    }

    @Test
    void registry() throws Exception {
        List<PeerSettings> settings = loopback();
        for (int i = 0; i < settings.size(); i++) {
            PeerLink link = new JGroupsLink(settings.get(i));
            links.add(link);
            nodes.add(Primus.builder()
                    .node("n" + i)
                    .registry(PeerRegistry.over(link)
                            .quorum(Quorum.majorityOf(settings.size()))
                            .timing(RegistryTiming.FAST)
                            .marksIn(folder.resolve("marks-" + i)))
                    .build());
        }
        flood(
                RegistryMessage.Enrolled::new,
                name -> new RegistryMessage.Ended(name, Term.of(nodes.get(2).id(), 1), LossReason.RELEASED, null));
    }

    @Test
    void ballot() throws Exception {
        List<PeerSettings> settings = loopback();
        for (int i = 0; i < settings.size(); i++) {
            JGroupsLink plain = new JGroupsLink(settings.get(i), new SealedCodec());
            PeerLink link = new SignedLink(plain, Unsigned.INSTANCE, Unsigned.INSTANCE, InstantSource.system());
            links.add(link);
            nodes.add(Primus.builder()
                    .node("n" + i)
                    .ballot(PeerBallot.over(link)
                            .quorum(Quorum.majorityOf(settings.size()))
                            .capabilities("admin_election")
                            .timing(BallotTiming.FAST)
                            .filesIn(folder.resolve("n" + i)))
                    .build());
        }
        flood(
                BallotMessage.Enrolled::new,
                name -> new BallotMessage.Ended(name, Term.of(nodes.get(2).id(), 1), LossReason.RELEASED, null));
    }

    private void flood(Function<List<Enrolment>, PeerMessage> enrolled, Function<ElectionName, PeerMessage> ended)
            throws Exception {
        Primus victim = nodes.get(0);
        Election election = victim.election("e").join();
        assertThat(election.awaitLeadership(PATIENCE)).isTrue();
        long token = election.leadership().orElseThrow().token();
        PeerLink hostile = links.get(2);
        List<PeerMail> burst = new ArrayList<>();
        for (int i = 0; i < NAMES; i += IN_A_MESSAGE) {
            List<Enrolment> some = new ArrayList<>();
            for (int j = i; j < i + IN_A_MESSAGE; j++) {
                some.add(new Enrolment(new ElectionName("name-" + j), Enrolment.Part.CANDIDATE));
            }
            for (Primus node : nodes.subList(0, 2)) {
                burst.add(new PeerMail(node.id(), enrolled.apply(some)));
                burst.add(new PeerMail(node.id(), ended.apply(new ElectionName("ended-" + i))));
            }
            if (burst.size() >= BURST) {
                hostile.send(List.copyOf(burst));
                burst.clear();
                Thread.sleep(5); // A link that is never given time would drop them, and the test would test nothing.
            }
        }
        hostile.send(burst);
        String last = "name-" + (NAMES - 1);
        for (Primus node : nodes.subList(0, 2)) {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(known(node)).contains(last));
            assertThat(known(node)).hasSizeLessThanOrEqualTo(ElectionTable.MOST_IDLE + 1);
        }
        assertThat(election.leadership().map(held -> held.token()))
                .as("the leader stayed")
                .isEqualTo(Optional.of(token));
        Election later = nodes.get(1).election("later").join();
        assertThat(later.awaitLeadership(USUAL))
                .as("and an election that begins now has one soon")
                .isTrue();
    }

    private static List<String> known(Primus node) {
        return node.ledger().elections().stream()
                .map(seen -> seen.election().value())
                .toList();
    }

    private static List<PeerSettings> loopback() throws IOException {
        List<ServerSocket> taken = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            taken.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        }
        List<PeerAddress> addresses = taken.stream()
                .map(socket -> new PeerAddress("127.0.0.1", socket.getLocalPort()))
                .toList();
        for (ServerSocket socket : taken) {
            socket.close();
        }
        return addresses.stream()
                .map(address -> PeerSettings.bind(address)
                        .peers(addresses)
                        .preset(Preset.LOCAL)
                        .secrets(Secret.of("a secret of the tests"))
                        .build())
                .toList();
    }
}
