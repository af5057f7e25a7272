package dev.primus.server.command;

import dev.primus.server.settings.Setting;
import dev.primus.server.settings.Settings;
import java.util.EnumSet;
import java.util.Set;
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

    /** Who takes part has a name by its settings; who looks means another node only if it says so. */
    private static final Set<String> TAKING_PART = Set.of("node", "run");

    private final Settings settings;

    SettingDefaults(Settings settings) {
        this.settings = settings;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option)) {
            return null;
        }
        return Setting.ofFlag(option.longestName())
                .filter(setting -> !OF_THE_STORE.contains(setting))
                .filter(setting -> setting != Setting.NODE
                        || TAKING_PART.contains(option.command().name()))
                .flatMap(settings::find)
                .map(Settings.Found::value)
                .orElse(null);
    }
}
