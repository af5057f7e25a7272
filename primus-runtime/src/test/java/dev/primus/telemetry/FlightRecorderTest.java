package dev.primus.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.Election;
import dev.primus.Primus;
import dev.primus.StubStores;
import dev.primus.core.LossReason;
import dev.primus.core.Term;
import dev.primus.feed.FeedKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("G11")
class FlightRecorderTest {
    private final HandFeed hand = new HandFeed();

    @TempDir
    private Path folder;

    @Test
    @DisplayName("a recording with the ready settings holds what the feed told, field by field")
    void fields() throws Exception {
        try (FlightRecorder attached = FlightRecorder.attach(hand.feed);
                Recording recording = new Recording(primusSettings())) {
            assertThat(attached).isNotNull();
            recording.start();
            Term term = Term.of(HandFeed.NODE, 41);
            hand.tell("orders", FeedKind.REVOKED, term, LossReason.SUSPECT, Map.of("suspect_millis", "120"));
            hand.tell(
                    FeedKind.RENEWED,
                    Map.of("elections", "3", "unconfirmed", "1", "micros", "1500", "headroom_millis", "6000"));
            hand.tell("orders", FeedKind.DUTY_RESTARTING, term, null, Map.of("duty", "reports", "after_millis", "250"));

            List<RecordedEvent> events = events(recording);
            assertThat(events).hasSize(4);
            RecordedEvent transition = only(events, "dev.primus.Transition");
            assertThat(transition.getString("node")).isEqualTo("core-1#7f3a9c04");
            assertThat(transition.getString("election")).isEqualTo("orders");
            assertThat(transition.getString("kind")).isEqualTo("revoked");
            assertThat(transition.getString("leader")).isEqualTo("core-1#7f3a9c04");
            assertThat(transition.getString("term")).isEqualTo("41");
            assertThat(transition.getString("reason")).isEqualTo("SUSPECT");
            assertThat(transition.getInstant("at")).isEqualTo(HandFeed.NOON);
            RecordedEvent suspect = only(events, "dev.primus.Suspect");
            assertThat(suspect.getDuration("length")).isEqualTo(Duration.ofMillis(120));
            assertThat(suspect.getBoolean("confirmed")).isFalse();
            RecordedEvent renewal = only(events, "dev.primus.Renewal");
            assertThat(renewal.getLong("elections")).isEqualTo(3);
            assertThat(renewal.getLong("unconfirmed")).isEqualTo(1);
            assertThat(renewal.getDuration("latency")).isEqualTo(Duration.ofNanos(1_500_000));
            assertThat(renewal.getDuration("headroom")).isEqualTo(Duration.ofSeconds(6));
            RecordedEvent restart = only(events, "dev.primus.DutyRestart");
            assertThat(restart.getString("duty")).isEqualTo("reports");
            assertThat(restart.getDuration("delay")).isEqualTo(Duration.ofMillis(250));
        }
    }

    @Test
    @DisplayName("nothing is read, and nothing routine is written, unless a recording runs")
    void costsNothingWhenOff() {
        try (FlightRecorder attached = FlightRecorder.attach(hand.feed)) {
            assertThat(hand.feed.isRoutineWanted()).isFalse();
            try (Recording recording = new Recording()) {
                assertThat(hand.feed.isRoutineWanted()).isFalse();
                recording.start();
                assertThat(hand.feed.isRoutineWanted()).isTrue();
                recording.stop();
                assertThat(hand.feed.isRoutineWanted()).isFalse();
            }
            try (Recording another = new Recording()) {
                another.start();
                assertThat(hand.feed.isRoutineWanted()).isTrue();
                attached.close();
                assertThat(hand.feed.isRoutineWanted()).isFalse();
            }
        }
    }

    @Test
    @DisplayName("who is attached while a recording runs is part of it from there on")
    void attachedLate() {
        try (Recording recording = new Recording()) {
            recording.start();
            try (FlightRecorder attached = FlightRecorder.attach(hand.feed)) {
                assertThat(attached).isNotNull();
                assertThat(hand.feed.isRoutineWanted()).isTrue();
            }
            assertThat(hand.feed.isRoutineWanted()).isFalse();
        }
    }

    @Test
    @DisplayName("a leader's recording shows its term and its renewals")
    void aLeader() throws Exception {
        try (Primus primus = Primus.builder()
                        .node("core-1")
                        .store(new StubStores())
                        .lease(Duration.ofSeconds(1))
                        .build();
                FlightRecorder attached = FlightRecorder.attach(primus);
                Recording recording = new Recording(primusSettings())) {
            assertThat(attached).isNotNull();
            recording.start();
            Election election = primus.election("orders").join();
            await().until(election::isLeader);
            await().untilAsserted(() -> assertThat(events(recording))
                    .anyMatch(event -> isOf(event, "dev.primus.Transition")
                            && "became_leader".equals(event.getString("kind"))
                            && "orders".equals(event.getString("election")))
                    .anyMatch(event -> isOf(event, "dev.primus.Renewal") && event.getLong("elections") == 1));
        }
    }

    private List<RecordedEvent> events(Recording recording) throws IOException {
        Path file = folder.resolve("primus.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("dev.primus."))
                .toList();
    }

    private static RecordedEvent only(List<RecordedEvent> events, String type) {
        return events.stream()
                .filter(event -> isOf(event, type))
                .reduce((a, b) -> {
                    throw new AssertionError("two of " + type);
                })
                .orElseThrow();
    }

    private static boolean isOf(RecordedEvent event, String type) {
        return event.getEventType().getName().equals(type);
    }

    private static Configuration primusSettings() throws IOException, ParseException {
        try (InputStream settings = FlightRecorder.class.getResourceAsStream("primus.jfc")) {
            return Configuration.create(new InputStreamReader(settings, StandardCharsets.UTF_8));
        }
    }
}
