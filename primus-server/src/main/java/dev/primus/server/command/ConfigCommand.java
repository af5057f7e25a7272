package dev.primus.server.command;

import dev.primus.server.settings.Settings;
import dev.primus.server.talk.Console;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.view.SettingsView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code primus config}: what is set, and where. */
@Command(
        name = "config",
        description = {
            "Checks every setting and shows its value and where that comes from.",
            "Flags win over the environment, the environment over the file, the file over the default."
        },
        footer = {
            "  primus config",
            "  primus config --config /etc/primus/primus.toml",
            "  PRIMUS_LEASE=5s primus config --json",
        })
final class ConfigCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private OutputOptions output;

    ConfigCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = console.settings();
        SettingsView view = new SettingsView(settings);
        output.show(view::lines, view::json);
        return ExitCode.DONE;
    }
}
