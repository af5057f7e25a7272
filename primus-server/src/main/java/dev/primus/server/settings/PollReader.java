package dev.primus.server.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.primus.server.duties.polls.Schedule;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Nearest;
import dev.primus.settings.Kind;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the {@code [[polls]]} of a settings file. */
final class PollReader {
    static final String KEY = "polls";

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofHours(24);
    private static final int MOST = 1_000;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}");
    /** A user and a password have no place there, and none in what is said about it. */
    private static final Pattern SECRETS = Pattern.compile("//[^/' ]*@");

    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);

    private static final Kind<String> NAMES =
            new Kind<>("letters, digits and . _ -, at most 63, beginning with a letter or digit", PollReader::name);
    private static final Kind<Duration> INTERVALS =
            new Kind<>("a length of time from 100ms to 24h, such as 30s", text -> between(text, LONGEST));
    private static final Kind<URI> CHECKS = new Kind<>(
            "http://…, https://… or tcp://host:port, at most 1000 characters, without a user and a password",
            PollReader::check);

    private static final Set<String> FIELDS = Set.of("name", "interval", "timeout", "check");

    private final String file;

    PollReader(String file) {
        this.file = file;
    }

    List<Schedule> read(JsonNode value) {
        if (!value.isArray()) {
            throw Complaint.usage("%s: polls = '%s': allowed is a list of tables, each beginning with [[polls]]."
                    .formatted(file, value.isValueNode() ? value.asText() : "…"));
        }
        if (value.size() > MOST) {
            throw Complaint.usage("%s: polls are %d: allowed are %d.".formatted(file, value.size(), MOST));
        }
        Map<String, Schedule> schedules = new LinkedHashMap<>();
        List<JsonNode> entries = new ArrayList<>();
        value.forEach(entries::add);
        for (int i = 0; i < entries.size(); i++) {
            Schedule schedule = schedule(i + 1, entries.get(i));
            if (schedules.put(schedule.name(), schedule) != null) {
                throw Complaint.usage("%s: polls[%d].name = '%s': allowed is one of each name."
                        .formatted(file, i + 1, schedule.name()));
            }
        }
        return List.copyOf(schedules.values());
    }

    private Schedule schedule(int number, JsonNode entry) {
        if (!entry.isObject()) {
            throw Complaint.usage("%s: polls[%d] = '%s': allowed is a table with name, interval, timeout and check."
                    .formatted(file, number, entry.asText()));
        }
        entry.properties().forEach(field -> refuseUnknown(number, field.getKey()));
        String name = field(number, entry, "name", NAMES);
        Duration interval = field(number, entry, "interval", INTERVALS);
        Duration timeout = entry.has("timeout")
                ? field(number, entry, "timeout", timeouts(interval))
                : USUAL_TIMEOUT.compareTo(interval) < 0 ? USUAL_TIMEOUT : interval;
        return new Schedule(name, interval, timeout, field(number, entry, "check", CHECKS));
    }

    private static Kind<Duration> timeouts(Duration interval) {
        return new Kind<>("a length of time from 100ms to the interval, such as 5s", text -> between(text, interval));
    }

    private void refuseUnknown(int number, String name) {
        if (!FIELDS.contains(name)) {
            throw Complaint.usage("%s: unknown setting 'polls[%d].%s'.%s Allowed are %s."
                    .formatted(
                            file,
                            number,
                            name,
                            Nearest.to(name, FIELDS)
                                    .map(near -> " Did you mean '" + near + "'?")
                                    .orElse(""),
                            FIELDS.stream().sorted().collect(Collectors.joining(", "))));
        }
    }

    private <T> T field(int number, JsonNode entry, String name, Kind<T> kind) {
        String where = "%s: polls[%d].%s".formatted(file, number, name);
        JsonNode value = entry.get(name);
        if (value == null) {
            throw Complaint.usage("%s is missing: allowed is %s.".formatted(where, kind.allowed()));
        }
        if (value.isContainerNode()) {
            throw Complaint.usage("%s is a table or list: allowed is %s.".formatted(where, kind.allowed()));
        }
        try {
            return kind.read(where, value.asText());
        } catch (IllegalArgumentException e) {
            String sentence = String.valueOf(e.getMessage());
            throw Complaint.usage(SECRETS.matcher(sentence).replaceAll("//***@"));
        }
    }

    private static String name(String text) {
        require(NAME.matcher(text).matches());
        return text;
    }

    private static Duration between(String text, Duration longest) {
        Duration length = Kind.TIME.reader().apply(text);
        require(length.compareTo(SHORTEST) >= 0 && length.compareTo(longest) <= 0);
        return Duration.ofMillis(length.toMillis());
    }

    private static URI check(String text) {
        URI target = URI.create(text);
        String scheme = String.valueOf(target.getScheme());
        require(text.length() <= 1_000 && target.getHost() != null && target.getUserInfo() == null);
        if (scheme.equals("tcp")) {
            require(target.getPort() > 0 && target.getPort() < 65_536);
            require(target.getRawPath().isEmpty() && target.getRawQuery() == null && target.getFragment() == null);
        } else {
            require(scheme.equals("http") || scheme.equals("https"));
            require(target.getPort() < 65_536);
        }
        return target;
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }
}
