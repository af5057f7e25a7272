package dev.primus.server.command;

import dev.primus.server.settings.Setting;
import dev.primus.server.settings.Settings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What the command line does not say, environment and file may. */
final class SettingDefaults implements IDefaultValueProvider {
    private final Settings settings;

    SettingDefaults(Settings settings) {
        this.settings = settings;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || isShow(option)) {
            return null;
        }
        return Setting.ofFlag(option.longestName())
                .flatMap(settings::find)
                .map(Settings.Found::value)
                .orElse(null);
    }

    /** The demo plays with settings of its own, whatever holds for real nodes here. */
    private static boolean isShow(OptionSpec option) {
        return option.command().name().equals("demo");
    }
}
