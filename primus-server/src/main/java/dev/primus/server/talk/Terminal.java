package dev.primus.server.talk;

import java.util.Map;

/**
 * What the reader's side can do.
 *
 * @param isTerminal whether a person looks at stdout, so that a screen may be painted over
 * @param canAnswer whether a person can be asked: somebody types at stdin, wherever stdout goes
 * @param hasColor whether colours may be used
 */
public record Terminal(boolean isTerminal, boolean canAnswer, boolean hasColor) {
    public static final Terminal NONE = new Terminal(false, false, false);

    /** Judges by the launcher's word, else by the JVM's, and by the usual variables. */
    public static Terminal of(Map<String, String> environment, boolean noColor) {
        boolean dumb = "dumb".equals(environment.get("TERM"));
        boolean terminal = !dumb && isTerminal("primus.terminal");
        boolean wanted = !noColor && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(terminal, isTerminal("primus.stdin"), terminal && wanted);
    }

    private static boolean isTerminal(String property) {
        String told = System.getProperty(property);
        // From Java 22 on there is a console without a terminal too, so only an older JVM is asked.
        return told != null ? told.equals("true") : Runtime.version().feature() < 22 && System.console() != null;
    }

    public String bold(String text) {
        return paint("1", text);
    }

    public String dim(String text) {
        return paint("2", text);
    }

    public String green(String text) {
        return paint("32", text);
    }

    public String red(String text) {
        return paint("31", text);
    }

    public String yellow(String text) {
        return paint("33", text);
    }

    private String paint(String code, String text) {
        return hasColor ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
