package dev.primus.runtime.facts;

import dev.primus.core.ballot.score.Facts;
import dev.primus.core.spi.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * For how long a node has been one, in all its lives: one line in a file, with a checksum, replaced as a whole so that a
 * crash leaves the old line or the new one. Without a file a node begins at nothing; a file that is damaged is refused,
 * since it is not ours to guess what it said. One file for each node. For one thread at a time.
 */
public final class Experience {
    private static final Pattern LINE = Pattern.compile("(experience 1 (\\d{1,18}) ms) ([0-9a-f]{8})\n");

    private final Path file;
    private Duration total;
    private Duration kept;

    private Experience(Path file, Duration kept) {
        this.file = file;
        this.total = kept;
        this.kept = kept;
    }

    /** What was kept in this file. Throws a {@link StoreException} if that cannot be read, or is damaged. */
    public static Experience open(Path file) {
        try {
            return new Experience(file, parsed(file, Files.readAllBytes(file)));
        } catch (NoSuchFileException e) {
            return new Experience(file, Duration.ZERO);
        } catch (IOException e) {
            throw new StoreException("experience file %s cannot be read: %s".formatted(file, e), e);
        }
    }

    public Duration total() {
        return total;
    }

    /** What has not been kept yet, and a crash would lose. */
    public Duration unkept() {
        return total.minus(kept);
    }

    /** So much more; nobody gets more than {@link Facts#LONGEST}. */
    public void add(Duration more) {
        Duration sum = total.plus(more);
        total = sum.compareTo(Facts.LONGEST) > 0 ? Facts.LONGEST : sum;
    }

    /** Writes the total down; when it returns, not even a power failure loses it. */
    public void keep() {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Path next = file.resolveSibling(file.getFileName() + ".next");
            write(next);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            if (folder != null) {
                try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
                    directory.force(true);
                }
            }
            kept = total;
        } catch (IOException e) {
            throw new StoreException("experience file %s cannot be written: %s".formatted(file, e), e);
        }
    }

    private void write(Path next) throws IOException {
        String text = "experience 1 " + total.toMillis() + " ms";
        ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text + " " + sum(text) + "\n");
        try (FileChannel out = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
    }

    private static Duration parsed(Path file, byte[] bytes) {
        Matcher line = LINE.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        if (!line.matches()) {
            throw damaged(file, "it is not one whole line");
        }
        if (!line.group(3).equals(sum(line.group(1)))) {
            throw damaged(file, "its checksum is " + line.group(3) + " and should be " + sum(line.group(1)));
        }
        Duration total = Duration.ofMillis(Long.parseLong(line.group(2)));
        if (total.compareTo(Facts.LONGEST) > 0) {
            throw damaged(file, "%s is more than %d days".formatted(total, Facts.LONGEST.toDays()));
        }
        return total;
    }

    private static StoreException damaged(Path file, String how) {
        return new StoreException(
                "experience file %s is damaged, %s: put a good copy in its place, or remove it to begin at nothing"
                        .formatted(file, how));
    }

    private static String sum(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.US_ASCII));
        String hex = Long.toHexString(crc.getValue());
        return "0".repeat(8 - hex.length()) + hex;
    }
}
