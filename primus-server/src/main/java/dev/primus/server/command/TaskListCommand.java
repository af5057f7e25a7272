package dev.primus.server.command;

import dev.primus.core.partition.Partitions;
import dev.primus.core.partition.TaskList;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.partition.Weight;
import dev.primus.core.spi.Catalogue;
import dev.primus.server.talk.Complaint;
import dev.primus.server.view.Occupancy;
import dev.primus.server.view.TaskListsView;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code primus tasklist}: the work that is shared out. */
@Command(
        name = "tasklist",
        description = {
            "Task lists: work that is split into partitions, which the coordinator shares out over the workers.",
            "What is changed here is carried out by the coordinator, within a second or two."
        },
        subcommands = {
            TaskListCommand.Show.class,
            TaskListCommand.Create.class,
            TaskListCommand.Resize.class,
            TaskListCommand.Activate.class,
            TaskListCommand.Deactivate.class
        },
        footer = {
            "  primus tasklist list",
            "  primus tasklist create billing/invoices --partitions 100",
            "  primus tasklist resize billing/invoices --partitions 120",
            "  primus tasklist deactivate billing/invoices",
        })
final class TaskListCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        throw Complaint.usage("tasklist needs to know what to do: list, create, resize, activate or deactivate."
                + " See: primus tasklist --help");
    }

    private static int checked(int partitions) {
        if (partitions < 0 || partitions > TaskList.MOST_PARTITIONS) {
            throw Complaint.usage(
                    "--partitions = %d: allowed is 0 to %d.".formatted(partitions, TaskList.MOST_PARTITIONS));
        }
        return partitions;
    }

    /** No coordinator could plan for more than it can count. */
    private static void mustFit(Work work, TaskList list) {
        long others = work.snapshot().catalogue().lists().stream()
                .map(Catalogue.Entry::list)
                .filter(each -> !each.name().equals(list.name()))
                .mapToLong(TaskList::partitions)
                .sum();
        if (others + list.partitions() > TaskList.MOST_PARTITIONS) {
            throw Complaint.refused(
                    "--partitions = %d: allowed is %d, for all lists together have at most %d, and the others have %d."
                            .formatted(
                                    list.partitions(),
                                    Math.max(0, TaskList.MOST_PARTITIONS - others),
                                    TaskList.MOST_PARTITIONS,
                                    others));
        }
    }

    private static void tell(WorkOptions options, String sentence, TaskList list, boolean changed) {
        options.tell(
                sentence,
                json -> json.put("list", list.name().value())
                        .put("partitions", list.partitions())
                        .put("weight", list.weight().hundredths() / 100.0)
                        .put("changed", changed));
    }

    private static int turn(WorkOptions options, TaskListName name, boolean active) {
        return options.with(books -> {
            Work work = Work.of(books);
            TaskList list = work.list(name).list();
            books.define(new Catalogue.Entry(list, active));
            boolean heeded = work.domain(name.domain()).active();
            String but = active && !heeded
                    ? ", but nobody works on it while domain '%s' is not".formatted(name.domain())
                    : "";
            tell(
                    options,
                    "task list %s is %s now%s.".formatted(name, active ? "active" : "not active", but),
                    list,
                    true);
        });
    }

    /** {@code primus tasklist list}. */
    @Command(
            name = "list",
            description = "Shows all task lists, and how much of each is being worked on.",
            footer = "  primus tasklist list --json")
    static final class Show implements Callable<Integer> {
        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return options.with(books -> {
                TaskListsView view = new TaskListsView(books.snapshot());
                options.output().show(view::lines, view::json);
            });
        }
    }

    /** {@code primus tasklist create}. */
    @Command(
            name = "create",
            description = "Makes a task list, and its domain if that is not there. It is active from the start.",
            footer = {
                "  primus tasklist create billing/invoices --partitions 100",
                "  primus tasklist create billing/reports --partitions 8 --weight 2.5",
            })
    static final class Create implements Callable<Integer> {
        @Parameters(paramLabel = "DOMAIN/LIST", description = "Its name.")
        @SuppressWarnings("NullAway.Init")
        private TaskListName name;

        @Option(
                names = "--partitions",
                paramLabel = "N",
                required = true,
                description = "Into how many parts it is split.")
        private int partitions;

        @Option(
                names = "--weight",
                paramLabel = "W",
                description = "How heavy each part is, compared with those of other lists: 0.01 to 100 (default: 1).")
        private double weight = 1;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            TaskList list = new TaskList(name, checked(partitions), weight());
            return options.making(books -> {
                Work work = Work.of(books);
                Catalogue.Entry present = work.findList(name).orElse(null);
                if (present == null) {
                    mustFit(work, list);
                    books.define(new Catalogue.Entry(list, true));
                    tell(options, "task list %s has %d partitions now.".formatted(name, partitions), list, true);
                } else if (present.list().equals(list)) {
                    tell(options, "task list %s is there already; nothing was changed.".formatted(name), list, false);
                } else {
                    throw Complaint.refused(
                            "task list = '%s': is there already, with %d partitions of weight %s; allowed is a new name, or primus tasklist resize."
                                    .formatted(
                                            name,
                                            present.list().partitions(),
                                            present.list().weight()));
                }
            });
        }

        private Weight weight() {
            try {
                return Weight.of(weight);
            } catch (IllegalArgumentException e) {
                throw Complaint.usage(
                        "--weight = %s: allowed is 0.01 to 100, with at most two decimals.".formatted(weight), e);
            }
        }
    }

    /** {@code primus tasklist resize}. */
    @Command(
            name = "resize",
            description = {
                "Changes how many partitions a task list has.",
                "If it becomes shorter the highest numbers go, and it says who has them: those workers are asked to let go."
            },
            footer = "  primus tasklist resize billing/invoices --partitions 120")
    static final class Resize implements Callable<Integer> {
        @Parameters(paramLabel = "DOMAIN/LIST", description = "Which list.")
        @SuppressWarnings("NullAway.Init")
        private TaskListName name;

        @Option(names = "--partitions", paramLabel = "N", required = true, description = "How many it is to have.")
        private int partitions;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            checked(partitions);
            return options.with(books -> {
                Work work = Work.of(books);
                Catalogue.Entry present = work.list(name);
                if (!work.domain(name.domain()).active()) {
                    // What is on record of a list in such a domain does not tell whether it is active by itself.
                    throw Complaint.refused(
                            "task list = '%s': its domain '%s' is not active; allowed is a list of an active domain, so begin with primus domain activate."
                                    .formatted(name, name.domain()));
                }
                TaskList list = new TaskList(name, partitions, present.list().weight());
                mustFit(work, list);
                boolean changed = partitions != present.list().partitions();
                if (changed) {
                    books.define(new Catalogue.Entry(list, present.active()));
                }
                tell(options, outcome(Occupancy.of(work.snapshot(), present)), list, changed);
            });
        }

        private String outcome(Occupancy before) {
            int old = before.partitions();
            if (partitions == old) {
                return "task list %s has %d partitions already; nothing was changed.".formatted(name, old);
            }
            String change = "task list %s: %d -> %d partitions; ".formatted(name, old, partitions);
            return change + (partitions > old ? Partitions.of(old, partitions - 1) + " are new." : gone(before));
        }

        private String gone(Occupancy before) {
            Partitions gone = Partitions.of(partitions, before.partitions() - 1);
            String holders = before.shares().values().stream()
                    .filter(share -> !share.all().and(gone).isEmpty())
                    .map(share -> "%s (%s)"
                            .formatted(share.worker().id().name(), share.all().and(gone)))
                    .collect(Collectors.joining(", "));
            return "%s go, %s."
                    .formatted(
                            gone, holders.isEmpty() ? "which nobody has" : "and these are asked for them: " + holders);
        }
    }

    /** {@code primus tasklist activate}. */
    @Command(
            name = "activate",
            description = "Has a task list worked on, if its domain is active too.",
            footer = "  primus tasklist activate billing/invoices")
    static final class Activate implements Callable<Integer> {
        @Parameters(paramLabel = "DOMAIN/LIST", description = "Which list.")
        @SuppressWarnings("NullAway.Init")
        private TaskListName name;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return turn(options, name, true);
        }
    }

    /** {@code primus tasklist deactivate}. */
    @Command(
            name = "deactivate",
            description = "Has nobody work on a task list: workers are asked to let go of it. It stays on record.",
            footer = "  primus tasklist deactivate billing/invoices")
    static final class Deactivate implements Callable<Integer> {
        @Parameters(paramLabel = "DOMAIN/LIST", description = "Which list.")
        @SuppressWarnings("NullAway.Init")
        private TaskListName name;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return turn(options, name, false);
        }
    }
}
