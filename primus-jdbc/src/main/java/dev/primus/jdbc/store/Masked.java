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

    private Masked() {}

    public static String text(String message) {
        String masked = URL.matcher(message).replaceAll("jdbc:$1:***");
        masked = USER_INFO.matcher(masked).replaceAll("//***@");
        return ASSIGNMENT.matcher(masked).replaceAll("$1=***");
    }

    /** What went wrong, in one line. */
    public static String text(Throwable error) {
        String message = error.getMessage();
        String first = message == null
                ? error.getClass().getSimpleName()
                : message.strip().lines().findFirst().orElse("");
        return text(first);
    }

    /** The same error for use as a cause: where it happened, but not what the driver said beyond the masked line. */
    public static SQLException copy(SQLException error) {
        SQLException copy = new SQLException(text(error), error.getSQLState(), error.getErrorCode());
        copy.setStackTrace(error.getStackTrace());
        return copy;
    }
}
