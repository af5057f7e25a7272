package dev.primus.testkit.planted;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hold;
import dev.primus.deathwatch.vigil.Deed;
import dev.primus.deathwatch.vigil.Message;
import dev.primus.deathwatch.vigil.Turn;
import dev.primus.deathwatch.vigil.Vigil;
import dev.primus.process.Proc;
import dev.primus.process.ProcessKey;
import dev.primus.process.ProcessTree;
import dev.primus.process.TreeKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * A companion in virtual time: its decisions and its reading of processes are real, the process list is a folder in which
 * reads fail at random. Property C7: what a process held is released only after the process and its program have ended.
 */
final class CompanionProbe implements LongFunction<String> {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final ElectionName ELECTION = new ElectionName("nightly");
    private static final Hold HOLD = new Hold(ELECTION, new FencingToken(7), "nonce-7");
    private static final String RUN_ID = "00112233445566778899aabbccddeeff";
    private static final long SELF = ProcessHandle.current().pid();
    private static final long SPEAKER = SELF + 1;
    private static final long PROGRAM = SELF + 2;
    private static final int MOST_PROCESSES = 4;
    private static final int STEPS = 400;

    @Override
    public String apply(long seed) {
        try {
            Path folder = Files.createTempDirectory("primus-proc");
            try {
                return new Run(folder, new Random(seed)).violation();
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** One companion, from the start of its program to its end. */
    private static final class Run {
        private final Path root;
        private final Path hidden;
        private final Random random;
        private final Proc proc;
        private final TreeKey tree = new TreeKey(RUN_ID, new ProcessKey(PROGRAM, PROGRAM));
        private final List<Long> program = new ArrayList<>();
        private boolean speakerLives = true;
        private boolean over;
        private String violation = "";
        private long now = 1_000_000_000;
        private Vigil vigil = Vigil.begin(LEASE);

        Run(Path folder, Random random) throws IOException {
            this.root = folder.resolve("proc");
            this.hidden = folder.resolve("hidden");
            this.random = random;
            this.proc = new Proc(root);
            show(SELF, "PATH=/bin\0");
            show(SPEAKER, "PATH=/bin\0");
            for (long pid = PROGRAM; pid <= PROGRAM + random.nextInt(MOST_PROCESSES); pid++) {
                program.add(pid);
                show(pid, "%s=%s\0".formatted(TreeKey.VARIABLE, RUN_ID));
            }
        }

        private void show(long pid, String environment) throws IOException {
            Path process = Files.createDirectories(root.resolve(Long.toString(pid)));
            Files.createDirectories(process.resolve("task").resolve(Long.toString(pid)));
            Files.writeString(
                    process.resolve("stat"),
                    "%1$d (program) S %2$d 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 %1$d 0".formatted(pid, SELF));
            Files.writeString(process.resolve("environ"), environment);
        }

        String violation() throws IOException {
            long killAt = now + random.nextLong(LEASE.toNanos());
            for (Message message : List.of(
                    new Message.Snapshot(),
                    new Message.Granted(HOLD, killAt),
                    new Message.Program(ELECTION, tree, killAt),
                    new Message.End())) {
                apply(vigil.told(message, now));
            }
            apply(vigil.pipeEnded(now));
            for (int step = 0; step < STEPS && !over && violation.isEmpty(); step++) {
                if (speakerLives && random.nextInt(20) == 0) {
                    speakerLives = false;
                    delete(root.resolve(Long.toString(SPEAKER)));
                }
                now = Math.max(now, vigil.wakeAt());
                apply(vigil.woken(now));
            }
            return violation;
        }

        private void apply(Turn turn) throws IOException {
            vigil = turn.next();
            for (Deed deed : turn.deeds()) {
                carryOut(deed);
            }
        }

        private void carryOut(Deed deed) throws IOException {
            if (deed instanceof Deed.LookAtSpeaker) {
                breakReads();
                var state = new ProcessKey(SPEAKER, SPEAKER).state(proc);
                repairReads();
                apply(vigil.speakerIs(state, now));
            } else if (deed instanceof Deed.EndTree end) {
                breakReads();
                var scan = new ProcessTree(proc, end.tree()).scan();
                repairReads();
                for (ProcessKey one : scan.living()) {
                    program.remove(one.pid());
                    delete(root.resolve(Long.toString(one.pid())));
                }
                apply(vigil.treeHad(scan, now));
            } else if (deed instanceof Deed.Release) {
                if (speakerLives || !program.isEmpty()) {
                    violation = "C7 released, but %s and processes %s of the program live"
                            .formatted(speakerLives ? "the leader" : "no leader", program);
                }
                apply(vigil.released(List.of(Answer.yes(ELECTION)), now));
            } else {
                over = true;
            }
        }

        /** A folder in place of a file cannot be read; without its root there is no list at all. */
        private void breakReads() throws IOException {
            for (long pid : alive()) {
                Path process = root.resolve(Long.toString(pid));
                if (random.nextInt(3) == 0) {
                    Path file = process.resolve(random.nextBoolean() ? "stat" : "environ");
                    Files.move(file, process.resolve("kept-" + file.getFileName()));
                    Files.createDirectory(file);
                }
            }
            if (random.nextInt(10) == 0) {
                Files.move(root, hidden);
            }
        }

        private void repairReads() throws IOException {
            if (Files.exists(hidden)) {
                Files.move(hidden, root);
            }
            for (long pid : alive()) {
                Path process = root.resolve(Long.toString(pid));
                for (String name : List.of("stat", "environ")) {
                    Path kept = process.resolve("kept-" + name);
                    if (Files.exists(kept)) {
                        Files.delete(process.resolve(name));
                        Files.move(kept, process.resolve(name));
                    }
                }
            }
        }

        private List<Long> alive() {
            List<Long> all = new ArrayList<>(program);
            if (speakerLives) {
                all.add(SPEAKER);
            }
            return all;
        }
    }
}
