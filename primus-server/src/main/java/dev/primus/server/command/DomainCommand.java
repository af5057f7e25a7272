package dev.primus.server.command;

import dev.primus.core.spi.WorkBooks.Domain;
import dev.primus.server.talk.Complaint;
import dev.primus.server.view.DomainsView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code primus domain}: the groups that lists of work are in. */
@Command(
        name = "domain",
        description = {
            "Domains: groups of task lists, by the part of their names before the slash.",
            "While a domain is not active, nobody works on its lists."
        },
        subcommands = {
            DomainCommand.Show.class,
            DomainCommand.Create.class,
            DomainCommand.Activate.class,
            DomainCommand.Deactivate.class
        },
        footer = {
            "  primus domain list",
            "  primus domain create billing",
            "  primus domain deactivate billing",
        })
final class DomainCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        throw Complaint.usage(
                "domain needs to know what to do: list, create, activate or deactivate. See: primus domain --help");
    }

    private static Domain named(String name, boolean active) {
        try {
            if (!name.isEmpty()) {
                return new Domain(name, active);
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw Complaint.usage(
                "domain = '%s': allowed are 1 to 63 letters, digits and _ . : -, and no slash.".formatted(name));
    }

    private static void tell(WorkOptions options, Domain domain, boolean changed) {
        String word = domain.active() ? "active" : "not active";
        options.tell(
                changed
                        ? "domain %s is %s now.".formatted(domain.name(), word)
                        : "domain %s is there already, and %s; nothing was changed.".formatted(domain.name(), word),
                json -> json.put("domain", domain.name())
                        .put("active", domain.active())
                        .put("changed", changed));
    }

    private static int turn(WorkOptions options, String name, boolean active) {
        Domain wanted = named(name, active);
        return options.with(books -> {
            Domain present = Work.of(books).domain(name);
            if (!present.equals(wanted)) {
                books.define(wanted);
            }
            tell(options, wanted, !present.equals(wanted));
        });
    }

    /** {@code primus domain list}. */
    @Command(
            name = "list",
            description = "Shows all domains, and how much work there is in each.",
            footer = "  primus domain list --json")
    static final class Show implements Callable<Integer> {
        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return options.with(books -> {
                DomainsView view = new DomainsView(books.snapshot());
                options.output().show(view::lines, view::json);
            });
        }
    }

    /** {@code primus domain create}. */
    @Command(
            name = "create",
            description = "Makes a domain, active from the start. A task list makes its own if it is not there.",
            footer = "  primus domain create billing")
    static final class Create implements Callable<Integer> {
        @Parameters(paramLabel = "NAME", description = "Its name.")
        @SuppressWarnings("NullAway.Init")
        private String name;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            Domain made = named(name, true);
            return options.making(books -> {
                Domain present = Work.of(books).findDomain(name).orElse(null);
                if (present == null) {
                    books.define(made);
                }
                tell(options, present == null ? made : present, present == null);
            });
        }
    }

    /** {@code primus domain activate}. */
    @Command(
            name = "activate",
            description = "Has the lists of a domain worked on, if they are active themselves.",
            footer = "  primus domain activate billing")
    static final class Activate implements Callable<Integer> {
        @Parameters(paramLabel = "NAME", description = "Which domain.")
        @SuppressWarnings("NullAway.Init")
        private String name;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return turn(options, name, true);
        }
    }

    /** {@code primus domain deactivate}. */
    @Command(
            name = "deactivate",
            description = "Has nobody work on the lists of a domain: workers are asked to let go of them.",
            footer = "  primus domain deactivate billing")
    static final class Deactivate implements Callable<Integer> {
        @Parameters(paramLabel = "NAME", description = "Which domain.")
        @SuppressWarnings("NullAway.Init")
        private String name;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private WorkOptions options;

        @Override
        public Integer call() {
            return turn(options, name, false);
        }
    }
}
