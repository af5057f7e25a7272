package dev.primus.runtime.facts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ballot.score.Facts;
import dev.primus.core.spi.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A node's experience outlives its process")
@Tag("B6")
class ExperienceTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("deep/experience");
    }

    @Test
    @DisplayName("without a file a node begins at nothing, and adds to what it finds after that")
    void addsUp() throws IOException {
        assertThat(Experience.open(file).total()).isZero();
        for (int life = 1; life <= 3; life++) {
            Experience experience = Experience.open(file);
            experience.add(Duration.ofHours(5));
            assertThat(experience.unkept()).isEqualTo(Duration.ofHours(5));
            experience.keep();
            assertThat(experience.unkept()).isZero();
        }

        assertThat(Experience.open(file).total()).isEqualTo(Duration.ofHours(15));
        try (var files = Files.list(file.getParent())) {
            assertThat(files).as("nothing is left lying about").containsExactly(file);
        }
    }

    @Test
    @DisplayName("what was not kept is lost with the process, and nothing else is")
    void notKept() {
        kept(Duration.ofHours(1)).add(Duration.ofHours(1));

        assertThat(Experience.open(file).total()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    @DisplayName("a crash while the next file is written leaves the last one")
    void crashBetween() throws IOException {
        kept(Duration.ofHours(1));
        Files.writeString(file.resolveSibling("experience.next"), "exper");
        Experience again = Experience.open(file);
        again.add(Duration.ofHours(1));
        again.keep();

        assertThat(Experience.open(file).total()).isEqualTo(Duration.ofHours(2));
    }

    @Test
    @DisplayName("a file that is torn anywhere is refused, with what to do about it")
    void torn() throws IOException {
        kept(Duration.ofHours(1));
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> Experience.open(file))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "experience file %s is damaged, it is not one whole line: put a good copy in its place,"
                                    + " or remove it to begin at nothing",
                            file);
        }
    }

    @Test
    @DisplayName("no bit can change unnoticed")
    void wrongBits() throws IOException {
        kept(Duration.ofHours(1));
        byte[] whole = Files.readAllBytes(file);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] changed = whole.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, changed);
            assertThatThrownBy(() -> Experience.open(file))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("is damaged");
        }
    }

    @Test
    @DisplayName("a wrong checksum is told beside the right one")
    void wrongChecksum() throws IOException {
        kept(Duration.ofHours(1));
        Files.writeString(file, Files.readString(file).replace(" 3600000 ", " 9600000 "));

        assertThatThrownBy(() -> Experience.open(file))
                .hasMessageMatching("(?s).*is damaged, its checksum is [0-9a-f]{8} and should be [0-9a-f]{8}: .*");
    }

    @Test
    @DisplayName("a line that is whole but cannot be true is damage too")
    void tooMuch() throws IOException {
        String text = "experience 1 999999999999999 ms";
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(UTF_8));
        Files.createDirectories(file.getParent());
        Files.writeString(file, "%s %08x\n".formatted(text, crc.getValue()));

        assertThatThrownBy(() -> Experience.open(file)).hasMessageContaining("is more than 36500 days");
    }

    @Test
    @DisplayName("there is an end to experience")
    void bounded() {
        Experience experience = kept(Facts.LONGEST);
        experience.add(Duration.ofHours(1));

        assertThat(experience.total()).isEqualTo(Facts.LONGEST);
        assertThat(Experience.open(file).total()).isEqualTo(Facts.LONGEST);
    }

    @Test
    @DisplayName("a place where no file can be is told by name")
    void noPlace() throws IOException {
        Files.writeString(folder.resolve("deep"), "a file");
        Files.createDirectories(folder.resolve("dir"));

        Experience experience = Experience.open(folder.resolve("none"));
        assertThat(experience.total()).isZero();
        assertThatThrownBy(() -> Experience.open(folder.resolve("dir")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("experience file %s cannot be read".formatted(folder.resolve("dir")));
        assertThatThrownBy(() -> Experience.open(file)).hasMessageContaining("cannot be read");
    }

    private Experience kept(Duration total) {
        Experience experience = Experience.open(file);
        experience.add(total);
        experience.keep();
        return experience;
    }
}
