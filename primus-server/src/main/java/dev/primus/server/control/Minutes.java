package dev.primus.server.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The elections that a node has seen, a line of JSON each, so that a later life can explain them too. A file that is full
 * takes the place of the one before it, and a new one is begun: the latest are kept, and never more than two files of them.
 * What cannot be written is missing and costs a warning, what cannot be read is passed over: no election hangs on it. Safe
 * for use from any thread.
 */
public final class Minutes implements PastElections {
    /** An election among many candidates makes a long line. */
    record Limits(int lines, long bytes) {}

    private static final Logger LOG = LoggerFactory.getLogger(Minutes.class);
    private static final Limits USUAL = new Limits(1000, 4L << 20);
    private static final long UNCOUNTED = -1;

    private final Path file;
    private final Path former;
    private final Limits limits;
    private long lines = UNCOUNTED;
    private boolean failing;

    Minutes(Path folder, NodeName node, Limits limits) {
        this.file = folder.resolve(node + ".elections");
        this.former = folder.resolve(node + ".elections.1");
        this.limits = limits;
    }

    /** @param folder where the node keeps what it must not forget */
    public static Minutes in(Path folder, NodeName node) {
        return new Minutes(folder, node, USUAL);
    }

    /** Writes one more down. Never throws for what the disk does. */
    public synchronized void add(Answer.Explained election) {
        try {
            append(Wire.json(election) + "\n");
            failing = false;
        } catch (IOException | RuntimeException e) {
            lines = UNCOUNTED;
            if (!failing) {
                LOG.warn("{}: elections cannot be written down, and will not be explained after a restart", file, e);
            }
            failing = true;
        }
    }

    private void append(String line) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        if (isFull()) {
            Files.move(file, former, StandardCopyOption.REPLACE_EXISTING);
            lines = 0;
        }
        try (FileChannel out =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            String begin = endsWithALine(out) ? "" : "\n";
            out.position(out.size());
            ByteBuffer bytes = ByteBuffer.wrap((begin + line).getBytes(UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
        }
        lines++;
    }

    private boolean isFull() throws IOException {
        if (!Files.exists(file)) {
            lines = 0;
            return false;
        }
        if (lines == UNCOUNTED) {
            lines = linesOf(file).size();
        }
        return lines >= limits.lines() || Files.size(file) >= limits.bytes();
    }

    /** A life that ended while it wrote, or a full disk, leaves half a line: the next one must not be joined to it. */
    private static boolean endsWithALine(FileChannel file) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(1);
        return file.size() == 0 || file.read(last, file.size() - 1) == 1 && last.get(0) == '\n';
    }

    @Override
    public synchronized List<Answer.Explained> of(ElectionName election) {
        List<Answer.Explained> found = new ArrayList<>();
        for (Path each : List.of(former, file)) {
            try {
                linesOf(each).stream()
                        .flatMap(Minutes::read)
                        .filter(one -> election.value().equals(one.election()))
                        .forEach(found::add);
            } catch (IOException e) {
                LOG.warn("{}: elections cannot be read", each, e);
            }
        }
        Collections.reverse(found);
        return found;
    }

    /** Whatever bytes there are: a damaged line is a line, too. */
    private static List<String> linesOf(Path file) throws IOException {
        return Files.exists(file)
                ? new String(Files.readAllBytes(file), UTF_8).lines().toList()
                : List.of();
    }

    private static Stream<Answer.Explained> read(String line) {
        try {
            return Wire.answer(line) instanceof Answer.Explained explained && isWhole(explained)
                    ? Stream.of(explained)
                    : Stream.empty();
        } catch (JsonProcessingException e) {
            return Stream.empty();
        }
    }

    /** What a stranger has written may be JSON, and yet no election. */
    private static boolean isWhole(Answer.Explained one) {
        return Stream.of(
                        one.node(),
                        one.election(),
                        one.trigger(),
                        one.at(),
                        one.candidates(),
                        one.votes(),
                        one.vetoes())
                .noneMatch(part -> part == null);
    }
}
