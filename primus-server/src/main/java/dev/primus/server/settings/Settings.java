package dev.primus.server.settings;

import dev.primus.server.duties.polls.Schedule;
import dev.primus.server.talk.Complaint;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What environment and file say; where both speak, the environment counts. Every value has been checked. */
public final class Settings {

    /** A value, and where it was found. */
    public record Found(String value, String where) {}

    public static final Settings NONE = new Settings();

    private final Map<Setting, Found> found = new EnumMap<>(Setting.class);
    private List<Schedule> polls = List.of();

    /** Refuses a value that is not allowed, naming it as it was written. */
    public static Settings of(SettingsFile file, Map<String, String> environment) {
        Settings settings = new Settings();
        settings.polls = file.polls();
        for (Setting setting : Setting.values()) {
            String written = file.values().get(setting);
            if (written != null) {
                settings.put(setting, written, file.name() + ": " + setting.key());
            }
            for (int i = setting.variables().size() - 1; i >= 0; i--) {
                String variable = setting.variables().get(i);
                String set = environment.get(variable);
                if (set != null && !set.isBlank()) {
                    settings.put(setting, set.strip(), variable);
                }
            }
        }
        return settings;
    }

    /** Which store and as whom, by the environment; all else is as if nobody had set it. */
    public static Settings ofStoreAlone(Map<String, String> environment) {
        Map<String, String> store = new HashMap<>(environment);
        store.keySet().retainAll(Set.of("PRIMUS_STORE", "PRIMUS_STORE_USER"));
        return of(SettingsFile.NONE, store);
    }

    private void put(Setting setting, String value, String where) {
        try {
            setting.kind().read(where, value);
        } catch (IllegalArgumentException e) {
            throw Complaint.usage(String.valueOf(e.getMessage()), e);
        }
        found.put(setting, new Found(value, where));
    }

    public Optional<Found> find(Setting setting) {
        return Optional.ofNullable(found.get(setting));
    }

    /** What is to be checked regularly; only the file can say so. */
    public List<Schedule> polls() {
        return polls;
    }

    /** Whether it is set, and that by the environment. */
    public boolean isByEnvironment(Setting setting) {
        return find(setting)
                .filter(it -> setting.variables().contains(it.where()))
                .isPresent();
    }
}
