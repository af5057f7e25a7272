package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("Z5")
@Tag("Z8")
@DisplayName("primus run without file descriptors: never two copies of the program")
class DescriptorExhaustionIT {
    private static final Duration LEASE = Duration.ofSeconds(6);
    private static final long NONE_FREE = 3;
    private static final long ENOUGH = 1024;

    @TempDir
    private Path home;

    private RunArena arena;

    @BeforeEach
    void openArena() throws IOException {
        arena = new RunArena(new SqliteDatabase(home), home, "nightly", LEASE);
    }

    @AfterEach
    void neverTwoCopies() {
        arena.close();
        assertThat(arena.log().overlaps()).isEmpty();
    }

    @Test
    @DisplayName("a companion that cannot read the process list releases nothing until it can")
    void companionWithoutDescriptors() throws Exception {
        Runner leader = arena.startStubborn("run-1");
        arena.awaitCopyAfter(0);
        Runner standby = arena.startStubborn("run-2");
        arena.awaitStandby(standby);
        long companion = leader.companion().orElseThrow().pid();
        arena.until("the companion is connected", () -> hasOpen(companion, "leases.db"));
        arena.awaitWork();
        long token = arena.log().highest();

        ResourceLimit descriptors = ResourceLimit.descriptorsOf(companion);
        descriptors.set(NONE_FREE);
        leader.signal("KILL");
        Thread.sleep(1500);
        assertThat(arena.log().highest())
                .as("nothing was released: " + leader.said())
                .isEqualTo(token);
        assertThat(ProcessHandle.of(companion))
                .as("the companion keeps looking")
                .isPresent();
        assertThat(leader.said()).contains("cannot read", "Too many open files");

        descriptors.set(ENOUGH);
        arena.awaitCopyAfter(token);
        assertThat(arena.endOfTerm(token)).as(leader.said()).isEqualTo(LossReason.CRASHED);
    }

    @Test
    @DisplayName(
            "primus run that cannot prove its program's end: its companion ends the program, and only then releases")
    void primusWithoutDescriptors() throws Exception {
        Runner leader = arena.startStubborn("run-1");
        arena.awaitCopyAfter(0);
        Runner standby = arena.startStubborn("run-2");
        arena.awaitStandby(standby);
        arena.awaitWork();
        long token = arena.log().highest();

        ResourceLimit.descriptorsOf(leader.pid()).set(NONE_FREE);
        leader.signal("TERM");
        assertThat(leader.exitCode()).as(leader.said()).isNotZero();
        arena.awaitCopyAfter(token);
        assertThat(leader.said()).contains("cannot read /proc", "nothing is released");
    }

    private static boolean hasOpen(long pid, String name) throws IOException {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
            for (Path each : open) {
                if (isLinkTo(each, name)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isLinkTo(Path link, String name) throws IOException {
        try {
            return Files.readSymbolicLink(link).endsWith(name);
        } catch (NoSuchFileException closedMeanwhile) {
            return false;
        }
    }
}
