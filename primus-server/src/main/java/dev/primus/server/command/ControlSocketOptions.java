package dev.primus.server.command;

import dev.primus.Primus;
import dev.primus.core.ClusterName;
import dev.primus.core.NodeName;
import dev.primus.server.control.Control;
import dev.primus.server.control.Extras;
import dev.primus.server.control.PastElections;
import dev.primus.server.control.socket.CannotOpen;
import dev.primus.server.control.socket.ControlSocket;
import dev.primus.server.control.socket.LocalSockets;
import dev.primus.server.control.socket.SocketFile;
import dev.primus.server.settings.Setting;
import dev.primus.server.settings.Settings;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a node that takes part lets operators in. */
final class ControlSocketOptions {
    private static final String NONE = "none";

    private final Console console;

    @Option(
            names = "--control-socket",
            paramLabel = "PATH|none",
            description = "Where operators on this host reach this node (default: a file of this user for each node;"
                    + " see docs/control.md).")
    private @Nullable String place;

    ControlSocketOptions(Console console) {
        this.console = console;
    }

    /**
     * Takes the place that was asked for, or fails. The usual place is a convenience: if it cannot be had, the node takes
     * part without it.
     */
    @Nullable
    ControlSocket claim(ClusterName cluster, NodeName node) {
        if (NONE.equals(place)) {
            return null;
        }
        if (place != null) {
            return claim(place);
        }
        try {
            return ControlSocket.claim(LocalSockets.of(console.environment()).of(cluster, node));
        } catch (CannotOpen | IllegalArgumentException e) {
            console.say(("primus: no control socket in %s: %s. This node takes part without it; another place is chosen"
                            + " with --control-socket PATH|none.")
                    .formatted(LocalSockets.of(console.environment()).folder(), e.getMessage()));
            return null;
        }
    }

    private ControlSocket claim(String path) {
        String setting = console.settings()
                .find(Setting.CONTROL_SOCKET)
                .filter(found -> found.value().equals(path))
                .map(Settings.Found::where)
                .orElse(Setting.CONTROL_SOCKET.flag());
        SocketFile file;
        try {
            file = SocketFile.parse(path);
        } catch (IllegalArgumentException e) {
            throw Complaint.usage("%s = %s.".formatted(setting, e.getMessage()), e);
        }
        try {
            return ControlSocket.claim(file);
        } catch (CannotOpen e) {
            throw Complaint.usage("%s = '%s': %s.".formatted(setting, path, e.getMessage()), e);
        }
    }

    static void serve(@Nullable ControlSocket socket, Primus primus, PastElections past) {
        serve(socket, primus, Extras.NONE, past);
    }

    static void serve(@Nullable ControlSocket socket, Primus primus, Extras extras, PastElections past) {
        if (socket != null) {
            socket.serve(Control.of(primus, extras, past));
        }
    }
}
