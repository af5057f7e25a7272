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

/**
 * Where nodes of one user open their sockets unless told otherwise. Who looks for them looks in every place they may have
 * taken: a service has no XDG_RUNTIME_DIR, but its operator's login has.
 */
public final class LocalSockets {
    private static final String SUFFIX = ".sock";

    private final List<Path> folders;

    private LocalSockets(List<Path> folders) {
        this.folders = folders;
    }

    public static LocalSockets of(Map<String, String> environment) {
        String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
        Path ofHome = Path.of(home, ".primus", "run");
        return new LocalSockets(
                runtime.startsWith("/") ? List.of(Path.of(runtime, "primus"), ofHome) : List.of(ofHome));
    }

    /** Where a node that starts now opens its own. */
    public Path folder() {
        return folders.get(0);
    }

    /** Where there may be some, the usual place first. */
    public List<Path> folders() {
        return folders;
    }

    /**
     * The file of a node of that name that starts now.
     *
     * @throws IllegalArgumentException if its path would be too long, or not absolute
     */
    public SocketFile of(ClusterName cluster, NodeName node) {
        return new SocketFile(folder().resolve(cluster + "." + node + SUFFIX));
    }

    /** Those of that cluster, living or dead; some may be another cluster's, since names may have dots. */
    public List<SocketFile> of(ClusterName cluster) {
        return folders.stream().flatMap(folder -> in(folder, cluster).stream()).toList();
    }

    private static List<SocketFile> in(Path folder, ClusterName cluster) {
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
