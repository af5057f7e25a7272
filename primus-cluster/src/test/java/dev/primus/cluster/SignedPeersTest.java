package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.cluster.ballot.MemberKey;
import dev.primus.cluster.ballot.Members;
import dev.primus.cluster.ballot.NodeKey;
import dev.primus.cluster.ballot.Refusal;
import dev.primus.cluster.ballot.SealedCodec;
import dev.primus.cluster.ballot.SignedLink;
import dev.primus.core.ElectionName;
import dev.primus.core.ElectorateVersion;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Signed messages over real connections. */
@Tag("B12")
class SignedPeersTest {
    private static final NodeId A = NodeId.of("a", "abcd1234");
    private static final NodeId B = NodeId.of("b", "abcd1234");
    private static final BallotMessage VOTE =
            new BallotMessage.Vote(new ElectionName("coordinator"), Term.of(A, 1), ElectorateVersion.COUNTED);

    private static final class Listener implements PeerLink.Ear {
        private final List<PeerMessage> heard = new CopyOnWriteArrayList<>();
        private volatile int members;

        @Override
        public void viewed(PeerView view) {
            members = view.members().size();
        }

        @Override
        public void heard(NodeId from, PeerMessage message) {
            heard.add(message);
        }
    }

    @Test
    void whoIsListedIsHeardAndWhoIsNotIsCounted() throws Exception {
        NodeKey keyOfA = NodeKey.generate();
        NodeKey keyOfB = NodeKey.generate();
        String lineOfA = MemberKey.of(A.name(), keyOfA, List.of()).line();
        String lineOfB = MemberKey.of(B.name(), keyOfB, List.of()).line();
        List<PeerSettings> settings = TestNode.loopback(2, UnaryOperator.identity());
        Listener earOfA = new Listener();
        Listener earOfB = new Listener();
        try (SignedLink a = link(settings.get(0), keyOfA, Members.parse(lineOfA));
                SignedLink b = link(settings.get(1), keyOfB, Members.parse(lineOfA + "\n" + lineOfB))) {
            a.open(TestNode.CLUSTER, A, earOfA);
            b.open(TestNode.CLUSTER, B, earOfB);
            await().atMost(TestNode.PATIENCE).until(() -> earOfA.members == 2 && earOfB.members == 2);
            await().atMost(TestNode.PATIENCE).untilAsserted(() -> {
                a.send(List.of(new PeerMail(A, VOTE), new PeerMail(B, VOTE)));
                b.send(List.of(new PeerMail(A, VOTE)));
                assertThat(earOfB.heard).isNotEmpty().containsOnly(VOTE);
                assertThat(earOfA.heard).as("its own").isNotEmpty();
                assertThat(a.counts().get(Refusal.UNKNOWN_KEY)).isPositive();
            });
        }
    }

    private static SignedLink link(PeerSettings settings, NodeKey key, Members members) {
        return new SignedLink(new JGroupsLink(settings, new SealedCodec()), key, members, InstantSource.system());
    }
}
