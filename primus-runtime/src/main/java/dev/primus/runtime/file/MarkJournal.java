package dev.primus.runtime.file;

import dev.primus.core.ElectionName;
import dev.primus.core.Electorate;
import dev.primus.core.NodeId;
import dev.primus.core.Suffrage;
import dev.primus.core.Term;
import dev.primus.core.peers.TermBound;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.MarkFile;
import dev.primus.core.spi.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Marks in a file that only grows: a line for each, with a checksum, forced to the disk before it counts. A last line
 * that is torn was never promised and is dropped; any other damage is refused, since nobody knows what was promised
 * there. The file is rewritten when it has grown much longer than it need be. Besides marks it has a floor, which is durable
 * before the marks that it stands for are gone.
 */
public final class MarkJournal implements MarkFile {
    private static final int NEEDLESS_LINES = 1000;
    private static final String FLOOR = "floor";
    private static final int FLOOR_PARTS = 3;
    private static final int WITHOUT_VOTERS = 5;
    private static final int WITH_VOTERS = 7;
    private static final String NOTHING = "-";

    private final Path file;
    private final FileChannel lockChannel;
    private final Map<ElectionName, Mark> marks = new LinkedHashMap<>();
    private final ChannelFactory channels;
    private FileChannel channel;
    private long floor;
    private int lines;
    private int enough;

    /** Opens the file for writing. */
    interface ChannelFactory {
        FileChannel open(Path file) throws IOException;
    }

    private MarkJournal(Path file, FileChannel lockChannel, ChannelFactory channels) throws IOException {
        this.file = file;
        this.channels = channels;
        this.lockChannel = lockChannel;
        this.channel = load();
    }

    /** Opens the file, and makes it and its folder if need be; one process at a time. */
    public static MarkJournal open(Path file) {
        return open(file, path -> FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    }

    static MarkJournal open(Path file, ChannelFactory channels) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Path beside = file.resolveSibling(file.getFileName() + ".lock");
            FileChannel lockChannel = FileChannel.open(beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = tryLock(lockChannel);
            if (lock == null) {
                lockChannel.close();
                throw new StoreException(
                        "marks file %s is in use by another process: one node, one file".formatted(file));
            }
            return loaded(file, lockChannel, channels);
        } catch (IOException e) {
            throw new StoreException("marks file %s cannot be used: %s".formatted(file, e), e);
        }
    }

    /** A file that cannot be read is not kept from others. */
    private static MarkJournal loaded(Path file, FileChannel lockChannel, ChannelFactory channels) throws IOException {
        try {
            MarkJournal journal = new MarkJournal(file, lockChannel, channels);
            TermBound.check("marks file " + file, journal.read());
            return journal;
        } catch (IOException | StoreException e) {
            lockChannel.close();
            throw e;
        }
    }

