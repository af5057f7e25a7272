package dev.primus.deathwatch.vigil;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.StoreSession;
import dev.primus.process.ProcessKey;
import dev.primus.process.TreeKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("Z8")
@DisplayName("Messages survive the pipe whole, or not at all")
class FramesTest {
    private static final List<Message> ALL = List.of(
            new Message.Hello(new ProcessKey(17, 4711), -5),
            new Message.Session(
                    new StoreSession(
                            ClusterName.DEFAULT,
                            NodeId.of("core-1", "0badcafe"),
                            Duration.ofSeconds(10),
                            Duration.ofMillis(1500),
                            Duration.ofSeconds(1),
                            Duration.ofMillis(2500)),
                    Map.of("url", "jdbc:x:y", ".password", "geh€im")),
            new Message.Snapshot(),
            new Message.Intent(VigilRig.TERM_7),
            new Message.Granted(VigilRig.TERM_7, 12345),
            new Message.Ended(VigilRig.TERM_7),
            new Message.Program(VigilRig.NIGHTLY, VigilRig.TREE, 99),
            new Message.Program(VigilRig.NIGHTLY, new TreeKey("0123456789abcdef", null), 99),
            new Message.NoProgram(),
            new Message.End(),
            new Message.Bye());

    @Test
    void everyMessageComesOutAsItWentIn() throws IOException {
        ByteArrayOutputStream pipe = new ByteArrayOutputStream();
        for (Message message : ALL) {
            pipe.write(Frames.bytes(message));
        }
        InputStream in = new ByteArrayInputStream(pipe.toByteArray());
        for (Message message : ALL) {
            assertThat(Frames.read(in)).isEqualTo(message);
        }
        assertThat(Frames.read(in)).isNull();
    }

    @Test
    @DisplayName("a frame cut off anywhere is the end of the stream, never half a message")
    void truncated() throws IOException {
        byte[] whole = Frames.bytes(ALL.get(1));
        for (int length = 0; length < whole.length; length++) {
            assertThat(Frames.read(new ByteArrayInputStream(Arrays.copyOf(whole, length))))
                    .as("cut after %d bytes", length)
                    .isNull();
        }
    }

    @Test
    void noFlippedBitIsTakenForAMessage() throws IOException {
        byte[] whole = Frames.bytes(ALL.get(4));
        for (int bit = 16; bit < whole.length * 8; bit++) {
            byte[] bad = whole.clone();
            bad[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThatThrownBy(() -> Frames.read(new ByteArrayInputStream(bad))).isInstanceOf(Frames.Broken.class);
        }
    }

    @Test
    void aLengthThatCannotBeIsRefusedBeforeItIsRead() {
        assertThatThrownBy(() -> Frames.read(new ByteArrayInputStream(new byte[] {(byte) 0xff, (byte) 0xff, 0, 0})))
                .isInstanceOf(Frames.Broken.class);
    }

    @Test
    void whatDoesNotFitIntoAFrameIsRefused() {
        Message.Session session = (Message.Session) ALL.get(1);
        Message tooLong = new Message.Session(session.session(), Map.of("url", "x".repeat(Frames.LONGEST)));
        assertThatThrownBy(() -> Frames.bytes(tooLong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed is 4090");
    }

    @Test
    void noMessageShowsASecret() {
        assertThat(ALL.toString()).doesNotContain("geh€im");
    }
}
