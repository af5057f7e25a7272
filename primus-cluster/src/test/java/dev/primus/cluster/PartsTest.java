package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.View;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.Digest;
import org.jgroups.util.ExtendedUUID;
import org.jgroups.util.MutableDigest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The small parts of a link, one by one. */
class PartsTest {
    private static final byte[] KEY = new byte[32];

    @Test
    void aNodeIdSurvivesItsJourneyInAnAddress() throws Exception {
        NodeId node = NodeId.of("core-1", "7f3a9c04");
        Address address = Identity.addressOf(node);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        address.writeTo(new java.io.DataOutputStream(bytes));
        ExtendedUUID read = new ExtendedUUID();
        read.readFrom(new java.io.DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(Identity.nodeOf(read)).contains(node);
        assertThat(read).isEqualTo(address).isNotEqualTo(Identity.addressOf(node));
    }

    @Test
    void addressesOfOthersHaveNoNode() {
        assertThat(Identity.nodeOf(UUID.randomUUID())).isEmpty();
        assertThat(Identity.nodeOf(ExtendedUUID.randomUUID())).isEmpty();
        assertThat(Identity.nodeOf(ExtendedUUID.randomUUID().put("primus", new byte[] {'?'})))
                .isEmpty();
    }

    @Test
    void aMemberWithoutANodeIdIsLeftOutOfTheView() {
        PeerSettings settings = TestNode.loopback(1, UnaryOperator.identity()).get(0);
        NodeId node = NodeId.of("a", "abcd1234");
        List<PeerView> views = new CopyOnWriteArrayList<>();
        Drops drops = new Drops();
        PeerLink.Ear ear = new PeerLink.Ear() {
            @Override
            public void viewed(PeerView view) {
                views.add(view);
            }

            @Override
            public void heard(NodeId from, PeerMessage message) {}
        };
        Membership membership = new Membership(settings, TestNode.CLUSTER, node, Words.CODEC, ear, drops);
        Address ours = Identity.addressOf(node);
        View view = View.create(ours, 7, UUID.randomUUID(), ours, Identity.addressOf(node));
        assertThat(membership.told(view)).isEqualTo(new PeerView(7, List.of(node)));
        assertThat(drops.of(Dropped.NO_NODE_ID))
                .as("one without an id, one with an id twice")
                .isEqualTo(2);
        membership.leave();
    }

    @ParameterizedTest
    @EnumSource
    void everyPresetMakesAStack(Preset preset) throws Exception {
        PeerSettings settings =
                TestNode.loopback(1, more -> more.preset(preset)).get(0);
        Drops drops = new Drops();
        try (Doorkeeper keeper = new Doorkeeper(Credentials.of(TestNode.CLUSTER, settings), preset, drops);
                Phonebook book = new Phonebook(settings);
                JChannel channel = new JChannel(Stack.of(settings, book, keeper, drops))) {
            assertThat(preset.silence % preset.heartbeat).isZero();
            assertThat(channel.getProtocolStack().getProtocols()).hasSize(9);
        }
    }

    @Test
    void thePhonebookKeepsWhatItKnewWhenNobodyAnswers() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        PeerSettings settings = PeerSettings.bind(PeerAddress.parse("127.0.0.1:7801"))
                .peers(List.of(PeerAddress.parse("no-such-host.invalid:1"), PeerAddress.parse("127.0.0.1:7802")))
                .finder(() -> {
                    if (asked.incrementAndGet() == 2) {
                        throw new IOException("a finder that fails, as the test wants");
                    }
                    return List.of(PeerAddress.parse("127.0.0.1:780" + (2 + asked.get())));
                })
                .build();
        try (Phonebook book = new Phonebook(settings)) {
            assertThat(book.entries()).hasToString("[127.0.0.1:7801, 127.0.0.1:7802, 127.0.0.1:7803]");
            book.readAgain();
            assertThat(book.entries()).hasToString("[127.0.0.1:7801, 127.0.0.1:7802, 127.0.0.1:7803]");
            book.readAgain();
            assertThat(book.entries()).hasToString("[127.0.0.1:7801, 127.0.0.1:7802, 127.0.0.1:7805]");
        }
    }

