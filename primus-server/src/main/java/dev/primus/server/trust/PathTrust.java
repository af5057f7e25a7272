package dev.primus.server.trust;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Refuses paths that another user can change. A path is trusted if it, and every folder above it up to the first sticky
 * one, belongs to this process's user or to root, and if no folder on the way lets everybody write without being sticky.
 * Symbolic links count as entries of their own: both the link's path and its target's are checked.
 *
 * <p>Where the file system has no Unix owners, nothing is checked.
 *
 * @param user the user id of this process
 */
public record PathTrust(long user) {
    private static final long ROOT = 0;
    private static final int STICKY = 01000;
    private static final int WRITE_BY_OTHERS = 0002;
    private static final int WRITE_BY_GROUP_OR_OTHERS = 0022;
    private static final int PERMISSIONS = 07777;

    /** Seen from the user this process runs as. */
    public static PathTrust ofThisProcess() {
        return new PathTrust(new UnixSystem().getUid());
    }

    /**
     * Checks a file whose content this process is going to obey or to send. Besides its owner, its mode counts: neither
     * group nor others may write to it. A pipe or a device, such as a shell's process substitution, is checked for its
     * owner only.
     *
     * @return the path to read: free of links, so that nobody can point it elsewhere after the check
     * @throws IOException if the file does not exist or cannot be looked at
     */
    public Path requireFile(Path file) throws IOException, UntrustedPathException {
        if (!hasOwners(file)) {
            return file;
        }
        Entry target = Entry.of(file);
        if (!target.isRegularFile()) {
            requireOwner(target, "file");
            return file;
        }
        requireChain(file);
        Path real = file.toRealPath();
        if ((target.mode() & WRITE_BY_GROUP_OR_OTHERS) != 0) {
            throw new UntrustedPathException(
                    "its mode is %04o, but only its owner may write to it; check its content, then run: chmod go-w %s"
                            .formatted(target.mode() & PERMISSIONS, real));
        }
        return real;
    }

    /**
     * Checks an existing folder and those above it.
     *
     * @throws IOException if it does not exist or cannot be looked at
     */
    public void requireFolder(Path folder) throws IOException, UntrustedPathException {
        if (hasOwners(folder)) {
            requireChain(folder);
        }
    }

    private static boolean hasOwners(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    private void requireChain(Path path) throws IOException, UntrustedPathException {
        Path written = path.toAbsolutePath().normalize();
        requireEach(written);
        Path real = path.toRealPath();
        if (!real.equals(written)) {
            requireEach(real);
        }
    }

    private void requireEach(Path path) throws IOException, UntrustedPathException {
        for (@Nullable Path at = path; at != null; at = at.getParent()) {
            Entry entry = Entry.of(at, LinkOption.NOFOLLOW_LINKS);
            requireOwner(entry, entry.isFolder() ? "folder" : "file");
            if (entry.isFolder() && (entry.mode() & STICKY) != 0) {
                return;
            }
            if (entry.isFolder() && (entry.mode() & WRITE_BY_OTHERS) != 0) {
                throw new UntrustedPathException("every user may write to the folder %s; run: chmod o-w %s"
                        .formatted(entry.path(), entry.path()));
            }
        }
    }

    private void requireOwner(Entry entry, String kind) throws IOException, UntrustedPathException {
        if (entry.owner() != user && entry.owner() != ROOT) {
            throw new UntrustedPathException(
                    "the %s %s belongs to user %s, but must belong to %s; use another one, or check what it holds and run: chown -h %d %s"
                            .formatted(
                                    kind,
                                    entry.path(),
                                    Files.getOwner(entry.path(), LinkOption.NOFOLLOW_LINKS)
                                            .getName(),
                                    user == ROOT ? "root" : "user %d or root".formatted(user),
                                    user,
                                    entry.path()));
        }
    }

    /** One look at a path. */
    private record Entry(Path path, long owner, int mode, boolean isFolder, boolean isRegularFile) {
        static Entry of(Path path, LinkOption... options) throws IOException {
            return new Entry(
                    path,
                    (Integer) Files.getAttribute(path, "unix:uid", options),
                    (Integer) Files.getAttribute(path, "unix:mode", options),
                    Files.isDirectory(path, options),
                    Files.isRegularFile(path, options));
        }
    }
}
