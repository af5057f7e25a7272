package dev.primus.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A process list made of files. A folder in place of a file is one that cannot be read, even by root. */
@Tag("Z5")
@Tag("Z8")
@EnabledOnOs(OS.LINUX)
@DisplayName("A process that cannot be read is not gone")
class UnreadableProcessTest {
    private static final String RUN_ID = "00112233445566778899aabbccddeeff";
    private static final long SELF = ProcessHandle.current().pid();
    private static final long INIT = SELF + 1;
    private static final long PROGRAM = SELF + 2;
    private static final long OTHER = SELF + 3;
    private static final long CHILD = SELF + 4;
    private static final long PROGRAM_STARTED = 700;

    @TempDir
    private Path root;

    private Proc proc;
    private ProcessTree tree;

    @BeforeEach
    void showInitAndSelf() throws IOException {
        proc = new Proc(root);
        tree = new ProcessTree(proc, new TreeKey(RUN_ID, new ProcessKey(PROGRAM, PROGRAM_STARTED)));
        show(INIT, 0, 'S', 1);
        show(SELF, INIT, 'S', 600);
    }

    private Path show(long pid, long parent, char state, long started) throws IOException {
        Path folder = Files.createDirectories(root.resolve(Long.toString(pid)));
        Files.createDirectories(folder.resolve("task").resolve(Long.toString(pid)));
        Files.writeString(
                folder.resolve("stat"),
                "%d (name) %c %d 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 %d 0".formatted(pid, state, parent, started));
        Files.writeString(folder.resolve("environ"), "PATH=/bin\0");
        return folder;
    }

    private static void makeUnreadable(Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.createDirectory(file);
    }

    @Test
    void onlyAMissingProcessInATrueListIsGone() throws IOException {
        ProcessKey key = new ProcessKey(PROGRAM, PROGRAM_STARTED);
        assertThat(key.state(proc)).isEqualTo(ProcessState.GONE);
        Path folder = show(PROGRAM, SELF, 'S', PROGRAM_STARTED);
        assertThat(key.state(proc)).isEqualTo(ProcessState.ALIVE);
        makeUnreadable(folder.resolve("stat"));
        assertThat(key.state(proc)).isInstanceOf(ProcessState.Unknown.class);
        assertThat(key.state(proc).toString()).contains(folder.resolve("stat").toString());
    }

    @Test
    void aStatLineOfAnotherFormatIsUnknown() throws IOException {
        Path folder = show(PROGRAM, SELF, 'S', PROGRAM_STARTED);
        Files.writeString(folder.resolve("stat"), "");
        assertThat(new ProcessKey(PROGRAM, PROGRAM_STARTED).state(proc)).isInstanceOf(ProcessState.Unknown.class);
    }

    @Test
    void threadsThatCannotBeCountedAreUnknown() throws IOException {
        Path folder = show(PROGRAM, SELF, 'Z', PROGRAM_STARTED);
        Files.delete(folder.resolve("task").resolve(Long.toString(PROGRAM)));
        Files.delete(folder.resolve("task"));
        Files.createFile(folder.resolve("task"));
        assertThat(new ProcessKey(PROGRAM, PROGRAM_STARTED).state(proc)).isInstanceOf(ProcessState.Unknown.class);
        assertThat(tree.scan().isEmpty()).isFalse();
    }

    @Test
    @DisplayName("a list without this process is not a list: nothing in it is gone, no tree is empty")
    void aListWithoutThisProcess(@TempDir Path empty) {
        Proc wrong = new Proc(empty);
        assertThat(new ProcessKey(PROGRAM, PROGRAM_STARTED).state(wrong)).isInstanceOf(ProcessState.Unknown.class);
        TreeScan scan = new ProcessTree(wrong, new TreeKey(RUN_ID, null)).scan();
        assertThat(scan.isEmpty()).isFalse();
        assertThat(scan.unknown()).singleElement().asString().contains("lacks this process");
    }

    @Test
    void aTreeWithoutUnreadableProcessesIsEmpty() throws IOException {
        show(OTHER, INIT, 'S', 900);
        assertThat(tree.scan()).isEqualTo(new TreeScan(java.util.List.of(), java.util.List.of()));
    }

    @Test
    @DisplayName("an environment that cannot be read, of a process that init has adopted: it may be ours")
    void anAdoptedProcess() throws IOException {
        makeUnreadable(show(CHILD, INIT, 'S', 900).resolve("environ"));
        assertThat(tree.scan().unknown()).singleElement().asString().contains(Long.toString(CHILD), "environ");
    }

    @Test
    void aProcessOlderThanTheProgramIsNotOurs() throws IOException {
        makeUnreadable(show(CHILD, INIT, 'S', PROGRAM_STARTED - 1).resolve("environ"));
        assertThat(tree.scan().isEmpty()).isTrue();
    }

    @Test
    void aChildOfAForeignProcessIsNotOurs() throws IOException {
        show(OTHER, INIT, 'S', 2);
        makeUnreadable(show(CHILD, OTHER, 'S', 900).resolve("environ"));
        makeUnreadable(show(CHILD + 1, CHILD, 'S', 900).resolve("environ"));
        assertThat(tree.scan().isEmpty()).isTrue();
    }

    @Test
    void aChildOfOneOfOursMayBeOurs() throws IOException {
        Path ours = show(OTHER, INIT, 'S', 900);
        Files.writeString(ours.resolve("environ"), "A=1\0" + TreeKey.VARIABLE + "=" + RUN_ID + "\0");
        makeUnreadable(show(CHILD, OTHER, 'S', 900).resolve("environ"));
        TreeScan scan = tree.scan();
        assertThat(scan.living()).containsExactly(new ProcessKey(OTHER, 900));
        assertThat(scan.unknown()).hasSize(1);
    }

    @Test
    void aThreadOfTheKernelIsNotOurs() throws IOException {
        Path folder = show(CHILD, OTHER, 'I', 900);
        Files.writeString(
                folder.resolve("stat"),
                "%d (kworker) I 2 0 0 0 -1 69238880 0 0 0 0 0 0 0 0 20 0 1 0 900 0".formatted(CHILD));
        makeUnreadable(folder.resolve("environ"));
        assertThat(tree.scan().isEmpty()).isTrue();
    }

    @Test
    void aProcessFromOutsideTheNamespaceIsNotOurs() throws IOException {
        makeUnreadable(show(CHILD, 0, 'S', 900).resolve("environ"));
        assertThat(tree.scan().isEmpty()).isTrue();
    }

    @Test
    void anAncestorIsNotOurs() throws IOException {
        show(SELF, OTHER, 'S', 900);
        makeUnreadable(show(OTHER, INIT, 'S', 900).resolve("environ"));
        assertThat(tree.scan().isEmpty()).isTrue();
    }

    @Test
    void aZombieHasNoEnvironmentAndIsNotAsked() throws IOException {
        makeUnreadable(show(CHILD, INIT, 'Z', 900).resolve("environ"));
        assertThat(tree.scan().isEmpty()).isTrue();
    }

    @Test
    void aRunIdIsFoundWhereverItStands() throws IOException {
        Path folder = show(CHILD, INIT, 'S', 900);
        for (int before : new int[] {0, 8191 - RUN_ID.length() / 2, 8192, 100_000}) {
            Files.writeString(folder.resolve("environ"), "x".repeat(before) + RUN_ID + "\0");
            assertThat(proc.environmentContains(CHILD, RUN_ID))
                    .as("after %d bytes", before)
                    .isEqualTo(new ProcRead.Found<>(true));
        }
    }
}
