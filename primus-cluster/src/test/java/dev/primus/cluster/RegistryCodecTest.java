package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.Term;
import dev.primus.core.peers.PauseMark;
import dev.primus.core.registry.RegistryMessage;
import dev.primus.core.registry.RegistryMessage.Beat;
import dev.primus.core.registry.RegistryMessage.Stance;
import dev.primus.core.registry.RegistryMessage.Vote;
import dev.primus.core.registry.Testimony;
import dev.primus.core.registry.ViewId;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.PeerMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RegistryCodecTest {
    private static final ElectionName ELECTION = new ElectionName("tenant/42/billing");
    private static final NodeId NODE = NodeId.of("core-1", "7f3a9c04");
    private static final Term TERM = Term.of(NODE, 1767225602174L);
    private static final ViewId VIEW = new ViewId(7, NODE);
    private static final PauseMark PAUSE =
            new PauseMark(new Pause("ops", "maintenance – ümlaut", Instant.ofEpochMilli(5)), 6);
    private static final Testimony FULL = new Testimony(
            ELECTION,
            9,
            TERM,
            new Testimony.Pledge(TERM, Duration.ofMillis(2500)),
            List.of(TERM, Term.of(NODE, 3)),
            8,
            new NodeName("core-2"),
            Duration.ofMillis(100),
            PAUSE,
            Enrolment.Part.CANDIDATE);
    private static final Testimony EMPTY =
            new Testimony(ELECTION, 0, null, null, List.of(), 0, null, Duration.ZERO, null, null);

    private final RegistryCodec codec = new RegistryCodec();

    static List<RegistryMessage> messages() {
        return List.of(
                new RegistryMessage.Collect(VIEW),
                new RegistryMessage.Collected(VIEW, "majority 2 of 3, lease 2500 ms", true, 1, 2, List.of(FULL, EMPTY)),
                new RegistryMessage.Collected(VIEW, "", false, 2, 2, List.of()),
                new RegistryMessage.Claim(VIEW, "7f3a-9c", FULL),
                new RegistryMessage.Granted(VIEW, ELECTION, "nonce", TERM),
                new RegistryMessage.Refused(VIEW, "nonce", EMPTY),
                new RegistryMessage.Round(
                        12,
                        "available",
                        RegistryMessage.Purpose.ASK,
                        List.of(new Beat(ELECTION, TERM, 99, List.of(TERM)))),
                new RegistryMessage.Voted(12, true, List.of(new Vote(ELECTION, TERM, Stance.WILLING, 4))),
                new RegistryMessage.Ended(ELECTION, TERM, LossReason.TRANSFERRED, new NodeName("core-3")),
                new RegistryMessage.Ended(ELECTION, TERM, LossReason.SHUTDOWN, null),
                new RegistryMessage.Noted(ELECTION, TERM, false),
                new RegistryMessage.Displaced(VIEW, ELECTION, List.of(TERM), new NodeName("core-1")),
                new RegistryMessage.Enrolled(List.of(new Enrolment(ELECTION, Enrolment.Part.OBSERVER))),
                new RegistryMessage.Paused(ELECTION, PAUSE),
                new RegistryMessage.Paused(ELECTION, new PauseMark(null, 7)),
                new RegistryMessage.Announced("majority 2 of 3, lease 2500 ms", true),
                new RegistryMessage.Leaving());
    }

    @ParameterizedTest
    @MethodSource("messages")
    @DisplayName("what was written is read again, whole")
    void roundTrip(RegistryMessage message) throws BadFrame {
        assertThat(codec.decode(codec.encode(message))).isEqualTo(message);
    }

    @ParameterizedTest
    @MethodSource("messages")
    @DisplayName("cut short anywhere, or with a byte too many, it is refused")
    void cutShort(RegistryMessage message) {
        byte[] whole = codec.encode(message);
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> codec.decode(part)).isInstanceOf(BadFrame.class);
        }
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertThatThrownBy(() -> codec.decode(longer)).isInstanceOf(BadFrame.class);
    }

    @Test
    @DisplayName("another version and unknown kinds are refused by number")
    void versionAndKind() {
        byte[] frame = codec.encode(new RegistryMessage.Collect(VIEW));
        frame[0] = 2;
        assertThatThrownBy(() -> codec.decode(frame)).hasMessage("version 2, this node speaks 1");
        frame[0] = 1;
        frame[1] = 99;
        assertThatThrownBy(() -> codec.decode(frame)).hasMessage("unknown kind 99");
        assertThatThrownBy(() -> codec.encode(new PeerMessage() {})).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("a hundred thousand damaged frames: a message or a refusal, nothing else")
    void damaged() {
        Random chance = new Random(1);
        List<byte[]> frames = messages().stream().map(codec::encode).toList();
        int read = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] frame = frames.get(chance.nextInt(frames.size())).clone();
            for (int hits = 1 + chance.nextInt(4); hits > 0; hits--) {
                frame[chance.nextInt(frame.length)] = (byte) chance.nextInt(256);
            }
            try {
                codec.decode(frame);
                read++;
            } catch (BadFrame expected) {
                continue;
            }
        }
        assertThat(read).isLessThan(100_000);
    }
}
