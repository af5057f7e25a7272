package dev.primus.server.control.socket;

import dev.primus.server.trust.PathTrust;
import dev.primus.server.trust.UntrustedPathException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The folder of a socket: made for its owner alone, and never one where another user could put another in its place. */
final class PrivateFolder {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private PrivateFolder() {}

    static void make(Path folder, PathTrust trust) throws CannotOpen {
        try {
            if (!Files.isDirectory(folder)) {
                trust.requireFolder(nearestExisting(folder));
                Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            }
            Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(folder);
            if (allowed.contains(PosixFilePermission.GROUP_WRITE)
                    || allowed.contains(PosixFilePermission.OTHERS_WRITE)) {
                throw new CannotOpen("others may write to %s: allowed is a folder that only its owner can write to"
                        .formatted(folder));
            }
            trust.requireFolder(folder);
        } catch (UntrustedPathException e) {
            throw new CannotOpen(String.valueOf(e.getMessage()), e);
        } catch (IOException | UnsupportedOperationException e) {
            throw new CannotOpen(
                    "%s is no folder and cannot be made one: allowed is a folder this user can write to"
                            .formatted(folder),
                    e);
        }
    }

    private static Path nearestExisting(Path folder) {
        Path at = folder.toAbsolutePath();
        while (at.getParent() != null && Files.notExists(at)) {
            at = at.getParent();
        }
        return at;
    }
}
