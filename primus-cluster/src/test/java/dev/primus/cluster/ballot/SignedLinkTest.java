package dev.primus.cluster.ballot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage;
import dev.primus.core.ballot.BallotMessage.Beat;
import dev.primus.core.ballot.BallotMessage.Discover;
import dev.primus.core.ballot.BallotMessage.GenerationStopped;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a signed link lets through, and what it does not: nothing of the latter reaches the ear, and each is counted. */
@Tag("B12")
class SignedLinkTest {
    private static final NodeId CORE_1 = Samples.CORE_1;
    private static final NodeId CORE_2 = Samples.CORE_2;
    private static final Vote VOTE = new Vote(Samples.ELECTION, Samples.TERM, Samples.COUNTED_BY);
    private static final Heartbeat BEAT =
            new Heartbeat(1, "rules", List.of(new Beat(Samples.ELECTION, Samples.TERM, 0, Samples.COUNTED_BY)));

    private record Other(String text) implements PeerMessage {}

    private Instant now = Samples.NOW;
    private Verifier verifier = Samples.members();
    private final Pipe pipe = new Pipe();
    private final Pipe.Listener ear = new Pipe.Listener();

    /** The second node's. */
    private final SignedLink link = open(CORE_2, Samples.KEY_2, pipe, ear);

    private SignedLink open(NodeId self, Signer signer, Pipe inner, Pipe.Listener listener) {
        Verifier current = new Verifier() {
            @Override
            public boolean knows(NodeName signedBy, String keyId) {
                return verifier.knows(signedBy, keyId);
            }

            @Override
            public boolean verify(NodeName signedBy, String keyId, byte[] bytes, byte[] signature) {
                return verifier.verify(signedBy, keyId, bytes, signature);
            }
        };
        SignedLink made = new SignedLink(inner, signer, current, () -> now);
        made.open(Samples.CLUSTER, self, listener);
        return made;
    }

    private void refused(Refusal reason, NodeId from, PeerMessage message) {
        int heard = ear.heard.size();
        Map<Refusal, Long> before = link.counts();
        pipe.deliver(from, message);
        assertThat(ear.heard).as("%s: the ear hears nothing", reason).hasSize(heard);
        Map<Refusal, Long> after = link.counts();
        for (Refusal each : Refusal.values()) {
            assertThat(after.get(each) - before.get(each)).as("%s", each).isEqualTo(each == reason ? 1 : 0);
        }
    }

    private static Sealed sealedBy(NodeId sender, Signer signer, ClusterName cluster, NodeId receiver) {
        byte[] letter = LetterWriter.write(sender, Samples.NOW, VOTE).json();
        return new EnvelopeWriter(cluster, sender, signer).seal(Channel.ELECTION, receiver, 1, List.of(letter));
    }

    private static Sealed sealed(String json) {
        return Samples.sealed(1, Channel.ELECTION, List.of(json.getBytes(UTF_8)));
    }

    private static String vote() {
        return new String(Samples.json(VOTE), UTF_8);
    }

    // ---- what passes

    @Test
    void everyMessageReachesTheOtherSideInOrder() {
        Pipe first = new Pipe();
        SignedLink sender = open(CORE_1, Samples.KEY_1, first, new Pipe.Listener());
        sender.send(Samples.messages().stream()
                .map(message -> new PeerMail(CORE_2, message))
                .toList());
        assertThat(first.sent)
                .as("one signature for each run of messages of a channel")
                .hasSize(4)
                .allSatisfy(mail -> assertThat(mail.message()).isInstanceOf(Sealed.class));
        first.sent.forEach(mail -> pipe.deliver(CORE_1, mail.message()));
        assertThat(ear.heard).containsExactlyElementsOf(Samples.messages());
        assertThat(link.counts().values()).containsOnly(0L);
    }

    @Test
    void whatIsForOneselfOrNotOfTheBallotIsNotSealed() {
        Other other = new Other("a poll");
        link.send(List.of(new PeerMail(CORE_2, VOTE), new PeerMail(CORE_1, other)));
        assertThat(pipe.sent).containsExactly(new PeerMail(CORE_2, VOTE), new PeerMail(CORE_1, other));
        pipe.deliver(CORE_2, VOTE);
        pipe.deliver(CORE_1, other);
        assertThat(ear.heard).containsExactly(VOTE, other);
        assertThat(ear.views).hasSize(1);
        link.close();
        assertThat(pipe.closed).isTrue();
    }

