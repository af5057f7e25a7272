package dev.primus.server.command;

import dev.primus.core.ClusterName;
import dev.primus.server.settings.SecretVariable;
import dev.primus.server.settings.Setting;
import dev.primus.server.settings.Settings;
import dev.primus.server.store.Credentials;
import dev.primus.server.store.StoreAccess;
import dev.primus.server.store.StoreUrl;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store, and how to get in. The options hold what was typed; the settings are asked for the rest. */
final class StoreOptions {
    private final Console console;

    @Option(
            names = {"-s", "--store"},
            paramLabel = "URL",
            description = {
                "JDBC URL of the store (also: PRIMUS_STORE).",
                "Default: an SQLite file in the user's data folder, made when needed."
            })
    private @Nullable String url;

    @Option(names = "--user", paramLabel = "NAME", description = "Database user (also: PRIMUS_STORE_USER).")
    private @Nullable String user;

    @Option(
            names = "--password-file",
            paramLabel = "FILE|-",
            description = "File with the database password, - for stdin (also: PRIMUS_STORE_PASSWORD).")
    private @Nullable String passwordFile;

    StoreOptions(Console console) {
        this.console = console;
    }

    /** Whether a store was named, be it by flag, environment or file. */
    boolean isNamed() {
        return named() != null;
    }

    boolean isNamedByFlag() {
        return url != null;
    }

    private @Nullable String named() {
        return url != null ? url : setting(Setting.STORE);
    }

    private @Nullable String setting(Setting setting) {
        return console.settings().find(setting).map(Settings.Found::value).orElse(null);
    }

    StoreUrl url() {
        String named = named();
        if (named == null) {
            return StoreUrl.embedded(console.environment());
        }
        StoreUrl parsed = StoreUrl.parse(named);
        parsed.confide(console.secrets());
        return parsed;
    }

    Credentials credentials(StoreUrl store) {
        if (store.kind() == StoreUrl.Kind.SQLITE) {
            if (user != null || passwordFile != null) {
                throw Complaint.usage("--user and --password-file make no sense for an SQLite file: leave them out,"
                        + " or name a server with --store.");
            }
            return Credentials.NONE;
        }
        String password = password();
        if (password != null) {
            console.secrets().add(password);
        }
        return new Credentials(user == null ? setting(Setting.STORE_USER) : user, password);
    }

    /** By the flag, else by the environment, else by the settings file. */
    private @Nullable String password() {
        if (passwordFile != null) {
            return Credentials.readPassword("--password-file", passwordFile, System.in);
        }
        Settings settings = console.settings();
        String spoken = SecretVariable.STORE_PASSWORD.in(console.environment()).orElse(null);
        if (spoken != null && !settings.isByEnvironment(Setting.PASSWORD_FILE)) {
            return spoken;
        }
        return settings.find(Setting.PASSWORD_FILE)
                .map(file -> Credentials.readPassword(file.where(), file.value(), System.in))
                .orElse(spoken);
    }

    /** The store for somebody who takes no part: it must be there, and nothing of it is made. */
    StoreAccess toRead() {
        StoreUrl store = url();
        Credentials credentials = credentials(store);
        store.file().filter(Files::notExists).ifPresent(file -> {
            throw Complaint.failed("there is no store at %s yet. Start a node first: primus node --election coordinator"
                            .formatted(file)
                    + (isNamed() ? " --store " + store : ""));
        });
        return StoreAccess.to(store, credentials);
    }

    /** The store for somebody who takes part: an embedded one is made, or brought up to date, when it is opened. */
    StoreAccess toTakePart() {
        StoreUrl store = url();
        Credentials credentials = credentials(store);
        store.file().ifPresent(StoreAccess::makeFolder);
        return StoreAccess.to(store, credentials);
    }

    static ClusterName orDefault(@Nullable ClusterName cluster) {
        return cluster == null ? ClusterName.DEFAULT : cluster;
    }
}
