package dev.primus.server.command;

import dev.primus.server.settings.Setting;
import dev.primus.server.settings.Settings;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What the command line does not say, environment and file may. Not so for the store: there it matters who said it, so
 * {@link StoreOptions} ask for themselves.
 */
final class SettingDefaults implements IDefaultValueProvider {
    private static final Set<Setting> OF_THE_STORE =
            EnumSet.of(Setting.STORE, Setting.STORE_USER, Setting.PASSWORD_FILE);

    private static final Set<String> TAKING_PART = Set.of("node", "run");

    /** Who only looks, or makes a key for another, must not be taken for this node. */
    private static final Set<Setting> OF_WHO_TAKES_PART =
            EnumSet.of(Setting.NODE, Setting.CAPABILITIES, Setting.KEY, Setting.MEMBERS);

    private final Settings settings;

    SettingDefaults(Settings settings) {
        this.settings = settings;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option)) {
            return null;
        }
        return Stream.of(option.names())
                .flatMap(name -> Setting.ofFlag(name).stream())
                .findFirst()
                .filter(setting -> !OF_THE_STORE.contains(setting))
                .filter(setting -> !OF_WHO_TAKES_PART.contains(setting)
                        || TAKING_PART.contains(option.command().name()))
                .flatMap(settings::find)
                .map(Settings.Found::value)
                .orElse(null);
    }
}
