package dev.primus.server.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("B15")
@DisplayName("Elections that are written down are explained in a later life too")
class MinutesTest {
    private static final ElectionName COORDINATOR = new ElectionName("coordinator");
    private static final NodeName NODE = new NodeName("core-2");
    private static final NodeId SELF = NodeId.parse("core-2#7f3a9c04");

    @TempDir
    private Path temp;

    private Path folder;
    private Path file;

    @BeforeEach
    void folderThatIsNotThereYet() {
        folder = temp.resolve("a/b");
        file = folder.resolve("core-2.elections");
    }

    private static Answer.Explained won(long term) {
        return Explanation.of(SELF, FakeOffice.won(term), false);
    }

    private Minutes begun() {
        return Minutes.in(folder, NODE);
    }

    private static List<String> terms(PastElections minutes) {
        return minutes.of(COORDINATOR).stream().map(Answer.Explained::term).toList();
    }

    @Test
    @DisplayName("another life finds all of it, newest first, and of the election that is asked for")
    void restart() {
        Minutes first = begun();
        assertThat(first.of(COORDINATOR)).isEmpty();
        first.add(won(1));
        first.add(won(2));
        Minutes second = begun();
        second.add(won(3));

        assertThat(terms(begun())).containsExactly("3", "2", "1");
        assertThat(Wire.json(begun().of(COORDINATOR).get(1))).isEqualTo(Wire.json(won(2)));
        assertThat(begun().of(new ElectionName("billing"))).isEmpty();
        assertThat(new Minutes(folder, new NodeName("core-3"), new Minutes.Limits(10, 1000)).of(COORDINATOR))
                .as("another node's are its own")
                .isEmpty();
    }

    @Test
    @DisplayName("half a line that a crash has left costs that line, and not the next one")
    void tornLine() throws IOException {
        begun().add(won(1));
        begun().add(won(2));
        byte[] all = Files.readAllBytes(file);
        for (int cut : List.of(1, 2, 40, 300)) {
            Files.write(file, Arrays.copyOf(all, all.length - cut));
            boolean whole = cut == 1; // only the end of the line is missing
            assertThat(terms(begun())).as("cut %d", cut).isEqualTo(whole ? List.of("2", "1") : List.of("1"));
            begun().add(won(3));
            assertThat(terms(begun())).as("cut %d", cut).isEqualTo(whole ? List.of("3", "2", "1") : List.of("3", "1"));
        }
    }

    @Test
    @DisplayName("lines that are no elections, damaged or a stranger's, are passed over")
    void strangeLines() throws IOException {
        begun().add(won(1));
        Files.writeString(
                file,
                "\n{}\n[1]\nnull\n{\"v\":1,\"answer\":\"explained\"}\n{\"v\":1,\"answer\":\"paused\",\"node\":\"a\",\"paused\":[]}\n",
                StandardOpenOption.APPEND);
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0, '\n'}, StandardOpenOption.APPEND);
        begun().add(won(2));

        assertThat(terms(begun())).containsExactly("2", "1");
    }

    @Test
    @DisplayName("the latest are kept: never fewer than a file holds, never more than two files")
    void rotation() throws IOException {
        Minutes.Limits few = new Minutes.Limits(10, 1L << 20);
        for (long term = 1; term <= 57; term++) {
            // Now and then in a new life, which has to count first.
            Minutes minutes = new Minutes(folder, NODE, few);
            minutes.add(won(term));
            minutes.add(won(++term));
            List<String> kept = terms(minutes);
            assertThat(kept.get(0)).isEqualTo(Long.toString(term));
            assertThat(kept).hasSizeBetween((int) Math.min(term, 10), 20);
        }
        try (var files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("core-2.elections", "core-2.elections.1");
        }
    }

    @Test
    @DisplayName("long lines fill a file too")
    void rotationBySize() throws IOException {
        Minutes.Limits small = new Minutes.Limits(1000, 3000);
        Minutes minutes = new Minutes(folder, NODE, small);
        for (long term = 1; term <= 50; term++) {
            minutes.add(won(term));
            assertThat(Files.size(file)).isLessThan(3000 + 2000);
        }
        assertThat(terms(minutes)).startsWith("50", "49").hasSizeLessThan(12);
    }

    @Test
    @DisplayName("a disk that takes nothing stops nobody, and what comes when it does again is written")
    void fullDisk() throws IOException {
        Files.createDirectories(folder.getParent());
        Files.writeString(folder, "in the way");
        Minutes minutes = begun();
        minutes.add(won(1));
        minutes.add(won(2));
        assertThat(terms(minutes)).isEmpty();
        Files.delete(folder);
        minutes.add(won(3));

        assertThat(terms(minutes)).containsExactly("3");
    }

    @Test
    @DisplayName("a file that somebody has removed is begun anew")
    void removed() throws IOException {
        Minutes minutes = begun();
        minutes.add(won(1));
        Files.delete(file);
        minutes.add(won(2));

        assertThat(terms(minutes)).containsExactly("2");
    }
}
