package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.cluster.BadFrame;
import dev.primus.cluster.ballot.Sealed;
import org.junit.jupiter.api.Test;

class ProgramCodecTest {
    private final ProgramCodec codec = new ProgramCodec();

    @Test
    void envelopesPassAsTheyAre() throws BadFrame {
        Sealed sealed = new Sealed(new byte[] {0x42, 1, 2, 3});
        assertThat(codec.encode(sealed)).isEqualTo(sealed.envelope());
        assertThat(codec.decode(codec.encode(sealed))).isEqualTo(sealed);
    }

    @Test
    void whatIsNoneOfThemIsRefused() {
        assertThatThrownBy(() -> codec.decode(new byte[0])).isInstanceOf(BadFrame.class);
        assertThatThrownBy(() -> codec.decode(new byte[] {0x41, 1})).isInstanceOf(BadFrame.class);
    }
}
