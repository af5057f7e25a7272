package dev.primus.server.command;

import dev.primus.core.spi.StoreException;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.talk.Nearest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** One sentence for whatever went wrong, and what to do; the rest only with {@code --verbose}. */
final class Mistakes implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final Console console;

    Mistakes(Console console) {
        this.console = console;
    }

    @Override
    public int handleParseException(ParameterException mistake, String[] args) {
        String verb = mistake.getCommandLine().getCommandSpec().qualifiedName();
        if (mistake instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            tell(unmatched(unmatched));
        } else {
            tell(String.valueOf(mistake.getMessage()));
        }
        console.err().println("        See: " + verb + " --help");
        return mistake.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Only the first word that was not understood: the next one may be a password somebody put there. */
    private static String unmatched(UnmatchedArgumentException mistake) {
        String word = mistake.getUnmatched().get(0).replaceFirst("=.*", "");
        if (word.matches("--?(store-?)?(pass.*|pw|pwd)")) {
            return "passwords are not taken by a flag, where others can see them:"
                    + " use --password-file FILE, --password-file - or PRIMUS_STORE_PASSWORD.";
        }
        CommandLine line = mistake.getCommandLine();
        boolean option = word.startsWith("-");
        boolean verb = !option && !line.getSubcommands().isEmpty();
        List<String> choices = new ArrayList<>();
        if (option) {
            choices.addAll(line.getCommandSpec().optionsMap().keySet());
        } else if (verb) {
            choices.addAll(line.getSubcommands().keySet());
        }
        String what = option ? "unknown option" : verb ? "unknown command" : "unexpected argument";
        return what + " '" + word + "'."
                + Nearest.to(word, choices)
                        .map(near -> " Did you mean '" + near + "'?")
                        .orElse("");
    }

    @Override
    public int handleExecutionException(Exception mistake, CommandLine line, @Nullable ParseResult parsed) {
        tell(sentence(mistake));
        if (console.isVerbose()) {
            mistake.printStackTrace(console.err());
        }
        return exitCode(mistake, line.getCommandSpec().exitCodeOnExecutionException());
    }

    /** A verb whose codes are another program's has one code for all that goes wrong with itself. */
    private static int exitCode(Exception mistake, int failed) {
        boolean codesAreOurs = failed == ExitCode.FAILED;
        return mistake instanceof Complaint complaint && (codesAreOurs || complaint.exitCode() > failed)
                ? complaint.exitCode()
                : failed;
    }

    private static String sentence(Exception mistake) {
        if (mistake instanceof StoreException) {
            return inCommands(String.valueOf(mistake.getMessage()));
        }
        if (mistake instanceof Complaint) {
            return String.valueOf(mistake.getMessage());
        }
        return "unexpected: %s. This is a bug; --verbose shows where.".formatted(mistake);
    }

    /** The library speaks to programmers; here its advice is a command. */
    private static String inCommands(String advice) {
        return advice.replace(
                "run the script of SchemaScripts or call createSchema()",
                "run primus schema apply with the same --store (or the script of primus schema print)");
    }

    private void tell(String sentence) {
        console.err().println(console.terminal().red("primus:") + " " + sentence);
    }
}
