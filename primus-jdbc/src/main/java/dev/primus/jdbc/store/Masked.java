package dev.primus.jdbc.store;

import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * Errors without secrets. Drivers put the URL they were given, and with it passwords, into some of their messages; what
 * leaves this module has passed through here.
 */
public final class Masked {
    private static final Pattern URL = Pattern.compile("jdbc:([a-z0-9]+):\\S*", Pattern.CASE_INSENSITIVE);
    private static final Pattern USER_INFO = Pattern.compile("//[^/@\\s]+@");
    private static final Pattern ASSIGNMENT = Pattern.compile(
            "(pass(?:word|wd|phrase)?|pwd|secret|token|user)\\s*[=:]\\s*(?!(?:YES|NO)(?:[\\s)]|$))[^\\s,;&)]+",
            Pattern.CASE_INSENSITIVE);

    /** Chains of causes are short, unless somebody tied one into a ring. */
    private static final int MOST_CAUSES = 10;

    private Masked() {}

    public static String text(String message) {
        String masked = URL.matcher(message).replaceAll("jdbc:$1:***");
        masked = USER_INFO.matcher(masked).replaceAll("//***@");
        return ASSIGNMENT.matcher(masked).replaceAll("$1=***");
    }

    /** What went wrong, in one line; with what was at the bottom of it, for "connection attempt failed" helps nobody. */
    public static String text(Throwable error) {
        String words = firstLine(error);
        Throwable root = rootOf(error);
        String below = root.getMessage() == null ? "" : firstLine(root);
        if (root == error || (!below.isEmpty() && words.contains(below))) {
            return words;
        }
        return "%s (%s)".formatted(words, named(root));
    }

    /**
     * The same error for use as a cause: where it happened and what led to it, but not what the driver said beyond the
     * masked lines.
     */
    public static SQLException copy(SQLException error) {
        SQLException copy = new SQLException(firstLine(error), error.getSQLState(), error.getErrorCode());
        copy.setStackTrace(error.getStackTrace());
        if (error.getCause() != null) {
            copy.initCause(copyOfCause(error.getCause(), MOST_CAUSES));
        }
        return copy;
    }

    private static Exception copyOfCause(Throwable cause, int most) {
        Exception copy = new Exception(named(cause));
        copy.setStackTrace(cause.getStackTrace());
        if (cause.getCause() != null && most > 1) {
            copy.initCause(copyOfCause(cause.getCause(), most - 1));
        }
        return copy;
    }

    private static Throwable rootOf(Throwable error) {
        Throwable root = error;
        for (int i = 0; i < MOST_CAUSES && root.getCause() != null; i++) {
            root = root.getCause();
        }
        return root;
    }

    private static String named(Throwable error) {
        String kind = error.getClass().getSimpleName();
        return error.getMessage() == null ? kind : kind + ": " + firstLine(error);
    }

    private static String firstLine(Throwable error) {
        String message = error.getMessage();
        return text(
                message == null
                        ? error.getClass().getSimpleName()
                        : message.strip().lines().findFirst().orElse(""));
    }
}
