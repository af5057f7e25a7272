package dev.primus.runtime.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.StoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What a member has promised outlives it")
class MarkJournalTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("deep/marks");
    }

    @Test
    @DisplayName("the highest term of each election is read back, in whatever order they were kept")
    void readBack() {
        keep(mark("e", "a", 3), mark("f", "b", 7));
        keep(mark("e", "c", 5), mark("e", "a", 4));

        assertThat(read()).containsExactlyInAnyOrder(mark("e", "c", 5), mark("f", "b", 7));
    }

    @Test
    @DisplayName("a last line that is torn was never promised")
    void tornLastLine() throws IOException {
        keep(mark("e", "a", 3));
        Files.writeString(file, "e b#0001 4 12", UTF_8, StandardOpenOption.APPEND);
        keep(mark("e", "c", 5));

        assertThat(read()).containsExactly(mark("e", "c", 5));
        assertThat(Files.readAllLines(file)).hasSize(2);
    }

    @Test
    @DisplayName("a term that no cluster can have reached is refused, with the file and what to do")
    void impossibleTerm() {
        file = folder.resolve("marks");
        try (MarkJournal journal = MarkJournal.open(file)) {
            journal.keep(List.of(mark("e", "a", Long.MAX_VALUE - 1)));
        }

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> MarkJournal.open(file))
                    .isInstanceOf(StoreException.class)
                    .hasMessageStartingWith("marks file " + file + " holds term 9223372036854775806 for election 'e'")
                    .hasMessageContaining("Stop all nodes, delete the marks file");
        }
    }

    @Test
    @DisplayName("any other damage is refused, with its line")
    void damaged() throws IOException {
        keep(mark("e", "a", 3));
        Files.writeString(file, Files.readString(file).replace(" 3 ", " 4 ") + "x\n");

        assertThatThrownBy(this::read)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("is damaged in line 1")
                .hasMessageContaining("Give the node a new name");
        assertThatThrownBy(this::read).as("and the lock was let go").hasMessageContaining("is damaged");
    }

    @Test
    @DisplayName("a line that is whole but says nothing we know is damage too")
    void nonsense() throws IOException {
        keep(mark("e", "a", 3));
        String text = "e nobody 3";
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(UTF_8));
        Files.writeString(file, "%s %08x\n".formatted(text, crc.getValue()), StandardOpenOption.APPEND);

        assertThatThrownBy(this::read).hasMessageContaining("is damaged in line 2");
    }

    @Test
    @DisplayName("one process, one file")
    void locked() {
        try (MarkJournal first = MarkJournal.open(file)) {
            assertThat(first.read()).isEmpty();
            assertThatThrownBy(this::read)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("in use by another process: one node, one file");
        }
        assertThat(read()).isEmpty();
    }

    @Test
    @DisplayName("a file that has grown much longer than it need be is written anew when it is opened")
    void rewritten() throws IOException {
        List<Mark> many = new ArrayList<>();
        for (int i = 1; i <= 1500; i++) {
            many.add(mark("e", "a", i));
        }
        keep(many.toArray(Mark[]::new));
        assertThat(read()).containsExactly(mark("e", "a", 1500));

        assertThat(Files.readAllLines(file)).hasSize(1);
        keep(mark("e", "b", 1501));
        assertThat(read()).containsExactly(mark("e", "b", 1501));
    }

    @Test
    @DisplayName("a write that fails is told, and counts for nothing")
    void failedWrite() {
        keep(mark("e", "a", 3));
        try (MarkJournal journal = MarkJournal.open(file)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> journal.keep(List.of(mark("e", "b", 9))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("cannot be written");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(journal.read()).containsExactly(mark("e", "a", 3));
        }
        assertThat(read()).containsExactly(mark("e", "a", 3));
    }

    @Test
    @DisplayName("after a failed write that cannot be undone nothing more is kept, and the file can be opened again")
    void failedRepair() {
        keep(mark("e", "a", 3));
        FullDisk[] disk = new FullDisk[1];
        try (MarkJournal journal = MarkJournal.open(file, path -> {
            disk[0] = new FullDisk(FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
            return disk[0];
        })) {
            disk[0].isFull = true;
            assertThatThrownBy(() -> journal.keep(List.of(mark("e", "b", 9)))).isInstanceOf(StoreException.class);
            disk[0].isFull = false;
            assertThatThrownBy(() -> journal.keep(List.of(mark("e", "b", 10))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("restart this node");
            assertThat(journal.read()).containsExactly(mark("e", "a", 3));
        }

        assertThat(read()).as("the half line is cut off").containsExactly(mark("e", "a", 3));
        keep(mark("e", "b", 10));
        assertThat(read()).containsExactly(mark("e", "b", 10));
    }

    @Test
    @DisplayName("marks are dropped for a floor that is read back, and it never falls")
    void floor() {
        keep(mark("e", "a", 3), mark("f", "b", 7));
        try (MarkJournal journal = MarkJournal.open(file)) {
            assertThat(journal.floor()).isZero();
            journal.drop(7, List.of(mark("f", "b", 7)));
            journal.drop(2, List.of());
            assertThat(journal.floor()).isEqualTo(7);
            assertThat(journal.read()).containsExactly(mark("e", "a", 3));
        }
        try (MarkJournal journal = MarkJournal.open(file)) {
            assertThat(journal.floor()).isEqualTo(7);
        }
    }

    @Test
    @DisplayName("a mark that was kept after the one to be dropped stays")
    void laterMarkStays() {
        keep(mark("e", "a", 3));
        try (MarkJournal journal = MarkJournal.open(file)) {
            journal.keep(List.of(mark("e", "b", 9)));
            journal.drop(12, List.of(mark("e", "a", 3)));
            assertThat(journal.read()).containsExactly(mark("e", "b", 9));
        }
        assertThat(read()).containsExactly(mark("e", "b", 9));
    }

    @Test
    @DisplayName("no mark is dropped for a floor that is not on the disk")
    void floorFirst() {
        keep(mark("e", "a", 3));
        try (MarkJournal journal = MarkJournal.open(file)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> journal.drop(3, List.of(mark("e", "a", 3))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("cannot be written");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(journal.floor()).isZero();
            assertThat(journal.read()).containsExactly(mark("e", "a", 3));
        }
    }

    @Test
    @DisplayName("an election that is called like the floor is an election")
    void electionCalledFloor() {
        keep(mark("floor", "a", 3));
        assertThat(read()).containsExactly(mark("floor", "a", 3));
    }

    @Test
    @DisplayName("with one election for each of 10,000 jobs the file stays small while it is open")
    void oneElectionPerJob() throws IOException {
        try (MarkJournal journal = MarkJournal.open(file)) {
            List<Mark> done = new ArrayList<>();
            for (int i = 1; i <= 10_000; i++) {
                done.add(mark("job-" + i, "a", i));
                if (done.size() == 50) {
                    journal.keep(done);
                    journal.drop(i, done);
                    done.clear();
                }
            }
            assertThat(journal.read()).isEmpty();
            assertThat(Files.size(file)).isLessThan(64 * 1024);
        }
        try (MarkJournal journal = MarkJournal.open(file)) {
            assertThat(journal.floor()).isEqualTo(10_000);
        }
    }

    @Test
    @DisplayName("the file of one election with many terms stays small while it is open")
    void manyTerms() throws IOException {
        try (MarkJournal journal = MarkJournal.open(file)) {
            for (int i = 1; i <= 3000; i++) {
                journal.keep(List.of(mark("e", "a", i)));
            }
            assertThat(Files.readAllLines(file)).hasSizeLessThan(1100);
        }
        assertThat(read()).containsExactly(mark("e", "a", 3000));
    }

    @Test
    @DisplayName("a file that cannot be written anew goes on as it is")
    void rewriteFails() throws IOException {
        file = folder.resolve("marks");
        Files.createDirectories(folder.resolve("marks.next/in-the-way"));
        try (MarkJournal journal = MarkJournal.open(file)) {
            for (int i = 1; i <= 1100; i++) {
                journal.keep(List.of(mark("e", "a", i)));
            }
            assertThat(Files.readAllLines(file)).hasSize(1100);
        }
        assertThat(read()).containsExactly(mark("e", "a", 1100));
    }

    @Test
    @DisplayName("a place that cannot be a file is refused")
    void notAFile() throws IOException {
        Files.createDirectories(file);

        assertThatThrownBy(this::read).isInstanceOf(StoreException.class).hasMessageContaining("cannot be used");
    }

    private void keep(Mark... marks) {
        try (MarkJournal journal = MarkJournal.open(file)) {
            journal.keep(List.of(marks));
        }
    }

    private List<Mark> read() {
        try (MarkJournal journal = MarkJournal.open(file)) {
            return journal.read();
        }
    }

    private static Mark mark(String election, String node, long token) {
        return new Mark(new ElectionName(election), Term.of(NodeId.of(node, "0001"), token), Duration.ofMillis(2525));
    }
}
