package dev.primus.server.run;

import dev.primus.Leadership;
import dev.primus.core.NodeName;
import dev.primus.process.TreeKey;
import dev.primus.server.settings.SecretVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is to be run.
 *
 * @param words the program and its arguments, as they are: no shell reads them
 * @param setsid the command that starts a program in a session of its own; empty if there is none
 * @param node who runs it
 */
public record ProgramSpec(List<String> words, List<String> setsid, NodeName node) {
    public ProgramSpec {
        words = List.copyOf(words);
        setsid = List.copyOf(setsid);
    }

    public static ProgramSpec of(List<String> words, String path, NodeName node) {
        return new ProgramSpec(
                words,
                Executable.find("setsid", path)
                        .map(file -> List.of(file.toString()))
                        .orElse(List.of()),
                node);
    }

    boolean hasSession() {
        return !setsid.isEmpty();
    }

    /** Ready to be started: standard streams are ours, passed on. */
    ProcessBuilder builder(Leadership leadership, TreeKey tree) {
        List<String> command = new ArrayList<>(setsid);
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        Map<String, String> environment = builder.environment();
        SecretVariable.removeFrom(environment);
        environment.put("PRIMUS_TOKEN", Long.toString(leadership.token()));
        environment.put("PRIMUS_TERM", Long.toString(leadership.token()));
        environment.put("PRIMUS_ELECTION", leadership.election().value());
        environment.put("PRIMUS_NODE", node.value());
        // A run inside a run is part of both, so that the outer one finds it too.
        environment.merge(TreeKey.VARIABLE, tree.runId(), (outer, inner) -> outer + "," + inner);
        return builder;
    }

    @Override
    public String toString() {
        return words.get(0);
    }
}
