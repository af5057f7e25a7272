package dev.primus.server.command;

import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.talk.QuietLogging;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The program itself: what holds for every verb. */
@Command(
        name = "primus",
        description = "Coordinator election: of many equal nodes one leads, and everybody knows which.",
        versionProvider = Version.class,
        subcommands = {
            DemoCommand.class,
            NodeCommand.class,
            RunCommand.class,
            StatusCommand.class,
            HistoryCommand.class,
            ExplainCommand.class,
            MembersCommand.class,
            HealthCommand.class,
            PollsCommand.class,
            DomainCommand.class,
            TaskListCommand.class,
            WorkerCommand.class,
            PartitionsCommand.class,
            CheckCommand.class,
            WaitCommand.class,
            TransferCommand.class,
            ResignCommand.class,
            TriggerCommand.class,
            VotersCommand.class,
            PauseCommand.class,
            ResumeCommand.class,
            SimulateCommand.class,
            AdviseCommand.class,
            SchemaCommand.class,
            KeysCommand.class,
            ConfigCommand.class,
            HousekeepingCommand.class,
        },
        footer = {
            "  primus demo                                    three nodes, one killed: watch the failover",
            "  primus node --node core-1 --election nightly   take part in an election",
            "  primus run --election nightly -- ./job.sh      run a program on one node only",
            "  primus status                                  who leads",
            "  primus history nightly                         who led before, and why it changed",
            "  primus transfer nightly --to core-2            hand leadership over",
        })
final class PrimusCommand implements Callable<Integer> {
    static final String NO_CONFIG = "--no-config";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = {"-q", "--quiet"},
            scope = ScopeType.INHERIT,
            description = "Say less: data and errors only.")
    private boolean quiet;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Say more: debug log and stack traces.")
    private boolean verbose;

    /** Read before anything else is, since what it says are the defaults of the other options. */
    @Option(
            names = "--config",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = {
                "Settings file (also: PRIMUS_CONFIG).",
                "Default: primus.toml here, then in the user's configuration folder, then in /etc/primus."
            })
    private String config = "";

    /** For nodes that are told everything by their parent: of file and environment only the store and its user count. */
    @Option(names = NO_CONFIG, scope = ScopeType.INHERIT, hidden = true)
    private boolean noConfig;

    @Option(names = "--no-color", scope = ScopeType.INHERIT, description = "No colours (also: NO_COLOR, TERM=dumb).")
    private boolean noColor;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show the version.")
    private boolean version;

    void applyTo(Console console) {
        console.quiet(quiet);
        console.verbose(verbose);
        console.noColor(noColor);
        if (verbose) {
            QuietLogging.speakUp();
        }
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.USAGE;
    }
}
