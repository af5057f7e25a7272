package dev.primus.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page of all settings is written from the catalogue; {@code -Dprimus.docs=write} writes it anew. */
class SettingsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "settings.md");
    private static final String BEGIN = "<!-- settings: written by SettingsPageTest -->\n";

    @Test
    void everySettingIsOnThePage() throws Exception {
        String page = Files.readString(PAGE);
        int at = page.indexOf(BEGIN);
        assertThat(at).as("the mark is on the page").isNotNegative();
        String written = page.substring(0, at) + BEGIN + table();
        if ("write".equals(System.getProperty("primus.docs"))) {
            Files.writeString(PAGE, written);
        } else {
            assertThat(page).isEqualTo(written);
        }
    }

    private static String table() {
        StringBuilder table = new StringBuilder("\n| in the file | flag | environment | default | allowed | why |\n")
                .append("|---|---|---|---|---|---|\n");
        for (Setting setting : Setting.values()) {
            table.append("| `%s` | %s | %s | %s | %s | %s |\n"
                    .formatted(
                            setting.key(),
                            setting.flag().isEmpty() ? "" : "`" + setting.flag() + "`",
                            setting.variables().isEmpty() ? "" : "`" + String.join("`, `", setting.variables()) + "`",
                            setting.usual(),
                            setting.allowed(),
                            setting.reason()));
        }
        return table.toString();
    }
}
