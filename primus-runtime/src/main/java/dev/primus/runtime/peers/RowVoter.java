package dev.primus.runtime.peers;

import dev.primus.core.registry.Appeal;
import dev.primus.core.spi.Witness;
import dev.primus.core.spi.Witness.Plea;
import dev.primus.core.spi.Witness.Word;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings questions to the row that votes like a member. While one is under way the others gather: they travel together, and
 * of two about the same term only the later one does. A row that does not answer is told of once. It is opened when it is
 * first wanted, and as often as that takes: a node begins without its database, too.
 */
final class RowVoter {
    private static final Logger LOG = LoggerFactory.getLogger(RowVoter.class);

    /** Whose answer it is. */
    private record Asker(long round, BiConsumer<Appeal, List<Word>> reply) {}

    private final Supplier<Witness> opening;
    private final Duration span;
    private final Executor lane;
    private final Map<Appeal.Verb, Map<Plea, Asker>> waiting = new EnumMap<>(Appeal.Verb.class);
    private @Nullable Witness opened;
    private volatile boolean silent;
    private boolean closed;

    /**
     * @param span how long it is asked to promise
     */
    RowVoter(Supplier<Witness> opening, Duration span, Executor lane) {
        this.opening = opening;
        this.span = span;
        this.lane = lane;
    }

    /** The first connection takes longest, and is wanted when time is short. */
    void warmUp() {
        lane.execute(() -> put(Appeal.Verb.ASK));
    }

    /** Whether it has not answered lately. */
    boolean isSilent() {
        return silent;
    }

    /** @param reply is told on another thread, perhaps term by term, and perhaps never */
    void ask(Appeal appeal, BiConsumer<Appeal, List<Word>> reply) {
        synchronized (waiting) {
            Map<Plea, Asker> same = waiting.computeIfAbsent(appeal.verb(), verb -> new LinkedHashMap<>());
            if (appeal.verb() == Appeal.Verb.RELEASE) {
                // What has not been asked for yet must not be promised after its end.
                waiting.getOrDefault(Appeal.Verb.PROMISE, new LinkedHashMap<>())
                        .keySet()
                        .removeAll(appeal.pleas());
            }
            boolean first = same.isEmpty();
            appeal.pleas().forEach(plea -> same.put(plea, new Asker(appeal.round(), reply)));
            if (first) {
                lane.execute(() -> put(appeal.verb()));
            }
        }
    }

    private Map<Plea, Asker> taken(Appeal.Verb verb) {
        synchronized (waiting) {
            Map<Plea, Asker> all = waiting.remove(verb);
            return all == null ? Map.of() : all;
        }
    }

    private void put(Appeal.Verb verb) {
        Map<Plea, Asker> askers;
        List<Plea> pleas;
        List<Word> words;
        synchronized (this) {
            if (closed) {
                return;
            }
            askers = taken(verb);
            pleas = List.copyOf(askers.keySet());
            boolean warmsUp = verb == Appeal.Verb.ASK && opened == null;
            if (pleas.isEmpty() && !warmsUp) {
                return;
            }
            try {
                words = answer(verb, pleas);
            } catch (RuntimeException e) {
                if (!silent) {
                    LOG.warn("the row that decides between two nodes cannot be asked: {}", e.getMessage());
                }
                silent = true;
                return;
            }
        }
        if (silent) {
            LOG.info("the row that decides between two nodes answers again");
        }
        silent = false;
        for (int i = 0; i < pleas.size(); i++) {
            Plea plea = pleas.get(i);
            Asker asker = askers.get(plea);
            if (asker != null) {
                Appeal part = new Appeal(asker.round(), verb, List.of(plea));
                asker.reply().accept(part, words.isEmpty() ? List.of() : List.of(words.get(i)));
            }
        }
    }

    private List<Word> answer(Appeal.Verb verb, List<Plea> pleas) {
        Witness witness = opened;
        if (witness == null) {
            witness = opening.get();
            opened = witness;
        }
        return switch (verb) {
            case ASK -> witness.ask(pleas);
            case PROMISE -> witness.promise(pleas, span);
            case RELEASE -> {
                witness.release(pleas);
                yield List.of();
            }
        };
    }

    /** What it has not been told yet of terms that are over it is told before: a successor would wait for it. */
    void close() {
        taken(Appeal.Verb.ASK);
        taken(Appeal.Verb.PROMISE);
        put(Appeal.Verb.RELEASE);
        synchronized (this) {
            closed = true;
            if (opened != null) {
                opened.close();
            }
        }
    }
}
