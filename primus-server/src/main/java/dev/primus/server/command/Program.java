package dev.primus.server.command;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.core.partition.TaskListName;
import dev.primus.server.settings.Settings;
import dev.primus.server.settings.SettingsFile;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import dev.primus.settings.WrittenTime;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.TypeConversionException;

/** The command line: parses, runs one verb, and turns what went wrong into one sentence and an exit code. */
public final class Program {
    /** Examples before options: most readers want to copy a line. */
    private static final List<String> HELP_ORDER = List.of(
            UsageMessageSpec.SECTION_KEY_HEADER,
            UsageMessageSpec.SECTION_KEY_DESCRIPTION,
            UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
            UsageMessageSpec.SECTION_KEY_SYNOPSIS,
            UsageMessageSpec.SECTION_KEY_FOOTER_HEADING,
            UsageMessageSpec.SECTION_KEY_FOOTER,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
            UsageMessageSpec.SECTION_KEY_PARAMETER_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
            UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_OPTION_LIST,
            UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST_HEADING,
            UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST);

    /** These play with settings of their own, whatever holds for real nodes here. */
    private static final Set<String> UNCONFIGURED = Set.of("demo", "simulate");

    private static final Set<String> ASIDE = Set.of("--help", "-h", "--version", "-V", PrimusCommand.NO_CONFIG);

    private final Console console;

    public Program(Console console) {
        this.console = console;
    }

    public int run(String... args) {
        CommandLine line = commandLine();
        try {
            line.setDefaultValueProvider(new SettingDefaults(settings(args)));
        } catch (Complaint complaint) {
            return new Mistakes(console).handleExecutionException(complaint, line, null);
        }
        return line.execute(args);
    }

    /** Only verbs that have settings read them: a broken file must not keep anybody from reading the help. */
    private Settings settings(String... args) {
        List<String> words = List.of(args);
        String verb = verb(words);
        boolean wanted = !verb.isEmpty()
                && !UNCONFIGURED.contains(verb)
                && words.stream().noneMatch(ASIDE::contains);
        console.settings(
                wanted
                        ? Settings.of(
                                SettingsFile.find(configNamed(words), console.environment()), console.environment())
                        : Settings.ofStoreAlone(console.environment()));
        return console.settings();
    }

    /** The first word that is neither an option nor the value of one; empty if there is none. */
    private static String verb(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals("--config")) {
                i++;
            } else if (!words.get(i).startsWith("-")) {
                return words.get(i);
            }
        }
        return "";
    }

    private String configNamed(List<String> words) {
        for (int i = 0; i < words.size() && !words.get(i).equals("--"); i++) {
            if (words.get(i).startsWith("--config=")) {
                return words.get(i).substring("--config=".length());
            }
            if (words.get(i).equals("--config") && i + 1 < words.size()) {
                return words.get(i + 1);
            }
        }
        return console.environment().getOrDefault("PRIMUS_CONFIG", "");
    }

    CommandLine commandLine() {
        CommandLine line = new CommandLine(new PrimusCommand(), new ConsoleFactory(console));
        register(line, Duration.class, WrittenTime::parse);
        register(line, NodeName.class, NodeName::new);
        register(line, ElectionName.class, ElectionName::new);
        register(line, ClusterName.class, ClusterName::new);
        register(line, TaskListName.class, TaskListName::new);
        register(line, RunCommand.RestartPolicy.class, RunCommand.RestartPolicy::of);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(false);
        line.setUsageHelpWidth(100);
        line.setColorScheme(
                CommandLine.Help.defaultColorScheme(console.terminal().hasColor() ? Ansi.ON : Ansi.OFF));
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        Mistakes mistakes = new Mistakes(console);
        line.setParameterExceptionHandler(mistakes);
        line.setExecutionExceptionHandler(mistakes);
        line.setExecutionStrategy(this::execute);
        // What follows a program's name is the program's.
        line.getSubcommands().values().stream()
                .filter(verb -> verb.getCommand() instanceof RunCommand)
                .forEach(run -> run.setStopAtPositional(true));
        dress(line);
        return line;
    }

    private int execute(CommandLine.ParseResult parsed) {
        PrimusCommand root = parsed.commandSpec().root().commandLine().getCommand();
        root.applyTo(console);
        return new CommandLine.RunLast().execute(parsed);
    }

    private static <T> void register(CommandLine line, Class<T> type, ITypeConverter<T> reader) {
        line.registerConverter(type, text -> {
            try {
                return reader.convert(text);
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new TypeConversionException(e.getMessage());
            }
        });
    }

    private static void dress(CommandLine line) {
        UsageMessageSpec usage = line.getCommandSpec().usageMessage();
        line.getCommandSpec().versionProvider(new Version());
        usage.sectionKeys(HELP_ORDER);
        usage.synopsisHeading("%nUsage: ");
        usage.footerHeading("%nExamples:%n");
        usage.parameterListHeading("%n");
        usage.optionListHeading("%nOptions:%n");
        usage.commandListHeading("%nCommands:%n");
        usage.exitCodeListHeading("%nExit codes:%n");
        if (usage.exitCodeList().isEmpty()) {
            usage.exitCodeList(ExitCode.meanings());
        }
        usage.abbreviateSynopsis(true);
        usage.sortOptions(false);
        line.getSubcommands().values().forEach(Program::dress);
    }
}
