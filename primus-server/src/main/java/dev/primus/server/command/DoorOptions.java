package dev.primus.server.command;

import dev.primus.Part;
import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.server.control.Answer;
import dev.primus.server.control.Request;
import dev.primus.server.control.socket.ControlClient;
import dev.primus.server.control.socket.LocalSockets;
import dev.primus.server.control.socket.Reply;
import dev.primus.server.control.socket.SocketFile;
import dev.primus.server.settings.Setting;
import dev.primus.server.settings.Settings;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which node on this host is asked. */
final class DoorOptions {
    private static final Duration TO_SHOW_ITSELF = Duration.ofSeconds(3);
    private static final String THE_ONLY_ONE = "";

    private final Console console;

    @Option(
            names = "--node",
            arity = "0..1",
            fallbackValue = THE_ONLY_ONE,
            paramLabel = "NAME",
            description = "Ask this node on this host (without a name: the only one there is).")
    private @Nullable String node;

    @Option(names = "--socket", paramLabel = "PATH", description = "Ask the node whose control socket this is.")
    private @Nullable Path socket;

    DoorOptions(Console console) {
        this.console = console;
    }

    boolean isAsked() {
        return node != null || socket != null;
    }

    /** The node that was named, or the only one there is. */
    LocalNode only(ClusterName cluster) {
        List<LocalNode> found = present(cluster);
        if (found.size() > 1) {
            throw Complaint.usage("%d nodes of cluster '%s' are on this host: say which with --node, one of %s."
                    .formatted(found.size(), cluster, names(found)));
        }
        return found.get(0);
    }

    /** The node that leads, if it is here; else one that knows who does, if there is one. */
    LocalNode bestFor(ClusterName cluster, ElectionName election) {
        List<LocalNode> found = present(cluster);
        return found.stream()
                .filter(one -> holds(one.status(), election))
                .findFirst()
                .or(() -> found.stream()
                        .filter(one -> seats(one.status()).contains(election.value()))
                        .findFirst())
                .orElse(found.get(0));
    }

    private static boolean holds(Answer.Node status, ElectionName election) {
        return status.elections().stream()
                .filter(seat -> seat.election().equals(election.value()))
                .anyMatch(seat -> seat.part() == Part.LEADING
                        || seat.part() == Part.IN_DOUBT
                        || seat.part() == Part.STEPPING_DOWN);
    }

    private static Set<String> seats(Answer.Node status) {
        return status.elections().stream().map(Answer.Seat::election).collect(Collectors.toSet());
    }

    private static String names(List<LocalNode> nodes) {
        return nodes.stream().map(one -> one.name().value()).collect(Collectors.joining(", "));
    }

    /** Never empty. */
    private List<LocalNode> present(ClusterName cluster) {
        List<LocalNode> found = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        for (SocketFile file : doors(cluster)) {
            ControlClient client = new ControlClient(file);
            Reply reply = client.ask(new Request.Status(), TO_SHOW_ITSELF);
            if (reply instanceof Reply.Heard heard && heard.answer() instanceof Answer.Node status) {
                found.add(new LocalNode(client, status));
            } else if (reply instanceof Reply.Heard heard && heard.answer() instanceof Answer.Mistake mistake) {
                silent.add("%s: %s".formatted(file, mistake.message()));
            } else if (reply instanceof Reply.Lost lost) {
                silent.add("%s: %s".formatted(file, lost.why()));
            } else if (reply instanceof Reply.NotReached missed && (!missed.isDead() || isNamed(file))) {
                silent.add("%s: %s".formatted(file, missed.why()));
            }
        }
        List<LocalNode> meant =
                found.stream().filter(one -> isMeant(one, cluster)).toList();
        if (meant.isEmpty()) {
            throw Complaint.failed(nobody(cluster, found, silent));
        }
        return meant;
    }

    /** What dead nodes left behind says nothing, unless somebody asks for that very one. */
    private boolean isNamed(SocketFile file) {
        boolean byName = isNamed()
                && file.path().getFileName().toString().endsWith("." + node + ".sock")
                && !Files.notExists(file.path());
        return socket != null || byName;
    }

    private boolean isMeant(LocalNode one, ClusterName cluster) {
        boolean named = node == null || node.equals(THE_ONLY_ONE) || named().equals(one.name());
        return named && (socket != null || one.status().cluster().equals(cluster.value()));
    }

    private NodeName named() {
        try {
            return new NodeName(String.valueOf(node));
        } catch (IllegalArgumentException e) {
            throw Complaint.usage("--node: %s.".formatted(e.getMessage()), e);
        }
    }

    private String nobody(ClusterName cluster, List<LocalNode> others, List<String> silent) {
        StringBuilder words = new StringBuilder();
        if (socket != null) {
            words.append("no node%s answers at %s.".formatted(isNamed() ? " '" + node + "'" : "", socket));
        } else {
            words.append("no node%s of cluster '%s' answers on this host (sockets of this user in %s)."
                    .formatted(
                            isNamed() ? " '" + node + "'" : "",
                            cluster,
                            sockets().folders().stream().map(Path::toString).collect(Collectors.joining(" and "))));
        }
        List<LocalNode> near = others.stream()
                .filter(one -> one.status().cluster().equals(cluster.value()))
                .toList();
        if (!near.isEmpty()) {
            words.append(" Those that do: ").append(names(near)).append('.');
        }
        silent.forEach(one -> words.append(" Silent: ").append(one).append('.'));
        return words.append(" Another socket is named with --socket PATH.").toString();
    }

    private boolean isNamed() {
        return node != null && !node.equals(THE_ONLY_ONE);
    }

    private LocalSockets sockets() {
        return LocalSockets.of(console.environment());
    }

    private Set<SocketFile> doors(ClusterName cluster) {
        try {
            if (socket != null) {
                return Set.of(new SocketFile(socket.toAbsolutePath()));
            }
            Set<SocketFile> doors = new LinkedHashSet<>();
            console.settings()
                    .find(Setting.CONTROL_SOCKET)
                    .map(Settings.Found::value)
                    .filter(value -> !value.equals("none"))
                    .ifPresent(value -> doors.add(SocketFile.parse(value)));
            if (isNamed()) {
                doors.add(sockets().of(cluster, named()));
            }
            doors.addAll(sockets().of(cluster));
            return doors;
        } catch (IllegalArgumentException e) {
            throw Complaint.usage("--socket = %s.".formatted(e.getMessage()), e);
        }
    }
}
