package dev.primus.server.command;

import dev.primus.core.NodeName;
import dev.primus.core.partition.PlanSettings;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.partition.move.Dispatcher;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.WorkBooks.Snapshot;
import dev.primus.server.talk.Complaint;
import dev.primus.server.view.MovesView;
import dev.primus.server.view.PartitionsView;
import dev.primus.server.view.WorkersView;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code primus partitions}: who has what, what would move, and what people want of single partitions. */
@Command(
        name = "partitions",
        description = {
            "Shows which worker has which partitions, and what would move next and why.",
            "A partition can be pinned to a worker, or excluded, so that nobody has it."
        },
        subcommands = {
            PartitionsCommand.Show.class,
            PartitionsCommand.Preview.class,
            PartitionsCommand.Pin.class,
            PartitionsCommand.Unpin.class,
            PartitionsCommand.Exclude.class,
            PartitionsCommand.Include.class
        },
        footer = {
            "  primus partitions show",
            "  primus partitions show billing/invoices",
            "  primus partitions preview",
            "  primus partitions pin billing/invoices 17 w-2",
            "  primus partitions exclude billing/invoices 42",
        })
final class PartitionsCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        throw Complaint.usage("partitions needs to know what to do: show, preview, pin, unpin, exclude or include."
                + " See: primus partitions --help");
    }

    /** One partition, and who is to have it. */
    private static void tell(
            WorkOptions options,
            String sentence,
            TaskListName list,
            int partition,
            @Nullable NodeName pinned,
            boolean excluded) {
        options.tell(
                sentence,
                json -> json.put("list", list.value())
                        .put("partition", partition)
                        .put("pinnedTo", pinned == null ? null : pinned.value())
                        .put("excluded", excluded));
    }

    /** {@code primus partitions show}. */
    @Command(
            name = "show",
            description = {
                "Shows who has what: a line for each worker, and where in the list its partitions are.",
                "In the strip: █ all partitions of a cell, ▒ some, » being let go, · none."
            },
            footer = {"  primus partitions show", "  primus partitions show billing/invoices --json"})
    static final class Show implements Callable<Integer> {
        @Parameters(paramLabel = "LIST", arity = "0..1", description = "Which list (default: all).")
        private @Nullable TaskListName list;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return options.with(books -> {
                Work work = Work.of(books);
                PartitionsView view = new PartitionsView(work.snapshot(), wanted(work));
                options.output().show(view::lines, view::json);
            });
        }

        private List<Catalogue.Entry> wanted(Work work) {
            return list == null ? work.snapshot().catalogue().lists() : List.of(work.list(list));
        }
    }

    /** {@code primus partitions preview}. */
    @Command(
            name = "preview",
            description = {
                "Shows how many partitions would move if the coordinator planned now, and why each of them. Changes nothing.",
                "After what was changed meanwhile: a coordinator that is there has acted within a second or two."
            },
            footer = {"  primus partitions preview", "  primus partitions preview --json"})
    static final class Preview implements Callable<Integer> {
        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return options.with(books -> {
                Snapshot now = books.snapshot();
                Dispatcher dispatcher = new Dispatcher(PlanSettings.DEFAULT, now.revision(), now.orders());
                List<Attendance> present =
                        now.workers().stream().map(Preview::judged).toList();
                int takers = (int) present.stream()
                        .filter(worker -> worker.state() == Attendance.State.ACTIVE)
                        .count();
                MovesView view = new MovesView(dispatcher.preview(present, now.catalogue()), takers);
                options.output().show(view::lines, view::json);
            });
        }

        /** A coordinator begins by declaring the silent dead. */
        private static Attendance judged(Attendance worker) {
            return worker.isSilent()
                    ? new Attendance(worker.card(), Attendance.State.DEAD, worker.left(), worker.progress())
                    : worker;
        }
    }

    /** {@code primus partitions pin}. */
    @Command(
            name = "pin",
            description =
                    "Gives a partition to one worker whenever that is there; while it is not, another may have it.",
            footer = "  primus partitions pin billing/invoices 17 w-2")
    static final class Pin implements Callable<Integer> {
        @Parameters(paramLabel = "LIST", description = "Which list.")
        @SuppressWarnings("NullAway.Init")
        private TaskListName list;

        @Parameters(paramLabel = "PARTITION", description = "Which partition of it, from 0 on.")
        private int partition;

        @Parameters(paramLabel = "WORKER", description = "Who is to have it.")
        @SuppressWarnings("NullAway.Init")
        private NodeName name;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return options.with(books -> {
                Work work = Work.of(books);
                work.listWith(list, partition);
                Attendance worker = work.worker(name);
                books.wish(new Catalogue.Wish(list, partition, name));
                String but = worker.isAlive() && !worker.isSilent()
                        ? ""
                        : "; that is %s, and until it is back another may have it".formatted(WorkersView.state(worker));
                tell(
                        options,
                        "partition %d of %s is pinned to %s%s.".formatted(partition, list, name, but),
                        list,
                        partition,
                        name,
                        false);
            });
        }
    }

    /** {@code primus partitions unpin}. */
    @Command(
            name = "unpin",
            description = "Any worker may have a partition again that was pinned to one.",
            footer = "  primus partitions unpin billing/invoices 17")
    static final class Unpin implements Callable<Integer> {
        @Parameters(paramLabel = "LIST", description = "Which list.")
        @SuppressWarnings("NullAway.Init")
        private TaskListName list;

        @Parameters(paramLabel = "PARTITION", description = "Which partition of it, from 0 on.")
        private int partition;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return takeBack(options, list, partition, true);
        }
    }

    /** {@code primus partitions exclude}. */
    @Command(
            name = "exclude",
            description = "Has nobody work on a partition: who has it is asked to let go.",
            footer = "  primus partitions exclude billing/invoices 42")
    static final class Exclude implements Callable<Integer> {
        @Parameters(paramLabel = "LIST", description = "Which list.")
        @SuppressWarnings("NullAway.Init")
        private TaskListName list;

        @Parameters(paramLabel = "PARTITION", description = "Which partition of it, from 0 on.")
        private int partition;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return options.with(books -> {
                Work.of(books).listWith(list, partition);
                books.wish(new Catalogue.Wish(list, partition, null));
                tell(
                        options,
                        "partition %d of %s is excluded: nobody is to have it.".formatted(partition, list),
                        list,
                        partition,
                        null,
                        true);
            });
        }
    }

    /** {@code primus partitions include}. */
    @Command(
            name = "include",
            description = "A partition that was excluded is worked on again.",
            footer = "  primus partitions include billing/invoices 42")
    static final class Include implements Callable<Integer> {
        @Parameters(paramLabel = "LIST", description = "Which list.")
        @SuppressWarnings("NullAway.Init")
        private TaskListName list;

        @Parameters(paramLabel = "PARTITION", description = "Which partition of it, from 0 on.")
        private int partition;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return takeBack(options, list, partition, false);
        }
    }

    /** Beyond the end of a list, too: it may have become shorter since. */
    private static int takeBack(WorkOptions options, TaskListName list, int partition, boolean pin) {
        return options.with(books -> {
            Work work = Work.of(books);
            work.list(list);
            Catalogue.Wish wish = work.findWish(list, partition).orElse(null);
            if (wish == null) {
                work.listWith(list, partition);
                throw Complaint.refused("partition = %d of task list '%s': is not %s; allowed is one that is."
                        .formatted(partition, list, pin ? "pinned" : "excluded"));
            }
            NodeName pinned = wish.worker();
            if (pin != (pinned != null)) {
                throw Complaint.refused("partition = %d of task list '%s': is %s; allowed is primus partitions %s."
                        .formatted(
                                partition,
                                list,
                                pinned == null ? "excluded, not pinned" : "pinned to " + pinned + ", not excluded",
                                pin ? "include" : "unpin"));
            }
            books.unwish(list, partition);
            tell(
                    options,
                    "partition %d of %s is %s no more: any worker may have it."
                            .formatted(partition, list, pin ? "pinned" : "excluded"),
                    list,
                    partition,
                    null,
                    false);
        });
    }
}
