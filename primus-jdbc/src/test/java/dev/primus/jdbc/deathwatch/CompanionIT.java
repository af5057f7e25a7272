package dev.primus.jdbc.deathwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.StoreSession;
import dev.primus.core.spi.Verdict;
import dev.primus.deathwatch.companion.Companion;
import dev.primus.deathwatch.companion.CompanionCommand;
import dev.primus.deathwatch.companion.Link;
import dev.primus.deathwatch.vigil.Message;
import dev.primus.jdbc.JdbcStore;
import dev.primus.process.Proc;
import dev.primus.process.ProcessKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("Z8")
@EnabledOnOs(OS.LINUX)
@DisplayName("A companion's process, told by hand: it gives nothing back for a process that lives")
class CompanionIT {
    private static final ElectionName NIGHTLY = new ElectionName("nightly");
    private static final NodeId SELF = NodeId.of("core-1", "0badcafe");
    private static final StoreSession SESSION = new StoreSession(
            ClusterName.DEFAULT,
            SELF,
            Duration.ofMinutes(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(6),
            Duration.ofSeconds(15));
    private static final Hold HELD = new Hold(NIGHTLY, new FencingToken(1), "nonce-1");

    @TempDir
    private Path folder;

    private Access access;
    private LeaseStore store;
    private Link companion;
    private final List<String> said = new CopyOnWriteArrayList<>();

    @BeforeEach
    void aLeaseAndACompanion() throws IOException {
        Path file = folder.resolve("leases.db");
        access = Access.to("jdbc:sqlite:" + file).property("password", "open-sesame");
        store = JdbcStore.sqlite(file).open(SESSION);
        store.enroll(List.of(new Enrolment(NIGHTLY, Enrolment.Part.CANDIDATE)));
        assertThat(store.acquire(List.of(new Bid(NIGHTLY, 0, 0, HELD.token(), HELD.nonce())))
                        .get(0)
                        .verdict())
                .isEqualTo(Verdict.YES);
        companion = Link.start(CompanionCommand.of(access.companion(List.of())));
        Thread ear = new Thread(() -> companion.listen(said::add));
        ear.setDaemon(true);
        ear.start();
    }

    @AfterEach
    void nobodyStays() {
        companion.kill();
        store.close();
    }

    private static ProcessKey self() {
        return Proc.OF_THIS_HOST.ownStat().found().orElseThrow().key();
    }

    private void tellAll(ProcessKey speaker, long now) throws IOException {
        for (Message message : List.of(
                new Message.Hello(speaker, now),
                new Message.Session(SESSION, access.companion(List.of()).words()),
                new Message.Snapshot(),
                new Message.Granted(HELD, System.nanoTime()),
                new Message.End())) {
            companion.write(message);
        }
    }

    private void awaitWord(String word) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(said).anyMatch(line -> line.contains(word)));
    }

    private void isUp() throws IOException {
        tellAll(self(), System.nanoTime());
        awaitWord(Companion.UP);
    }

    private void awaitGone() {
        await().atMost(Duration.ofSeconds(10))
                .until(() -> ProcessHandle.of(companion.pid())
                        .map(handle -> !handle.isAlive())
                        .orElse(true));
    }

    /** Renewing it is the proof that nobody gave it back. */
    private void leaseIsStillOurs() {
        assertThat(store.renew(List.of(HELD)).get(0).verdict()).isEqualTo(Verdict.YES);
    }

    @Test
    @DisplayName("a pipe that ends while its process lives: a check, and no release")
    void thePipeEndsByAccident() throws IOException {
        isUp();
        companion.hangUp();
        awaitWord("but its process lives");
        awaitGone();
        leaseIsStillOurs();
    }

    @Test
    void byeMeansGo() throws IOException {
        isUp();
        companion.write(new Message.Bye());
        companion.hangUp();
        awaitWord("told to go");
        awaitGone();
        leaseIsStillOurs();
    }

    @Test
    @DisplayName("it is deaf to TERM, and neither its command line nor its environment holds a secret")
    void signalsAndSecrets() throws IOException {
        isUp();
        ProcessHandle process = ProcessHandle.of(companion.pid()).orElseThrow();
        assertThat(process.info().commandLine().orElseThrow())
                .contains("Companion")
                .doesNotContain("open-sesame", "leases.db");
        assertThat(Files.readString(Path.of("/proc/" + companion.pid() + "/environ"), StandardCharsets.ISO_8859_1))
                .isNotEmpty()
                .doesNotContain("open-sesame");
        process.destroy();
        companion.write(new Message.Bye());
        awaitWord("told to go");
        leaseIsStillOurs();
    }

    @Test
    @DisplayName("it ignores what ends or stops a whole group: HUP, INT, TERM, and TSTP, which is Ctrl-Z")
    void groupSignals() throws IOException {
        isUp();
        assertThat(ignored(companion.pid())).contains(1, 2, 15, 20);
    }

    private static List<Integer> ignored(long pid) throws IOException {
        String mask = Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .findFirst()
                .orElseThrow();
        BitSet bits = BitSet.valueOf(
                new long[] {Long.parseUnsignedLong(mask.substring(7).strip(), 16)});
        return bits.stream().map(bit -> bit + 1).boxed().toList();
    }

    @Test
    void whoSpeaksMustBeItsParent() throws IOException {
        tellAll(new ProcessKey(self().pid(), self().started() + 1), System.nanoTime());
        awaitWord("does not show the process that speaks");
        awaitGone();
        leaseIsStillOurs();
    }

    @Test
    void bothMustReadOneClock() throws IOException {
        tellAll(self(), System.nanoTime() + Duration.ofMinutes(5).toNanos());
        awaitWord("clocks of two processes");
        awaitGone();
    }

    @Test
    void nonsenseMakesItGo() throws IOException {
        Path noise = Files.writeString(folder.resolve("noise"), "this is no frame at all, whatever it is");
        Process deaf = new ProcessBuilder(CompanionCommand.of(access.companion(List.of())))
                .redirectInput(noise.toFile())
                .start();
        assertThat(new String(deaf.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("makes no sense");
    }
}
