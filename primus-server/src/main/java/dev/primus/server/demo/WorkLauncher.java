package dev.primus.server.demo;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Starts nodes that share work out, and workers, by their names. */
record WorkLauncher(NodeLauncher nodes) implements Cast.Starter {

    @Override
    public Child start(String name, Consumer<Event> events) throws IOException {
        return Child.start(
                name, PartitionsPlay.WORKERS.contains(name) ? worker(name) : node(name), nodes.environment(), events);
    }

    private List<String> node(String name) {
        List<String> command = nodes.command(name);
        command.add("--allocate");
        return command;
    }

    private List<String> worker(String name) {
        List<String> command = NodeLauncher.java(nodes.scratch(), DemoWorker.class);
        command.addAll(List.of(
                name,
                nodes.cluster().value(),
                Long.toString(nodes.timing().lease().toMillis())));
        return command;
    }
}
