package dev.primus.runtime.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;

@Tag("G11")
class FeedLogTest {
    private static final NodeId NODE = NodeId.of("core-1", "7f3a9c04");

    private final Capture capture = new Capture();
    private final FeedLog log = new FeedLog(capture);

    @Test
    @DisplayName("a transition is one line, with every field as a key-value pair under its name in the record format")
    void oneLineWithFields() {
        log.accept(new FeedRecord(
                7,
                Instant.EPOCH,
                NODE,
                new ElectionName("orders"),
                FeedKind.LOST_LEADERSHIP,
                Term.of(NODE, 41),
                LossReason.EXPIRED,
                Map.of("said_by", "successor")));

        assertThat(capture.events).hasSize(1);
        LoggingEvent line = capture.events.get(0);
        assertThat(line.getLevel()).isEqualTo(Level.INFO);
        assertThat(MessageFormatter.basicArrayFormat(line.getMessage(), line.getArgumentArray()))
                .startsWith("core-1#7f3a9c04: lost_leadership orders term ")
                .endsWith("EXPIRED said_by=successor");
        assertThat(line.getKeyValuePairs())
                .extracting(pair -> pair.key + "=" + pair.value)
                .containsExactly(
                        "event=lost_leadership",
                        "seq=7",
                        "node=core-1#7f3a9c04",
                        "election=orders",
                        "leader=core-1#7f3a9c04",
                        "term=41",
                        "reason=EXPIRED",
                        "said_by=successor");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("alarms warn, what is routine is for debugging, all the rest informs")
    void levels(FeedKind kind) {
        log.accept(new FeedRecord(1, Instant.EPOCH, NODE, null, kind, null, null, Map.of()));

        Level expected = kind.isRoutine() ? Level.DEBUG : kind.isAlarming() ? Level.WARN : Level.INFO;
        assertThat(capture.events).extracting(LoggingEvent::getLevel).containsExactly(expected);
    }

    /** Keeps what it is told; enabled for everything. */
    private static final class Capture extends LegacyAbstractLogger implements LoggingEventAware {
        private final transient List<LoggingEvent> events = new ArrayList<>();

        @Override
        public void log(LoggingEvent event) {
            events.add(event);
        }

        @Override
        protected String getFullyQualifiedCallerName() {
            return "";
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level, Marker marker, String message, Object[] arguments, Throwable throwable) {
            throw new AssertionError("not by the fluent way: " + message);
        }

        @Override
        public boolean isTraceEnabled() {
            return true;
        }

        @Override
        public boolean isDebugEnabled() {
            return true;
        }

        @Override
        public boolean isInfoEnabled() {
            return true;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }
    }
}
