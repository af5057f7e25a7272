package dev.primus.telemetry;

import dev.primus.Primus;
import dev.primus.feed.Feed;
import dev.primus.feed.FeedReader;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * Events of a node for JDK Flight Recorder. Reads the feed only while a recording runs, so that it costs nothing
 * otherwise. Safe for use from any thread.
 */
public final class FlightRecorder implements AutoCloseable {
    private final Feed feed;
    private final FlightRecorderListener onChange = new FlightRecorderListener() {
        @Override
        public void recordingStateChanged(Recording recording) {
            readWhileRecording();
        }
    };
    private @Nullable FeedReader reader;
    private boolean closed;

    private FlightRecorder(Feed feed) {
        this.feed = feed;
    }

    /** From now on {@code primus} is part of every recording. */
    public static FlightRecorder attach(Primus primus) {
        return attach(primus.feed());
    }

    static FlightRecorder attach(Feed feed) {
        FlightRecorder attached = new FlightRecorder(feed);
        if (jdk.jfr.FlightRecorder.isAvailable()) {
            FlightEvents.TYPES.forEach(jdk.jfr.FlightRecorder::register);
            jdk.jfr.FlightRecorder.addListener(attached.onChange);
            attached.readWhileRecording();
        }
        return attached;
    }

    /**
     * The recorder is asked without holding our lock, since it may call us while it holds its own; so it is asked again
     * afterwards, lest an answer be overtaken by another.
     */
    private void readWhileRecording() {
        boolean recording;
        do {
            recording = isRecording();
            read(recording);
        } while (recording != isRecording());
    }

    private synchronized void read(boolean recording) {
        boolean wanted = recording && !closed;
        FeedReader present = reader;
        if (wanted && present == null) {
            reader = feed.subscribeToAll("flight-recorder", new FlightEvents());
        } else if (!wanted && present != null) {
            present.close();
            reader = null;
        }
    }

    private static boolean isRecording() {
        return jdk.jfr.FlightRecorder.isInitialized()
                && jdk.jfr.FlightRecorder.getFlightRecorder().getRecordings().stream()
                        .anyMatch(recording -> recording.getState() == RecordingState.RUNNING);
    }

    /** Is no part of recordings any more. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        jdk.jfr.FlightRecorder.removeListener(onChange);
        readWhileRecording();
    }
}
