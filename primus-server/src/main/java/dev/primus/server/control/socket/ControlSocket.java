package dev.primus.server.control.socket;

import dev.primus.server.control.Control;
import dev.primus.server.trust.PathTrust;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's socket: claimed before the node takes part, answering from {@link #serve} on, gone with {@link #close}. Who comes
 * between the two waits.
 */
public final class ControlSocket implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControlSocket.class);
    private static final int BACKLOG = 16;
    private static final int FILE_TYPE = 0170000;
    private static final int SOCKET = 0140000;
    private static final Duration LONGEST_CLAIM = Duration.ofSeconds(1);
    private static final long BETWEEN_TRIES_MILLIS = 20;
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(60);
    private static final Object ONE_CLAIM_AT_A_TIME = new Object();

    private final SocketFile file;
    private final ServerSocketChannel door;
    private final Object inode;
    private final UserPrincipal owner;
    private @Nullable Visitors visitors;

    private ControlSocket(SocketFile file, ServerSocketChannel door, Object inode, UserPrincipal owner) {
        this.file = file;
        this.door = door;
        this.inode = inode;
        this.owner = owner;
    }

    /**
     * Takes the file, also in place of one whose process is dead, never of one whose process lives.
     *
     * @throws CannotOpen if that is not possible, with a sentence for the operator
     */
    public static ControlSocket claim(SocketFile file) throws CannotOpen {
        PrivateFolder.make(file.folder(), PathTrust.ofThisProcess());
        // Two that find the same dead file would else remove each other's new one.
        synchronized (ONE_CLAIM_AT_A_TIME) {
            try (FileChannel guard = FileChannel.open(
                    file.folder().resolve(".claim"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                lock(guard);
                return bind(file);
            } catch (IOException e) {
                throw new CannotOpen(
                        "it cannot be opened (%s): allowed is a path this user can write to".formatted(e), e);
            }
        }
    }

    /** Claims are over in milliseconds; one that stands still must not keep a node from taking part. */
    private static void lock(FileChannel guard) throws IOException, CannotOpen {
        long end = System.nanoTime() + LONGEST_CLAIM.toNanos();
        while (!isLocked(guard)) {
            if (System.nanoTime() - end >= 0) {
                throw new CannotOpen("another process has been opening a socket in this folder for %d ms"
                        .formatted(LONGEST_CLAIM.toMillis()));
            }
            try {
                Thread.sleep(BETWEEN_TRIES_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CannotOpen("interrupted while another process opens a socket in this folder", e);
            }
        }
    }

    private static boolean isLocked(FileChannel guard) throws IOException {
        try {
            return guard.tryLock() != null;
        } catch (OverlappingFileLockException byThisProcess) {
            return false;
        }
    }

    private static ControlSocket bind(SocketFile file) throws IOException, CannotOpen {
        removeIfDead(file);
        ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            door.bind(UnixDomainSocketAddress.of(file.path()), BACKLOG);
            Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString("rw-------"));
            return new ControlSocket(file, door, inode(file.path()), Files.getOwner(file.path()));
        } catch (IOException e) {
            door.close();
            throw e;
        }
    }

    private static void removeIfDead(SocketFile file) throws IOException, CannotOpen {
        Path path = file.path();
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        // Only a socket: a device also refuses to be connected to, and is not ours to delete.
        int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        if ((mode & FILE_TYPE) != SOCKET) {
            throw new CannotOpen("there is a file that is no socket: allowed is a path where nothing else is");
        }
        if (answers(path)) {
            throw new CannotOpen(
                    "a living process has it: allowed is one process for each node name, or another path for each");
        }
        Files.delete(path);
    }

    private static boolean answers(Path path) throws IOException {
        try (SocketChannel way = Door.enter(path)) {
            return way == null || way.isOpen();
        } catch (ConnectException refused) {
            return false;
        }
    }

    private static Object inode(Path path) throws IOException {
        Object key = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
        return key == null ? path : key;
    }

    public SocketFile file() {
        return file;
    }

    /** Answers from now on, on threads of its own that keep no process alive. */
    public void serve(Control control) {
        serve(control, LONGEST_SILENCE);
    }

    /** The same; who says nothing for that long is hung up on. */
    void serve(Control control, Duration longestSilence) {
        visitors = new Visitors(door, control, Admission.of(owner), longestSilence);
        visitors.start();
    }

    @Override
    public void close() {
        // In this order: while the door is open nobody takes our place, so the file is ours until it is gone.
        try (door) {
            removeIfOurs();
        } catch (IOException e) {
            LOG.warn("control socket {}: closing failed: {}", file, e.toString());
        }
        if (visitors != null) {
            visitors.close();
        }
    }

    /** Somebody may have deleted it, and another node have put its own there. */
    private void removeIfOurs() throws IOException {
        if (Files.exists(file.path(), LinkOption.NOFOLLOW_LINKS)
                && inode(file.path()).equals(inode)) {
            Files.delete(file.path());
        }
    }
}
