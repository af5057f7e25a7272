package dev.primus.cluster.ballot;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import dev.primus.cluster.BadFrame;
import dev.primus.cluster.RegistryCodec;
import dev.primus.cluster.RegistryFrames;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage;
import dev.primus.core.peers.TermBound;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.StoreException;
import dev.primus.runtime.file.MarkJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Damaged frames for everything that reads bytes of others: refused by the exception that is declared, quickly, and without
 * keeping anything or taking much memory. {@code -Dprimus.fuzz.seconds} is the time of all decoders, {@code -Dprimus.fuzz.seed} the chance.
 */
@Isolated("it looks at the heap")
@Tag("B12")
class FuzzTest {
    private static final boolean BUILD = "build".equals(System.getProperty("primus.tier", "build"));
    private static final int TARGETS = 8;

    /** All of them together: half a minute in the build, ten minutes before a release. */
    private static final long SECONDS = Long.getLong("primus.fuzz.seconds", BUILD ? 30 : 600);

    private static final long EACH = TimeUnit.SECONDS.toNanos(SECONDS) / TARGETS;
    private static final long SEED = Long.getLong("primus.fuzz.seed", BUILD ? 1 : System.nanoTime());
    private static final long SLOWEST = TimeUnit.SECONDS.toNanos(2);
    private static final long FLAT = 8L * 1024 * 1024;

    /** What one input may make a reader allocate, whatever lengths it speaks of; once all classes are loaded. */
    private static final long MOST_ALLOCATED = 1024 * 1024;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Takes bytes, and throws nothing but what it has declared. */
    private interface Target {
        void take(byte[] bytes) throws RefusedMail, BadFrame, BadKeyFile;
    }

    @Test
    @DisplayName("envelopes on a signed link: nothing is heard, all is counted")
    void envelopes() throws IOException {
        Pipe pipe = new Pipe();
        Pipe.Listener ear = new Pipe.Listener();
        SignedLink link = new SignedLink(pipe, Samples.KEY_2, Samples.members(), () -> Samples.NOW);
        link.open(Samples.CLUSTER, Samples.CORE_2, ear);
        List<byte[]> corpus = RecordedTest.lines("envelopes-v1.txt").stream()
                .map(HexFormat.of()::parseHex)
                .toList();
        long fed = fuzz(corpus, bytes -> pipe.deliver(Samples.CORE_1, new Sealed(bytes)));
        assertThat(ear.heard).as("seed %d", SEED).isEmpty();
        assertThat(link.counts().values().stream().mapToLong(each -> each).sum())
                .isEqualTo(fed);
    }

    @Test
    @DisplayName("envelopes by themselves, many more of them")
    void openings() throws IOException {
        List<byte[]> corpus = RecordedTest.lines("envelopes-v1.txt").stream()
                .map(HexFormat.of()::parseHex)
                .toList();
        fuzz(corpus, EnvelopeReader::read);
    }

    @Test
    @DisplayName("messages of one who has a key: heard if they can be read, refused if not, and nothing in between")
    void insiders() throws IOException {
        Pipe pipe = new Pipe();
        AtomicLong heard = new AtomicLong();
        HmacKey keys = new HmacKey(Samples.CORE_1.name());
        SignedLink link = new SignedLink(pipe, keys, keys, () -> Samples.NOW);
        link.open(Samples.CLUSTER, Samples.CORE_2, new PeerLink.Ear() {
            @Override
            public void viewed(PeerView view) {}

            @Override
            public void heard(NodeId from, PeerMessage message) {
                heard.incrementAndGet();
            }
        });
        EnvelopeWriter writer = new EnvelopeWriter(Samples.CLUSTER, Samples.CORE_1, keys);
        AtomicLong sequence = new AtomicLong();
        long fed = fuzz(
                letterCorpus(),
                bytes -> pipe.deliver(
                        Samples.CORE_1,
                        writer.seal(Channel.ELECTION, Samples.CORE_2, sequence.incrementAndGet(), List.of(bytes))));
        long refused = link.counts().values().stream().mapToLong(each -> each).sum();
        assertThat(heard.get() + refused).as("seed %d", SEED).isEqualTo(fed);
        assertThat(refused).isPositive();
    }

    @Test
    @DisplayName("messages: what is read can be written, and read the same")
    void letters() throws IOException, RefusedMail, BadFrame, BadKeyFile {
        Target target = bytes -> {
            Letter letter = LetterReader.read(bytes);
            BallotMessage again = LetterReader.read(
                            LetterWriter.write(letter.sender(), letter.timestamp(), letter.message())
                                    .json())
                    .message();
            assertThat(again).isEqualTo(letter.message());
        };
        for (byte[] good : letterCorpus()) {
            target.take(good);
        }
        fuzz(letterCorpus(), target);
    }

