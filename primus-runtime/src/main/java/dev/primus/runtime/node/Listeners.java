package dev.primus.runtime.node;

import dev.primus.Change;
import dev.primus.core.ElectionName;
import dev.primus.feed.FeedKind;
import dev.primus.runtime.stage.Stage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells every listener of an election everything, in order, on a lane of its own: a blocked one delays only itself. */
final class Listeners {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    private record Told(Consumer<Change> listener, Executor lane) {}

    private final ElectionName election;
    private final Stage stage;
    private final Chronicle chronicle;
    private final List<Told> listeners = new CopyOnWriteArrayList<>();

    Listeners(ElectionName election, Stage stage, Chronicle chronicle) {
        this.election = election;
        this.stage = stage;
        this.chronicle = chronicle;
    }

    void add(Consumer<Change> listener) {
        listeners.add(new Told(listener, stage.lane("listener-" + election)));
    }

    void remove(Consumer<Change> listener) {
        listeners.removeIf(told -> told.listener() == listener);
    }

    void tell(Change change) {
        listeners.forEach(told -> told.lane().execute(() -> tell(told.listener(), change)));
    }

    private void tell(Consumer<Change> listener, Change change) {
        try {
            listener.accept(change);
        } catch (Throwable e) {
            LOG.warn("election {}: a listener failed on {}", election, change, e);
            chronicle.note(
                    election,
                    FeedKind.LISTENER_FAILED,
                    null,
                    null,
                    Map.of("change", change.toString(), "cause", e.toString()));
        }
    }
}