    @Test
    void beforeItIsOpenNothingIsSent() {
        Pipe unopened = new Pipe();
        new SignedLink(unopened, Samples.KEY_1, Samples.members(), () -> now).send(List.of(new PeerMail(CORE_2, VOTE)));
        assertThat(unopened.sent).isEmpty();
    }

    @Test
    void aBatchThatIsTooLargeIsSplitAndAMessageThatIsTooLargeIsNotSent() {
        List<PeerMail> mail = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            mail.add(new PeerMail(
                    CORE_1, new GenerationStopped(Samples.ELECTION, Term.of(CORE_2, i + 1), "x".repeat(4_000))));
        }
        List<ElectionName> many = IntStream.range(0, 1_024)
                .mapToObj(i -> new ElectionName("e".repeat(180) + i))
                .toList();
        mail.add(new PeerMail(CORE_1, new Discover(many)));
        link.send(mail);
        assertThat(pipe.sent)
                .hasSizeBetween(7, 8)
                .allSatisfy(
                        each -> assertThat(((Sealed) each.message()).envelope()).hasSizeLessThanOrEqualTo(65_536));
        assertThat(link.counts()).containsEntry(Refusal.UNSENDABLE, 1L);

        Pipe.Listener heard = new Pipe.Listener();
        Pipe other = new Pipe();
        open(CORE_1, Samples.KEY_1, other, heard);
        pipe.sent.forEach(each -> other.deliver(CORE_2, each.message()));
        assertThat(heard.heard).hasSize(100);
    }

    @Test
    @DisplayName("a heartbeat of 150 elections fits, however long their names")
    void aFullHeartbeatFits() {
        NodeId longest = NodeId.of("n".repeat(63), "i".repeat(32));
        List<Beat> beats = Collections.nCopies(
                130,
                new Beat(
                        new ElectionName("e".repeat(190)),
                        Term.of(longest, Long.MAX_VALUE),
                        Long.MAX_VALUE,
                        Samples.LAST));
        link.send(List.of(new PeerMail(CORE_1, new Heartbeat(1, "c".repeat(200), beats))));
        assertThat(pipe.sent).hasSize(1);
    }

    @Test
    void anyOrderIsFineOnce() {
        List<Integer> order = IntStream.rangeClosed(1, 200).boxed().collect(Collectors.toList());
        Collections.shuffle(order, new Random(1));
        order.forEach(each -> pipe.deliver(CORE_1, Samples.sealed(each, VOTE)));
        assertThat(ear.heard).hasSize(200);
        order.forEach(each -> refused(Refusal.REPLAYED, CORE_1, Samples.sealed(each, VOTE)));
    }

    @Test
    void whatOneNodeSendsFromManyThreadsIsHeardWhole() throws InterruptedException {
        Pipe out = new Pipe();
        SignedLink busy = new SignedLink(out, new HmacKey(CORE_1.name()), new HmacKey(CORE_1.name()), () -> now);
        busy.open(Samples.CLUSTER, CORE_1, new Pipe.Listener());
        verifier = new HmacKey(CORE_2.name());
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(i -> new Thread(() -> {
                    for (int n = 0; n < 200; n++) {
                        busy.send(List.of(new PeerMail(CORE_2, VOTE), new PeerMail(CORE_2, BEAT)));
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        out.sent.forEach(mail -> pipe.deliver(CORE_1, mail.message()));
        assertThat(ear.heard).hasSize(4 * 200 * 2);
        assertThat(link.counts().values()).containsOnly(0L);
    }

    @Test
    @DisplayName("rotation: both keys count while both are listed, then only the new one")
    void rotation() {
        MemberKey old = Samples.of(CORE_1, Samples.KEY_1);
        MemberKey next = Samples.of(CORE_1, Samples.KEY_3);
        verifier = Samples.members(old, next);
        pipe.deliver(CORE_1, sealedBy(CORE_1, Samples.KEY_1, Samples.CLUSTER, CORE_2));
        NodeId restarted = NodeId.of("core-1", "0000aaaa");
        pipe.deliver(restarted, sealedBy(restarted, Samples.KEY_3, Samples.CLUSTER, CORE_2));
        assertThat(ear.heard).hasSize(2);

        verifier = Samples.members(next);
        refused(Refusal.UNKNOWN_KEY, CORE_1, Samples.sealed(2, VOTE));
        byte[] letter = LetterWriter.write(restarted, Samples.NOW, VOTE).json();
        pipe.deliver(
                restarted,
                new EnvelopeWriter(Samples.CLUSTER, restarted, Samples.KEY_3)
                        .seal(Channel.ELECTION, CORE_2, 2, List.of(letter)));
        assertThat(ear.heard).hasSize(3);
    }

    // ---- what does not

    @Test
    void unsealed() {
        refused(Refusal.UNSEALED, CORE_1, VOTE);
    }

    @Test
    void forged() {
        Sealed byAnother = sealedBy(CORE_1, Samples.KEY_3, Samples.CLUSTER, CORE_2);
        refused(Refusal.UNKNOWN_KEY, CORE_1, byAnother);
        Signer pretender = new Signer() {
            @Override
            public String keyId() {
                return Samples.KEY_1.keyId();
            }

            @Override
            public byte[] sign(byte[] bytes) {
                return Samples.KEY_3.sign(bytes);
            }
        };
        refused(Refusal.FORGED, CORE_1, sealedBy(CORE_1, pretender, Samples.CLUSTER, CORE_2));
        refused(Refusal.UNKNOWN_KEY, CORE_1, sealedBy(CORE_1, Samples.KEY_2, Samples.CLUSTER, CORE_2));
    }

    @Test
    void replayed() {
        Sealed once = Samples.sealed(1, VOTE);
        pipe.deliver(CORE_1, once);
        refused(Refusal.REPLAYED, CORE_1, once);
        pipe.deliver(CORE_1, Samples.sealed(1_026, VOTE));
        refused(Refusal.REPLAYED, CORE_1, Samples.sealed(2, VOTE));
        assertThat(ear.heard).hasSize(2);
    }

    @Test
    @DisplayName("a life that was forgotten among many cannot be played again")
    void replayedOfAForgottenLife() {
        for (int life = 0; life < 40; life++) {
            NodeId sender = NodeId.of("core-1", "life%04d".formatted(life));
            now = Samples.NOW.plusSeconds(life);
            byte[] letter = LetterWriter.write(sender, now, VOTE).json();
            Sealed sealed = new EnvelopeWriter(Samples.CLUSTER, sender, Samples.KEY_1)
                    .seal(Channel.ELECTION, CORE_2, 1, List.of(letter));
            pipe.deliver(sender, sealed);
            pipe.deliver(sender, sealed);
        }
        assertThat(ear.heard).hasSize(40);
        assertThat(link.counts()).containsEntry(Refusal.REPLAYED, 40L);
        NodeId first = NodeId.of("core-1", "life0000");
        byte[] letter = LetterWriter.write(first, Samples.NOW, VOTE).json();
        refused(
                Refusal.REPLAYED,
                first,
                new EnvelopeWriter(Samples.CLUSTER, first, Samples.KEY_1)
                        .seal(Channel.ELECTION, CORE_2, 1, List.of(letter)));
    }

    @Test
    void ofAForeignCluster() {
        refused(Refusal.FOREIGN_CLUSTER, CORE_1, sealedBy(CORE_1, Samples.KEY_1, new ClusterName("invoices"), CORE_2));
    }

    @Test
    void forAnotherOrForAFormerLife() {
        refused(
                Refusal.NOT_FOR_US,
                CORE_1,
                sealedBy(CORE_1, Samples.KEY_1, Samples.CLUSTER, NodeId.of("core-3", "09bd51e2")));
        refused(
                Refusal.NOT_FOR_US,
                CORE_1,
                sealedBy(CORE_1, Samples.KEY_1, Samples.CLUSTER, NodeId.of("core-2", "f0f0f0f0")));
    }

    @Test
    void ofAnotherSender() {
        refused(Refusal.OTHER_SENDER, NodeId.of("core-1", "ffff0000"), Samples.sealed(1, VOTE));
        refused(Refusal.OTHER_SENDER, NodeId.of("core-3", "7f3a9c04"), Samples.sealed(1, VOTE));
        refused(
                Refusal.OTHER_SENDER,
                CORE_1,
                sealed(vote().replaceFirst("\"node_id\":\"core-1\"", "\"node_id\":\"core-2\"")));
        refused(Refusal.OTHER_SENDER, CORE_1, sealed(vote().replaceFirst("7f3a9c04", "aaaa9c04")));
    }

    @Test
    void datedInTheFuture() {
        now = Samples.NOW.minus(Duration.ofMinutes(5)).minusNanos(1);
        refused(Refusal.FUTURE_DATED, CORE_1, Samples.sealed(1, VOTE));
        refused(Refusal.FUTURE_DATED, CORE_1, sealed(vote().replace("2026-01-01", "+999999999-01-01")));
        now = Samples.NOW.minus(Duration.ofMinutes(5));
        pipe.deliver(CORE_1, Samples.sealed(1, VOTE));
        now = Samples.NOW.plus(Duration.ofDays(3_650));
        pipe.deliver(CORE_1, Samples.sealed(2, VOTE));
        assertThat(ear.heard).as("no message is too old").hasSize(2);
    }

    @Test
    void oversize() {
        refused(Refusal.TOO_LARGE, CORE_1, new Sealed(new byte[65_537]));
        refused(Refusal.TOO_LARGE, CORE_1, new Sealed(new byte[100_000_000]));
    }

    @Test
    void truncatedAnywhere() {
        byte[] whole = Samples.sealed(1, VOTE).envelope();
        for (int length = 0; length < whole.length; length++) {
            refused(Refusal.MALFORMED, CORE_1, new Sealed(Arrays.copyOf(whole, length)));
        }
        refused(Refusal.MALFORMED, CORE_1, new Sealed(Arrays.copyOf(whole, whole.length + 1)));
    }

    @Test
    void flippedInAnyBit() {
        byte[] whole = Samples.sealed(1, VOTE).envelope();
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= (byte) (1 << (at % 8));
            pipe.deliver(CORE_1, new Sealed(changed));
            assertThat(ear.heard).as("byte %d", at).isEmpty();
        }
        assertThat(link.counts().values().stream().mapToLong(each -> each).sum())
                .isEqualTo(whole.length);
        pipe.deliver(CORE_1, new Sealed(whole));
        assertThat(ear.heard).as("none of them has used up its number").containsExactly(VOTE);
    }

    @Test
    void ofAnotherVersionOrWithoutMessages() {
        byte[] changed = Samples.sealed(1, VOTE).envelope();
        changed[1] = 2;
        refused(Refusal.OTHER_VERSION, CORE_1, new Sealed(changed));
        refused(Refusal.MALFORMED, CORE_1, Samples.sealed(1, Channel.ELECTION, List.of()));
        refused(Refusal.MALFORMED, CORE_1, Samples.sealed(0, VOTE));
        refused(Refusal.MALFORMED, CORE_1, Samples.sealed(-1, VOTE));
    }

    @Test
    void onTheOtherChannel() {
        refused(Refusal.OTHER_CHANNEL, CORE_1, Samples.sealed(1, Channel.HEARTBEAT, List.of(Samples.json(VOTE))));
        refused(Refusal.OTHER_CHANNEL, CORE_1, Samples.sealed(1, Channel.ELECTION, List.of(Samples.json(BEAT))));
        byte[] moved = Samples.sealed(1, VOTE).envelope();
        moved[2] = (byte) Channel.HEARTBEAT.code();
        refused(Refusal.FORGED, CORE_1, new Sealed(moved));
    }

    @Test
    void unreadable() {
        refused(Refusal.BAD_MESSAGE, CORE_1, sealed(vote().replace("\"term\":5", "\"term\":5,\"term\":5")));
        refused(Refusal.BAD_MESSAGE, CORE_1, sealed("[".repeat(60_000)));
        refused(Refusal.BAD_MESSAGE, CORE_1, sealed(vote().replace("\"term\":5", "\"term\":NaN")));
        refused(
                Refusal.BAD_MESSAGE,
                CORE_1,
                Samples.sealed(1, Channel.ELECTION, List.of(Samples.json(VOTE), new byte[] {'{'})));
        pipe.deliver(CORE_1, Samples.sealed(1, VOTE));
        assertThat(ear.heard).as("what was refused used up no number").hasSize(1);
    }

    @Test
    void ofAnUnknownTypeWhoseNeighboursAreHeard() {
        byte[] unknown = vote().replace("election_vote", "election_veto").getBytes(UTF_8);
        refused(Refusal.UNKNOWN_TYPE, CORE_1, Samples.sealed(1, Channel.ELECTION, List.of(unknown)));
        pipe.deliver(CORE_1, Samples.sealed(1, Channel.ELECTION, List.of(unknown, Samples.json(VOTE))));
        assertThat(ear.heard).containsExactly((BallotMessage) VOTE);
        assertThat(link.counts()).containsEntry(Refusal.UNKNOWN_TYPE, 2L);
    }
}