    private static List<byte[]> letterCorpus() throws IOException {
        return RecordedTest.lines("letters-v1.txt").stream()
                .map(line -> line.getBytes(UTF_8))
                .toList();
    }

    @Test
    void membersFiles() {
        fuzz(
                List.of(
                        Samples.of(Samples.CORE_1, Samples.KEY_1).line().getBytes(ISO_8859_1),
                        ("# us\n" + Samples.of(Samples.CORE_1, Samples.KEY_1).line() + " a,b\n"
                                        + Samples.of(Samples.CORE_2, Samples.KEY_2)
                                                .line() + " # them\n")
                                .getBytes(ISO_8859_1)),
                bytes -> Members.parse(new String(bytes, ISO_8859_1)));
    }

    @Test
    void keyFiles() {
        byte[] file = Samples.pem(
                        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
                .getBytes(ISO_8859_1);
        fuzz(List.of(file), bytes -> NodeKey.parse(new String(bytes, ISO_8859_1)));
    }

    @Test
    @DisplayName("files of votes: refused, or read as they were written up to a torn end; never anything else")
    void voteFiles(@TempDir Path folder) throws IOException {
        List<Mark> sworn = List.of(
                new Mark(Samples.ELECTION, Samples.TERM, Duration.ofMillis(909)),
                new Mark(new ElectionName("coordinator"), Term.of(Samples.CORE_2, 1), Duration.ofSeconds(15)),
                new Mark(Samples.ELECTION, Term.of(Samples.CORE_2, TermBound.HIGHEST), Duration.ZERO));
        Path file = folder.resolve("core-1.votes");
        try (MarkJournal journal = MarkJournal.open(file)) {
            sworn.forEach(mark -> journal.keep(List.of(mark)));
        }
        assertThat(sworn).containsAll(votesIn(file));
        fuzz(List.of(Files.readAllBytes(file)), bytes -> {
            try {
                Files.write(file, bytes);
                List<Mark> read = votesIn(file);
                assertThat(sworn).containsAll(read);
                assertThat(votesIn(file)).as("what was read once").isEqualTo(read);
            } catch (StoreException declared) {
                // As it should be: nobody knows what was promised there.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static List<Mark> votesIn(Path file) {
        try (MarkJournal journal = MarkJournal.open(file)) {
            return journal.read();
        }
    }

    @Test
    @DisplayName("the registry's messages")
    void registry() {
        RegistryCodec codec = new RegistryCodec();
        fuzz(RegistryFrames.all(), codec::decode);
    }

    /** @return how many inputs there were */
    private static long fuzz(List<byte[]> corpus, Target target) {
        Mutator mutator = new Mutator(new Random(SEED), corpus);
        feed(mutator, target, EACH / 10, Long.MAX_VALUE);
        long before = usedAfterCollection();
        feed(mutator, target, EACH - EACH / 10, MOST_ALLOCATED);
        assertThat(usedAfterCollection() - before)
                .as("bytes kept; seed %d", SEED)
                .isLessThan(FLAT);
        return mutator.made();
    }

    private static void feed(Mutator mutator, Target target, long nanos, long mostAllocated) {
        long end = System.nanoTime() + nanos;
        for (long began = System.nanoTime(); began < end; ) {
            byte[] bytes = mutator.next();
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            try {
                target.take(bytes);
            } catch (RefusedMail | BadFrame | BadKeyFile declared) {
                // as it should be
            } catch (RuntimeException | Error e) {
                fail("seed %d, input %s".formatted(SEED, HexFormat.of().formatHex(bytes)), e);
            }
            long taken = THREADS.getCurrentThreadAllocatedBytes() - allocated;
            if (taken > mostAllocated) {
                fail("seed %d, %d bytes allocated for input %s"
                        .formatted(SEED, taken, HexFormat.of().formatHex(bytes)));
            }
            long now = System.nanoTime();
            assertThat(now - began)
                    .as("seed %d, nanoseconds for one input", SEED)
                    .isLessThan(SLOWEST);
            began = now;
        }
    }

    private static long usedAfterCollection() {
        Runtime runtime = Runtime.getRuntime();
        List<Long> readings = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            System.gc();
            readings.add(runtime.totalMemory() - runtime.freeMemory());
        }
        return readings.stream().mapToLong(each -> each).min().orElseThrow();
    }
}
