package dev.primus.jdbc.store;

import java.util.regex.Pattern;

/**
 * The names of our tables. They are the only text that is ever put into a statement without being bound, so the pattern
 * is strict; lower case only, since databases disagree on whether the case of an unquoted name counts.
 */
public record Tables(String prefix, String lease) {
    private static final Pattern PREFIX = Pattern.compile("[a-z][a-z0-9_]{0,30}");
    private static final Pattern TABLE = Pattern.compile("[a-z][a-z0-9_]{0,50}");

    public static final Tables DEFAULT = withPrefix("primus_");

    public Tables {
        check("table prefix", prefix, PREFIX);
        check("lease table", lease, TABLE);
    }

    public static Tables withPrefix(String prefix) {
        return new Tables(prefix, prefix + "lease");
    }

    public Tables withLease(String table) {
        return new Tables(prefix, table);
    }

    public String term() {
        return prefix + "term";
    }

    public String history() {
        return prefix + "history";
    }

    public String node() {
        return prefix + "node";
    }

    public String candidate() {
        return prefix + "candidate";
    }

    public String fence() {
        return prefix + "fence";
    }

    public String poll() {
        return prefix + "poll";
    }

    public String witness() {
        return prefix + "witness";
    }

    public String peer() {
        return prefix + "peer";
    }

    public String worker() {
        return prefix + "worker";
    }

    public String domain() {
        return prefix + "domain";
    }

    public String tasklist() {
        return prefix + "tasklist";
    }

    public String wish() {
        return prefix + "wish";
    }

    public String plan() {
        return prefix + "plan";
    }

    public String orders() {
        return prefix + "orders";
    }

    public String meta() {
        return prefix + "meta";
    }

    /** Puts the names where a statement says {@code {lease}}, {@code {term}} and so on. */
    public String in(String template) {
        return template.replace("{lease}", lease)
                .replace("{term}", term())
                .replace("{history}", history())
                .replace("{node}", node())
                .replace("{candidate}", candidate())
                .replace("{fence}", fence())
                .replace("{poll}", poll())
                .replace("{witness}", witness())
                .replace("{peer}", peer())
                .replace("{worker}", worker())
                .replace("{domain}", domain())
                .replace("{tasklist}", tasklist())
                .replace("{wish}", wish())
                .replace("{plan}", plan())
                .replace("{orders}", orders())
                .replace("{meta}", meta());
    }

    private static void check(String what, String value, Pattern allowed) {
        if (!allowed.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "%s '%s' is not usable: allowed is %s".formatted(what, value, allowed.pattern()));
        }
    }
}
