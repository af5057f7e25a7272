package dev.primus.server.talk;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/**
 * What must never be shown. JDBC URLs are cut down to what identifies the database, wherever they turn up; passwords
 * that were read are blanked by their very letters. Safe for use from any thread.
 */
public final class Secrets {
    private static final String BLANK = "***";
    /** Blanking shorter words would spoil ordinary text, and hide nothing from anybody. */
    private static final int SHORTEST = 3;

    private static final Pattern URL = Pattern.compile("jdbc:[a-zA-Z0-9:+]+[^\\s\"'<>]*");
    private static final Pattern HOSTS =
            Pattern.compile("[A-Za-z0-9._,\\[\\]-]*(?::[0-9]*(?:,[A-Za-z0-9._\\[\\]-]*(?::[0-9]*)?)*)?");

    private static final Pattern SCHEME = Pattern.compile("^(jdbc:[^:]*:|[^:]*:)?.*$", Pattern.DOTALL);

    private final List<String> known = new CopyOnWriteArrayList<>();

    /** Blanks {@code secret} from now on. */
    public void add(String secret) {
        if (secret.length() >= SHORTEST && !known.contains(secret)) {
            known.add(secret);
            known.sort(Comparator.comparing(String::length).reversed());
        }
    }

    /** {@code text} without any known secret and without the telling parts of JDBC URLs. */
    public String mask(String text) {
        String masked = maskUrls(text);
        for (String secret : known) {
            masked = masked.replace(secret, BLANK);
        }
        return masked;
    }

    /** {@code text} with JDBC URLs cut down; for data, in which a password's letters may stand by right. */
    public static String maskUrls(String text) {
        return text.contains("jdbc:") ? URL.matcher(text).replaceAll(match -> quoted(maskUrl(match.group()))) : text;
    }

    private static String quoted(String replacement) {
        return replacement.replace("\\", "\\\\").replace("$", "\\$");
    }

    /** Driver, host, port and database of a JDBC URL: no user, no password, no parameters. */
    public static String maskUrl(String url) {
        String plain = withoutUserInfo(url);
        int end = firstOf(plain, "?;&", 0);
        return end < plain.length() ? plain.substring(0, end) + plain.charAt(end) + "…" : plain;
    }

    /** A password may hold any letter, so unless the authority looks like hosts, all up to the last @ goes. */
    private static String withoutUserInfo(String url) {
        int slashes = url.indexOf("//");
        int at = url.lastIndexOf('@');
        if (at < 0) {
            return url;
        }
        if (slashes < 0 || at < slashes) {
            return SCHEME.matcher(url).replaceFirst("$1") + url.substring(at);
        }
        String authority = url.substring(slashes + 2, firstOf(url, "/?;&", slashes + 2));
        return HOSTS.matcher(authority).matches() ? url : url.substring(0, slashes + 2) + url.substring(at + 1);
    }

    private static int firstOf(String text, String separators, int from) {
        int i = from;
        while (i < text.length() && separators.indexOf(text.charAt(i)) < 0) {
            i++;
        }
        return i;
    }
}
