package dev.primus.cluster.ballot;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;

/** How files of keys are read and made: who may do what to them is looked at first. */
final class KeyFiles {
    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final Set<PosixFilePermission> WRITE_FOR_OTHERS =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private KeyFiles() {}

    /** A key that others can read is no secret any more. */
    static void refuseUnlessPrivate(Path file) throws IOException, BadKeyFile {
        Set<PosixFilePermission> mode = mode(file);
        if (!OWNER_ONLY.containsAll(mode)) {
            throw new BadKeyFile("its mode is %s: allowed is 0600 or 0400 (chmod 600 %s)".formatted(octal(mode), file));
        }
    }

    /** Whoever can write to a list of keys can put his own in. */
    static void refuseIfOthersMayWrite(Path file) throws IOException, BadKeyFile {
        Set<PosixFilePermission> mode = mode(file);
        if (mode.stream().anyMatch(WRITE_FOR_OTHERS::contains)) {
            throw new BadKeyFile(
                    "its mode is %s: allowed is one in which only its owner may write, such as 0644 (chmod 644 %s)"
                            .formatted(octal(mode), file));
        }
    }

    private static Set<PosixFilePermission> mode(Path file) throws IOException, BadKeyFile {
        try {
            return Files.getPosixFilePermissions(file);
        } catch (UnsupportedOperationException e) {
            throw new BadKeyFile(
                    "its file system knows no modes: allowed is one that does, so that keys can be private");
        }
    }

    private static String octal(Set<PosixFilePermission> mode) {
        int bits = 0;
        for (PosixFilePermission permission : mode) {
            // The constants stand in the order of the bits, the highest first.
            bits |= 0400 >> permission.ordinal();
        }
        return "%04o".formatted(bits);
    }

    static String text(Path file, int most) throws IOException, BadKeyFile {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(most + 1);
            if (bytes.length > most) {
                throw new BadKeyFile("it is larger than %d bytes, which no file of keys is".formatted(most));
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** Whole or not at all: it is written beside, and has its name only once it is on disk. */
    static void createPrivate(Path file, String text) throws IOException {
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Path next = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
        try {
            write(next, text);
            giveName(next, file);
        } finally {
            Files.deleteIfExists(next);
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }

    private static void write(Path next, String text) throws IOException {
        FileAttribute<?> mode = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
        ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text);
        try (FileChannel out =
                FileChannel.open(next, EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mode)) {
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
    }

    /** A second name, unlike a move, takes no other file's place. */
    private static void giveName(Path next, Path file) throws IOException {
        try {
            Files.createLink(file, next);
        } catch (UnsupportedOperationException e) {
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