    @Test
    void theListsThatTheProtocolsSendAreRead() throws Exception {
        Digest digest = new Digest(new Address[] {Identity.addressOf(NodeId.of("a", "abcd1234"))}, new long[] {3, 4});
        SeqnoList missing = new SeqnoList(10, 0).add(3, 5);
        for (SizeStreamable list : List.of(digest, new MutableDigest(digest.getMembersRaw()).set(digest), missing)) {
            ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(64).growExponentially(true);
            new ObjectMessage(null, list).writePayload(out);
            Message read = new ReadMessages.Listing();
            ((ReadMessages.Listing) read).readPayload(new ByteArrayDataInputStream(out.buffer(), 0, out.position()));
            assertThat(read.<SizeStreamable>getObject())
                    .hasToString(list.toString())
                    .isInstanceOf(list.getClass());
        }
        ReadMessages.Listing none = new ReadMessages.Listing();
        none.readPayload(new ByteArrayDataInputStream(new byte[1]));
        assertThat(none.<Object>getObject()).isNull();
        assertThatThrownBy(() -> new ReadMessages.Bytes().getObject())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void sealedBytesArriveWhole() throws IOException {
        byte[] text = new byte[3 * SealedOutput.LARGEST + 17];
        new Random(1).nextBytes(text);
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        SealedOutput out = new SealedOutput(wire, KEY);
        out.write(text);
        out.write(42);
        out.flush();
        InputStream in = unsealed(wire.toByteArray(), new AtomicInteger());
        assertThat(in.readNBytes(text.length)).isEqualTo(text);
        assertThat(in.read()).isEqualTo(42);
        assertThat(in.read()).isEqualTo(-1);
    }

    @Test
    void aChangedRepeatedOrEndlessPieceBreaksTheSeal() throws IOException {
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        SealedOutput out = new SealedOutput(wire, KEY);
        out.write(new byte[] {1, 2, 3});
        byte[] piece = wire.toByteArray();
        AtomicInteger broken = new AtomicInteger();

        for (int at = 0; at < piece.length; at++) {
            byte[] changed = piece.clone();
            changed[at] ^= 4;
            assertThatThrownBy(() -> unsealed(changed, broken).readAllBytes()).isInstanceOf(EOFException.class);
        }
        byte[] twice = new byte[piece.length * 2];
        System.arraycopy(piece, 0, twice, 0, piece.length);
        System.arraycopy(piece, 0, twice, piece.length, piece.length);
        InputStream replayed = unsealed(twice, broken);
        assertThat(replayed.readNBytes(3)).containsExactly(1, 2, 3);
        assertThatThrownBy(replayed::read).hasMessage("the seal is broken");
        assertThatThrownBy(() -> unsealed(new byte[] {0x40, 0, 0, 0}, broken).read())
                .hasMessage("the seal is broken");
        assertThat(broken.get()).isGreaterThan(20);
    }

    private static InputStream unsealed(byte[] wire, AtomicInteger broken) {
        return new SealedInput(new ByteArrayInputStream(wire), KEY, broken::incrementAndGet);
    }

    @Test
    void aLaneThatIsStuckStopsNoOther() throws Exception {
        Address stuck = new IpAddress(InetAddress.getLoopbackAddress(), 1);
        Address fine = new IpAddress(InetAddress.getLoopbackAddress(), 2);
        CountDownLatch release = new CountDownLatch(1);
        List<Integer> carried = new CopyOnWriteArrayList<>();
        Drops drops = new Drops();
        Lanes lanes = new Lanes(
                (peer, bytes) -> {
                    if (peer.equals(stuck)) {
                        release.await();
                        throw new IOException("no route");
                    }
                    carried.add((int) bytes[0]);
                },
                drops);
        for (int i = 0; i < 300; i++) {
            lanes.send(stuck, new byte[] {1});
        }
        lanes.send(fine, new byte[] {7});
        lanes.send(fine, new byte[] {8});
        await().atMost(TestNode.PATIENCE)
                .untilAsserted(() -> assertThat(carried).containsExactly(7, 8));
        assertThat(drops.of(Dropped.PEER_BUSY)).isBetween(43L, 44L);

        release.countDown();
        await().atMost(TestNode.PATIENCE)
                .untilAsserted(() -> assertThat(drops.of(Dropped.UNREACHABLE) + drops.of(Dropped.PEER_BUSY))
                        .as("one failure drops all that waited")
                        .isEqualTo(300));
        lanes.close();
        lanes.send(fine, new byte[] {9});
        assertThat(carried).containsExactly(7, 8);
    }

    @Test
    void aFullMailboxDropsMessagesAndNoViewsAndAFailingEarHearsOn() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger heard = new AtomicInteger();
        AtomicInteger viewed = new AtomicInteger();
        Drops drops = new Drops();
        Mailbox mailbox = new Mailbox(
                new PeerLink.Ear() {
                    @Override
                    public void viewed(PeerView view) {
                        viewed.incrementAndGet();
                    }

                    @Override
                    public void heard(NodeId from, PeerMessage message) {
                        entered.countDown();
                        try {
                            release.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        if (heard.incrementAndGet() == 1) {
                            throw new IllegalStateException("an ear that fails, as the test wants");
                        }
                    }
                },
                drops);
        NodeId node = NodeId.of("a", "abcd1234");
        mailbox.start();
        mailbox.heard(node, new Words("first"));
        entered.await();
        for (int i = 0; i < 5_000; i++) {
            mailbox.heard(node, new Words("more"));
        }
        mailbox.viewed(new PeerView(1, List.of(node)));
        assertThat(mailbox.awaitFirstView(10)).isFalse();
        assertThat(drops.of(Dropped.EAR_BUSY)).isEqualTo(5_000 - 4_096);
        release.countDown();
        assertThat(mailbox.awaitFirstView(TestNode.PATIENCE.toMillis())).isTrue();
        assertThat(heard).hasValue(4_097);
        assertThat(viewed).hasValue(1);
        mailbox.close();
    }

    @Test
    void dropsAreCountedEachAndToldOnceAMinute() {
        AtomicLong nanos = new AtomicLong(5);
        Drops drops = new Drops(nanos::get);
        drops.count(Dropped.NOT_A_MEMBER, "x");
        nanos.addAndGet(61_000_000_000L);
        drops.count(Dropped.NOT_A_MEMBER, 3, "x");
        assertThat(drops.all())
                .containsEntry(Dropped.NOT_A_MEMBER, 4L)
                .containsEntry(Dropped.TAMPERED, 0L)
                .hasSize(Dropped.values().length);
    }
}
