package dev.primus.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Health;
import dev.primus.core.LossReason;
import dev.primus.feed.FeedKind;
import dev.primus.guard.MemoryFence;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The reference names all there is, and nothing else. */
@Tag("G11")
class TelemetryPageTest {
    private static final Path PAGE = Path.of("").toAbsolutePath().getParent().resolve("docs/telemetry.md");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Set<String> ADDED_BY_JFR = Set.of("startTime", "duration", "eventThread", "stackTrace");

    @Test
    void everyEventOfTheFeed() throws IOException {
        List<String> kinds = Stream.of(FeedKind.values())
                .map(kind -> kind.name().toLowerCase(Locale.ROOT))
                .toList();
        assertThat(rows("The feed").keySet()).containsExactlyInAnyOrderElementsOf(kinds);
    }

    @Test
    void whichEventsAreAlarmingOrRoutine() throws IOException {
        Map<String, String> rows = rows("The feed");
        for (FeedKind kind : FeedKind.values()) {
            String row = rows.get(kind.name().toLowerCase(Locale.ROOT));
            assertThat(row.contains("` ! |")).as(row).isEqualTo(kind.isAlarming());
            assertThat(row.contains("routine")).as(row).isEqualTo(kind.isRoutine());
        }
    }

    @Test
    void everyFieldOfTheFeed() throws IOException {
        String table = String.join("\n", rows("The feed").values());
        assertThat(fieldsInTheNodesSources()).contains("suspect_millis", "headroom_millis", "whereabouts", "voted");
        assertThat(fieldsInTheNodesSources())
                .allSatisfy(field -> assertThat(table).contains("`" + field + "`"));
    }

    @Test
    void everyReason() throws IOException {
        assertThat(Files.readString(PAGE))
                .contains(Stream.of(LossReason.values()).map(LossReason::name).toList());
    }

    @Test
    void everyMeterWithUnitAndTags() throws IOException {
        Map<String, String> rows = rows("Meters");
        Map<String, Meter.Id> meters = new LinkedHashMap<>();
        allMeters().forEach(meter -> meters.put(meter.getId().getName(), meter.getId()));
        assertThat(rows.keySet()).containsExactlyInAnyOrderElementsOf(meters.keySet());
        meters.forEach((name, id) -> {
            String[] cells = rows.get(name).split("\\|");
            assertThat(cells[3].strip())
                    .as("unit of " + name)
                    .isEqualTo(id.getBaseUnit() == null ? "" : id.getBaseUnit());
            assertThat(codes(cells[4]))
                    .as("tags of " + name)
                    .containsExactlyInAnyOrderElementsOf(
                            id.getTags().stream().map(tag -> tag.getKey()).toList());
            String kind = id.getType() == Meter.Type.TIMER
                    ? "timer"
                    : id.getType().name().toLowerCase(Locale.ROOT);
            assertThat(cells[2].strip()).as("kind of " + name).startsWith(kind);
        });
    }

    @Test
    void whichTimersAreHistograms() throws IOException {
        Map<String, String> rows = rows("Meters");
        allMeters().stream().filter(Timer.class::isInstance).forEach(meter -> {
            boolean histogram = ((Timer) meter).takeSnapshot().histogramCounts().length > 0;
            String row = rows.get(meter.getId().getName());
            assertThat(row.contains("histogram")).as(row).isEqualTo(histogram);
        });
    }

    @Test
    void everyFlightEventWithItsFields() throws IOException {
        Map<String, String> rows = rows("Flight Recorder");
        Map<String, EventType> types = new LinkedHashMap<>();
        FlightEvents.TYPES.forEach(
                type -> types.put(EventType.getEventType(type).getName(), EventType.getEventType(type)));
        assertThat(rows.keySet()).containsExactlyInAnyOrderElementsOf(types.keySet());
        types.forEach((name, type) -> assertThat(codes(rows.get(name).split("\\|")[3]))
                .as("fields of " + name)
                .containsExactlyInAnyOrderElementsOf(type.getFields().stream()
                        .map(ValueDescriptor::getName)
                        .filter(field -> !ADDED_BY_JFR.contains(field))
                        .toList()));
    }

    @Test
    void everyFlightEventIsInTheReadySettings() throws IOException {
        String settings = new String(
                FlightRecorder.class.getResourceAsStream("primus.jfc").readAllBytes(), StandardCharsets.UTF_8);
        assertThat(FlightEvents.TYPES)
                .allSatisfy(type -> assertThat(settings)
                        .contains(
                                "<event name=\"" + EventType.getEventType(type).getName() + "\">"));
    }

    /** Of a node that has seen an election and a store with a wall clock, and of a guard. */
    private static List<Meter> allMeters() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        HandFeed hand = new HandFeed();
        try (PrimusMetrics metrics = new PrimusMetrics(
                HandFeed.NODE.name(), hand.feed, List::of, () -> new Health(Health.Status.UP, ""), true)) {
            metrics.bindTo(registry);
            hand.tell("e", FeedKind.JOINED);
            hand.tell(FeedKind.CLOCK_READ, Map.of("offset_micros", "1"));
        }
        new GuardMetrics(new MemoryFence("ledger")).bindTo(registry);
        return registry.getMeters().stream()
                .filter(meter -> meter.getId().syntheticAssociation() == null)
                .toList();
    }

    /** The rows of the section's tables whose first cell is a name in code, by that name. */
    private static Map<String, String> rows(String section) throws IOException {
        Map<String, String> rows = new LinkedHashMap<>();
        boolean inside = false;
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("## ")) {
                inside = line.equals("## " + section);
            } else if (inside && line.startsWith("| `")) {
                rows.put(codes(line).get(0), line);
            }
        }
        return rows;
    }

    private static List<String> codes(String text) {
        List<String> found = new ArrayList<>();
        Matcher code = CODE.matcher(text);
        while (code.find()) {
            found.add(code.group(1));
        }
        return found;
    }

    /** Records are written in two packages, their details by literal names. */
    private static Set<String> fieldsInTheNodesSources() throws IOException {
        Pattern name = Pattern.compile("(?:Map\\.of\\(|put\\(|, |^\\s+)\"([a-z]+(?:_[a-z]+)*)\",", Pattern.MULTILINE);
        Set<String> fields = new TreeSet<>();
        for (String room : List.of("node", "peers")) {
            try (Stream<Path> files = Files.list(Path.of("src/main/java/dev/primus/runtime", room))) {
                for (Path file : files.toList()) {
                    Matcher found = name.matcher(Files.readString(file));
                    while (found.find()) {
                        fields.add(found.group(1));
                    }
                }
            }
        }
        return fields;
    }
}
