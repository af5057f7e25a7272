package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.server.settings.Setting;
import dev.primus.server.settings.Settings;
import java.util.List;

/** Every setting, its value and where that comes from. */
public record SettingsView(Settings settings) {

    public List<String> lines() {
        Table table = new Table("SETTING", "VALUE", "FROM");
        for (Setting setting : Setting.values()) {
            table.row(setting.key(), value(setting), where(setting));
        }
        return table.lines();
    }

    public ObjectNode json() {
        ObjectNode json = Json.document();
        ArrayNode all = json.putArray("settings");
        for (Setting setting : Setting.values()) {
            all.addObject()
                    .put("setting", setting.key())
                    .put("value", value(setting))
                    .put("from", where(setting));
        }
        return json;
    }

    private String value(Setting setting) {
        return settings.find(setting).map(Settings.Found::value).orElse(setting.usual());
    }

    private String where(Setting setting) {
        return settings.find(setting).map(Settings.Found::where).orElse("default");
    }
}
