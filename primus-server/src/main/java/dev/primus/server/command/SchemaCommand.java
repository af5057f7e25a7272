package dev.primus.server.command;

import dev.primus.jdbc.SchemaScripts;
import dev.primus.jdbc.SqlDialect;
import dev.primus.server.store.StoreAccess;
import dev.primus.server.store.StoreUrl;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code primus schema}: the tables, by hand. */
@Command(
        name = "schema",
        description = "Prints, applies or checks the tables of a store.",
        subcommands = {SchemaCommand.Print.class, SchemaCommand.Apply.class, SchemaCommand.Check.class},
        footer = {
            "  primus schema print --dialect mariadb > primus.sql",
            "  primus schema apply --store jdbc:postgresql://db/app --user owner --password-file pw.txt",
            "  primus schema check --store jdbc:postgresql://db/app --user app --password-file pw.txt",
        })
final class SchemaCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        throw Complaint.usage("schema needs to know what to do: print, apply or check. See: primus schema --help");
    }

    /** {@code primus schema print}: for those who run scripts themselves. */
    @Command(
            name = "print",
            description = "Prints the SQL that makes the tables, or upgrades them from an earlier version.",
            footer = {
                "  primus schema print --dialect postgresql",
                "  primus schema print --dialect mariadb --from-version 1",
            })
    static final class Print implements Callable<Integer> {
        private final Console console;

        @Option(
                names = "--dialect",
                paramLabel = "NAME",
                description = "sqlite, postgresql, mariadb or mysql (default: that of --store).")
        private @Nullable SqlDialect dialect;

        @Option(
                names = "--from-version",
                paramLabel = "N",
                description = "Only what tables of that version lack (default: 0, all).")
        private int fromVersion;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private StoreOptions store;

        Print(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            if (fromVersion < 0 || fromVersion > SchemaScripts.CURRENT) {
                throw Complaint.usage(
                        "--from-version = %d: allowed is 0 to %d.".formatted(fromVersion, SchemaScripts.CURRENT));
            }
            console.out().print(SchemaScripts.print(wanted(), fromVersion));
            return ExitCode.DONE;
        }

        private SqlDialect wanted() {
            return dialect == null ? dialectOf(store.url()) : dialect;
        }

        private static SqlDialect dialectOf(StoreUrl url) {
            return SqlDialect.valueOf(url.kind().name());
        }
    }

    /** {@code primus schema apply}: makes what is missing. */
    @Command(
            name = "apply",
            description = "Makes the tables, or brings those of an earlier version up to date. Never drops anything.",
            footer = "  primus schema apply --store jdbc:mariadb://db/app --user owner --password-file pw.txt")
    static final class Apply implements Callable<Integer> {
        private final Console console;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private StoreOptions store;

        Apply(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            StoreAccess access = store.toTakePart();
            access.admin().createOrUpgrade();
            access.admin().check();
            console.say("primus: the tables in %s are as version %d needs them."
                    .formatted(store.url(), SchemaScripts.CURRENT));
            return ExitCode.DONE;
        }
    }

    /** {@code primus schema check}: changes nothing. */
    @Command(
            name = "check",
            description = "Tells whether the tables are what this release needs. Changes nothing.",
            footer = "  primus schema check --store jdbc:postgresql://db/app --user app --password-file pw.txt")
    static final class Check implements Callable<Integer> {
        private final Console console;

        @Mixin
        @SuppressWarnings("NullAway.Init")
        private StoreOptions store;

        Check(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() {
            store.toRead().admin().check();
            console.say("primus: the tables in %s are as version %d needs them."
                    .formatted(store.url(), SchemaScripts.CURRENT));
            return ExitCode.DONE;
        }
    }
}
