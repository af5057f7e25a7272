package dev.primus.server.control.socket;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeName;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The folder where nodes of one user open their sockets unless told otherwise. */
public final class LocalSockets {
    private static final String SUFFIX = ".sock";

    private final Path folder;

    private LocalSockets(Path folder) {
        this.folder = folder;
    }

    public static LocalSockets of(Map<String, String> environment) {
        String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        return new LocalSockets(runtime.startsWith("/") ? Path.of(runtime, "primus") : Path.of(home, ".primus", "run"));
    }

    public Path folder() {
        return folder;
    }

    /**
     * The file of that node.
     *
     * @throws IllegalArgumentException if its path would be too long, or not absolute
     */
    public SocketFile of(ClusterName cluster, NodeName node) {
        return new SocketFile(folder.resolve(cluster + "." + node + SUFFIX));
    }

    /** Those of that cluster, living or dead; some may be another cluster's, since names may have dots. */
    public List<SocketFile> of(ClusterName cluster) {
        List<SocketFile> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, cluster + ".*" + SUFFIX)) {
            files.forEach(file -> found.add(new SocketFile(file)));
        } catch (IOException e) {
            return List.of();
        }
        found.sort(Comparator.comparing(SocketFile::path));
        return found;
    }
}
