package dev.primus.server.settings;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.primus.server.duties.polls.Schedule;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Nearest;
import dev.primus.server.trust.TrustedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A {@code primus.toml}. What it names and we do not know is an error: a misspelt setting must not be taken for one that
 * was made.
 *
 * @param name as it is called in messages
 */
public record SettingsFile(String name, Map<Setting, String> values, List<Schedule> polls) {
    public static final SettingsFile NONE = new SettingsFile("", Map.of(), List.of());

    /** What may be written as a list. */
    private static final Set<Setting> LISTS =
            EnumSet.of(Setting.ELECTION, Setting.PEERS, Setting.CAPABILITIES, Setting.VOTERS);

    /** The file that was named; else the first there is of the usual ones; else none. */
    public static SettingsFile find(String named, Map<String, String> environment) {
        if (!named.isBlank()) {
            return read(Path.of(named));
        }
        for (Path usual : usualPlaces(environment)) {
            if (Files.isRegularFile(usual)) {
                return read(usual);
            }
        }
        return NONE;
    }

    private static List<Path> usualPlaces(Map<String, String> environment) {
        List<Path> places = new ArrayList<>();
        places.add(Path.of("primus.toml"));
        String home = environment.get("HOME");
        String config = environment.getOrDefault("XDG_CONFIG_HOME", home == null ? "" : home + "/.config");
        if (!config.isBlank()) {
            places.add(Path.of(config, "primus", "primus.toml"));
        }
        places.add(Path.of("/etc/primus/primus.toml"));
        return places;
    }

    static SettingsFile read(Path file) {
        String name = String.valueOf(file.getFileName());
        try {
            Map<Setting, String> values = new EnumMap<>(Setting.class);
            Path trusted = TrustedFile.resolve("settings file " + file, file);
            JsonNode tree = new TomlMapper().readTree(Files.readString(trusted));
            collect(name, "", tree, values);
            List<Schedule> polls =
                    tree.has(PollReader.KEY) ? new PollReader(name).read(tree.get(PollReader.KEY)) : List.of();
            return new SettingsFile(name, values, polls);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw Complaint.usage(
                    "%s, line %d is not TOML: %s. Write, for example: duration = \"10s\""
                            .formatted(
                                    file,
                                    line,
                                    e.getOriginalMessage()
                                            .replaceAll("\\s+", " ")
                                            .replaceFirst("[.?]+$", "")),
                    e);
        } catch (IOException e) {
            throw Complaint.usage(
                    "settings file %s cannot be read: check the name and its permissions.".formatted(file), e);
        }
    }

    private static void collect(String file, String prefix, JsonNode node, Map<Setting, String> values) {
        node.properties().forEach(entry -> {
            String key = prefix + entry.getKey();
            JsonNode value = entry.getValue();
            if (key.equals(PollReader.KEY)) {
                return;
            }
            Setting setting = Setting.ofKey(key).orElse(null);
            if (setting != null) {
                values.put(setting, text(file, setting, value));
            } else if (isSection(key) && !value.isObject()) {
                throw Complaint.usage("%s: %s = '%s': it is a section, with settings such as %s."
                        .formatted(file, key, value.asText(), firstOf(key)));
            } else if (isSection(key)) {
                collect(file, key + ".", value, values);
            } else {
                throw unknown(file, key);
            }
        });
    }

    private static boolean isSection(String key) {
        return Stream.of(Setting.values()).anyMatch(setting -> setting.key().startsWith(key + "."));
    }

    private static String firstOf(String section) {
        return Stream.of(Setting.values())
                .map(Setting::key)
                .filter(key -> key.startsWith(section + "."))
                .findFirst()
                .orElse("");
    }

    private static String text(String file, Setting setting, JsonNode value) {
        if (value.isArray() && LISTS.contains(setting)) {
            List<String> names = new ArrayList<>();
            value.forEach(name -> names.add(name.asText()));
            return String.join(",", names);
        }
        if (value.isContainerNode()) {
            throw Complaint.usage(
                    "%s: %s is a table or list: allowed is %s.".formatted(file, setting.key(), setting.allowed()));
        }
        return value.asText();
    }

    private static Complaint unknown(String file, String key) {
        Set<String> known = new TreeSet<>(Set.of(PollReader.KEY));
        for (Setting setting : Setting.values()) {
            known.add(setting.key());
            for (int dot = setting.key().indexOf('.');
                    dot > 0;
                    dot = setting.key().indexOf('.', dot + 1)) {
                known.add(setting.key().substring(0, dot));
            }
        }
        return Complaint.usage("%s: unknown setting '%s'.%s See: primus config --help"
                .formatted(
                        file,
                        key,
                        Nearest.to(key, known)
                                .map(near -> " Did you mean '" + near + "'?")
                                .orElse("")));
    }
}
