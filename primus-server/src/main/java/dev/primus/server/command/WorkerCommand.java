package dev.primus.server.command;

import dev.primus.core.NodeName;
import dev.primus.core.spi.Attendance;
import dev.primus.server.talk.Complaint;
import dev.primus.server.view.WorkersView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code primus worker}: who works on partitions. */
@Command(
        name = "worker",
        description = {
            "Workers: the programs that the coordinator gives partitions to.",
            "They register themselves; here they are seen, and relieved of their work before they are stopped."
        },
        subcommands = {WorkerCommand.Show.class, WorkerCommand.Drain.class, WorkerCommand.Undrain.class},
        footer = {
            "  primus worker list",
            "  primus worker drain w-1",
            "  primus worker undrain w-1",
        })
final class WorkerCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        throw Complaint.usage("worker needs to know what to do: list, drain or undrain. See: primus worker --help");
    }

    private static int turn(WorkOptions options, NodeName name, boolean draining) {
        return options.with(books -> {
            Attendance worker = Work.of(books).worker(name);
            if (!books.drain(name, draining)) {
                throw Complaint.refused(
                        "worker = '%s': is %s; allowed is one that is alive, as primus worker list shows."
                                .formatted(name, worker.isAlive() ? "silent" : WorkersView.state(worker)));
            }
            options.tell(
                    draining
                            ? "worker %s drains: it gets nothing new, and is asked to let go of what it has."
                                    .formatted(name)
                            : "worker %s takes part again.".formatted(name),
                    json -> json.put("worker", name.value()).put("draining", draining));
        });
    }

    /** {@code primus worker list}. */
    @Command(
            name = "list",
            description = "Shows all workers: how each is, for how long its lease still runs, and how much it has.",
            footer = "  primus worker list --json")
    static final class Show implements Callable<Integer> {
        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return options.with(books -> {
                WorkersView view = new WorkersView(books.snapshot());
                options.output().show(view::lines, view::json);
            });
        }
    }

    /** {@code primus worker drain}. */
    @Command(
            name = "drain",
            description = {
                "Has a worker give away all it has, partition by partition as it finishes them.",
                "Holds for the present life of the worker: once started anew it takes part again."
            },
            footer = "  primus worker drain w-1")
    static final class Drain implements Callable<Integer> {
        @Parameters(paramLabel = "NAME", description = "Which worker.")
        @SuppressWarnings("NullAway.Init")
        private NodeName name;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return turn(options, name, true);
        }
    }

    /** {@code primus worker undrain}. */
    @Command(
            name = "undrain",
            description = "Has a worker that drains, or has drained, take part again.",
            footer = "  primus worker undrain w-1")
    static final class Undrain implements Callable<Integer> {
        @Parameters(paramLabel = "NAME", description = "Which worker.")
        @SuppressWarnings("NullAway.Init")
        private NodeName name;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return turn(options, name, false);
        }
    }
}
