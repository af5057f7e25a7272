package dev.primus.server.talk;

import java.util.Map;

/**
 * What the reader's side can do.
 *
 * @param isTerminal whether a person looks at stdout, so that a screen may be painted over
 * @param hasColor whether colours may be used
 */
public record Terminal(boolean isTerminal, boolean hasColor) {
    public static final Terminal NONE = new Terminal(false, false);

    /** Judges by the launcher's word, else by the JVM's, and by the usual variables. */
    public static Terminal of(Map<String, String> environment, boolean noColor) {
        boolean dumb = "dumb".equals(environment.get("TERM"));
        boolean terminal = !dumb && stdoutIsTerminal();
        boolean wanted = !noColor && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(terminal, terminal && wanted);
    }

    private static boolean stdoutIsTerminal() {
        String told = System.getProperty("primus.terminal");
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
