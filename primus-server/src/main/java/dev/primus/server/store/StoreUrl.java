package dev.primus.server.store;

import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Secrets;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Which database a command means. Its text form shows no secret. */
public final class StoreUrl {
    private static final String SQLITE = "jdbc:sqlite:";
    private static final List<String> TELLING = List.of("pass", "pwd", "secret", "token", "key", "credential");

    /** The databases there is a dialect for. */
    public enum Kind {
        SQLITE,
        POSTGRESQL,
        MARIADB,
        MYSQL
    }

    private final String url;
    private final Kind kind;

    private StoreUrl(String url, Kind kind) {
        this.url = url;
        this.kind = kind;
    }

    /** The store of those who name none: a file in the user's data folder. */
    public static StoreUrl embedded(Map<String, String> environment) {
        String dataHome = environment.getOrDefault("XDG_DATA_HOME", "");
        Path base = dataHome.startsWith("/")
                ? Path.of(dataHome)
                : Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".local", "share");
        return sqlite(base.resolve("primus").resolve("primus.db"));
    }

    public static StoreUrl sqlite(Path file) {
        return new StoreUrl(SQLITE + file, Kind.SQLITE);
    }

    public static StoreUrl parse(String url) {
        String lower = url.toLowerCase(Locale.ROOT);
        if (lower.startsWith(SQLITE)) {
            return sqliteFile(url);
        }
        for (Kind kind : Kind.values()) {
            if (lower.startsWith("jdbc:" + kind.name().toLowerCase(Locale.ROOT) + ":")) {
                return new StoreUrl(url, kind);
            }
        }
        throw Complaint.usage("store '%s' is not usable: allowed is a URL that begins with %s."
                .formatted(Secrets.maskUrl(url), "jdbc:sqlite:, jdbc:postgresql:, jdbc:mariadb: or jdbc:mysql:"));
    }

    private static StoreUrl sqliteFile(String url) {
        String path = url.substring(SQLITE.length());
        if (path.isEmpty() || path.startsWith(":") || path.startsWith("file:") || path.contains("?")) {
            throw Complaint.usage(
                    "store '%s' is not usable: allowed is jdbc:sqlite:/path/to/file.db, a file without parameters."
                            .formatted(Secrets.maskUrl(url)));
        }
        try {
            return sqlite(Path.of(path));
        } catch (InvalidPathException e) {
            throw Complaint.usage("store '%s' is not usable: %s.".formatted(Secrets.maskUrl(url), e.getReason()), e);
        }
    }

    public Kind kind() {
        return kind;
    }

    /** The file, if this is one. */
    public Optional<Path> file() {
        return kind == Kind.SQLITE
                ? Optional.of(Path.of(url.substring(SQLITE.length())).toAbsolutePath())
                : Optional.empty();
    }

    /** Which database that is, without accounts and parameters: the same words on every node that means the same one. */
    public String place() {
        int query = url.indexOf('?');
        String plain = query < 0 ? url : url.substring(0, query);
        int slashes = plain.indexOf("//");
        int at = plain.lastIndexOf('@');
        return slashes >= 0 && at > slashes ? plain.substring(0, slashes + 2) + plain.substring(at + 1) : plain;
    }

    /** The whole URL with all it holds; for the driver's eyes only. */
    public String reveal() {
        return url;
    }

    /** Tells {@code secrets} what in this URL must not be shown. */
    public void confide(Secrets secrets) {
        int query = url.indexOf('?');
        if (query >= 0) {
            Arrays.stream(url.substring(query + 1).split("[&;]")).forEach(parameter -> confide(secrets, parameter));
        }
        int at = url.lastIndexOf('@');
        int slashes = url.indexOf("//");
        if (slashes >= 0 && at > slashes) {
            String userInfo = url.substring(slashes + 2, at);
            secrets.add(userInfo.substring(userInfo.indexOf(':') + 1));
        }
    }

    private static void confide(Secrets secrets, String parameter) {
        int equals = parameter.indexOf('=');
        String name = equals < 0 ? "" : parameter.substring(0, equals).toLowerCase(Locale.ROOT);
        if (TELLING.stream().anyMatch(name::contains)) {
            String value = parameter.substring(equals + 1);
            secrets.add(value);
            secrets.add(decoded(value));
        }
    }

    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }

    @Override
    public String toString() {
        return Secrets.maskUrl(url);
    }
}