    private static @org.jspecify.annotations.Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private FileChannel load() throws IOException {
        byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        int whole = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                parse(new String(bytes, whole, i - whole, StandardCharsets.UTF_8), lines + 1);
                whole = i + 1;
                lines++;
            }
        }
        FileChannel opened = channels.open(file);
        opened.truncate(whole);
        opened.position(whole);
        opened.force(true);
        forceFolder();
        return isTooLong() ? rewrite(opened) : opened;
    }

    private boolean isTooLong() {
        return lines > Math.max(enough, 2 * marks.size() + NEEDLESS_LINES);
    }

    private void remember(Mark mark) {
        marks.merge(mark.election(), mark, Mark::merged);
    }

    private void parse(String line, int number) {
        String[] parts = line.split(" ", -1);
        boolean isFloor = parts.length == FLOOR_PARTS && parts[0].equals(FLOOR);
        if (isFloor && isWhole(line, parts)) {
            floor = Math.max(floor, parsedFloor(parts[1], number));
        } else {
            remember(parsed(line, parts, number));
        }
    }

    private long parsedFloor(String text, int number) {
        try {
            long read = Long.parseLong(text);
            if (TermBound.isPossible(read)) {
                return read;
            }
        } catch (NumberFormatException e) {
            throw damaged(number);
        }
        throw damaged(number);
    }

    private static boolean isWhole(String line, String[] parts) {
        return parts[parts.length - 1].equals(sum(line.substring(0, line.lastIndexOf(' '))));
    }

    private Mark parsed(String line, String[] parts, int number) {
        boolean named = parts.length == WITH_VOTERS;
        boolean whole = named || parts.length == WITHOUT_VOTERS;
        if (whole && isWhole(line, parts)) {
            try {
                return new Mark(
                        new ElectionName(parts[0]),
                        Term.of(NodeId.parse(parts[1]), Long.parseLong(parts[2])),
                        Duration.ofMillis(Long.parseLong(parts[3])),
                        named ? suffrage(parts[4], parts[5]) : null);
            } catch (IllegalArgumentException e) {
                throw damaged(number);
            }
        }
        throw damaged(number);
    }

    private static Suffrage suffrage(String inForce, String proposed) {
        return new Suffrage(Electorate.parse(inForce), proposed.equals(NOTHING) ? null : Electorate.parse(proposed));
    }

    private static String text(Suffrage suffrage) {
        Electorate proposed = suffrage.proposed();
        return " %s %s".formatted(suffrage.inForce(), proposed == null ? NOTHING : proposed);
    }

    private StoreException damaged(int number) {
        return new StoreException(
                ("marks file %s is damaged in line %d: what this node has promised is not known any more. Give the node"
                                + " a new name, or remove the file after no leader has been able to count on it for a lease")
                        .formatted(file, number));
    }

    /**
     * The channel that wrote the new file goes on with it. While the new name may not be durable nothing may be written: a
     * crash could bring the former file back.
     */
    private FileChannel rewrite(FileChannel former) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        enough = lines + NEEDLESS_LINES; // If it fails, the file is whole and only longer than it need be.
        FileChannel out;
        try {
            out = channels.open(next);
        } catch (IOException e) {
            return former;
        }
        try {
            out.truncate(0);
            write(out, (floor > 0 ? floorLine(floor) : "") + text(List.copyOf(marks.values())));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            out.close();
            return former;
        }
        enough = 0;
        lines = marks.size() + 1;
        try {
            former.close();
            forceFolder();
        } catch (IOException e) {
            out.close();
            throw e;
        }
        return out;
    }

    private void forceFolder() throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }

    private static String text(List<Mark> marks) {
        StringBuilder lines = new StringBuilder();
        for (Mark mark : marks) {
            String text = "%s %s %s %d"
                    .formatted(
                            mark.election(),
                            mark.term().leader(),
                            mark.term().token(),
                            mark.span().toMillis());
            Suffrage suffrage = mark.suffrage();
            lines.append(line(text + (suffrage == null ? "" : text(suffrage))));
        }
        return lines.toString();
    }

    private static String floorLine(long floor) {
        return line(FLOOR + " " + floor);
    }

    private static String line(String text) {
        return "%s %s\n".formatted(text, sum(text));
    }

    private static void write(FileChannel out, String lines) throws IOException {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(lines);
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
        out.force(false);
    }

    private static String sum(String text) {
        CRC32 crc = new CRC32();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(crc.getValue());
    }

    @Override
    public synchronized List<Mark> read() {
        return List.copyOf(marks.values());
    }

    @Override
    public synchronized long floor() {
        return floor;
    }

    @Override
    public synchronized void keep(List<Mark> fresh) {
        append(text(fresh), fresh.size());
        fresh.forEach(this::remember);
        compact();
    }

    @Override
    public synchronized void drop(long next, List<Mark> old) {
        if (next > floor) {
            append(floorLine(next), 1);
            floor = next;
        }
        old.forEach(mark -> marks.computeIfPresent(
                mark.election(), (election, known) -> known.term().equals(mark.term()) ? null : known));
        compact();
    }

    /**
     * A write that failed may have left half a line: it is cut off before anything follows it. If that fails too, the file is
     * closed and nothing more is promised: a line after the half one would make the file unreadable.
     */
    private void append(String fresh, int count) {
        if (!channel.isOpen()) {
            throw new StoreException(
                    "marks file %s is closed: a write failed and could not be undone. Make room on the disk, then restart this node"
                            .formatted(file));
        }
        try {
            long before = channel.position();
            try {
                write(channel, fresh);
            } catch (IOException e) {
                undo(before, e);
                throw e;
            }
            lines += count;
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private void undo(long before, IOException cause) throws IOException {
        try {
            channel.truncate(before);
            channel.position(before);
        } catch (IOException e) {
            cause.addSuppressed(e);
            channel.close();
        }
    }

    private void compact() {
        try {
            channel = isTooLong() ? rewrite(channel) : channel;
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private StoreException unwritable(IOException e) {
        return new StoreException("marks file %s cannot be written: %s".formatted(file, e), e);
    }

    @Override
    public synchronized void close() {
        try {
            try {
                channel.close();
            } finally {
                lockChannel.close(); // and the lock with it
            }
        } catch (IOException e) {
            throw new StoreException("marks file %s cannot be closed: %s".formatted(file, e), e);
        }
    }
}
