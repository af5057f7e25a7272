package dev.primus.runtime.peers;

import dev.primus.core.registry.Appeal;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.Witness;
import dev.primus.core.spi.Witness.Word;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings questions to the row that votes like a member. One that does not answer is told of once, and not besieged. It is
 * opened when it is first wanted, and as often as that takes: a node begins without its database, too.
 */
final class RowVoter {
    private static final Logger LOG = LoggerFactory.getLogger(RowVoter.class);

    /** More than that were asked so long ago that nobody waits for the answer. */
    private static final int MOST_WAITING = 4;

    private final Supplier<Witness> opening;
    private final Duration span;
    private final Executor lane;
    private final AtomicInteger waiting = new AtomicInteger();
    private @Nullable Witness opened;
    private boolean silent;
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
        lane.execute(() -> heard(witness -> witness.ask(List.of()), words -> {}));
    }

    void ask(Appeal appeal, Consumer<List<Word>> reply) {
        boolean stale = waiting.incrementAndGet() > MOST_WAITING && appeal.verb() != Appeal.Verb.RELEASE;
        if (stale) {
            waiting.decrementAndGet();
            return;
        }
        lane.execute(() -> {
            try {
                heard(witness -> answer(witness, appeal), reply);
            } finally {
                waiting.decrementAndGet();
            }
        });
    }

    private List<Word> answer(Witness witness, Appeal appeal) {
        return switch (appeal.verb()) {
            case ASK -> witness.ask(appeal.pleas());
            case PROMISE -> witness.promise(appeal.pleas(), span);
            case RELEASE -> {
                witness.release(appeal.pleas());
                yield List.of();
            }
        };
    }

    /** A question to the row. */
    private interface Question {
        List<Word> putTo(Witness witness) throws StoreException;
    }

    private synchronized void heard(Question question, Consumer<List<Word>> reply) {
        if (closed) {
            return;
        }
        List<Word> words;
        try {
            words = question.putTo(opened());
        } catch (StoreException e) {
            if (!silent) {
                LOG.warn("the row that decides between two nodes cannot be asked: {}", e.getMessage());
            }
            silent = true;
            return;
        }
        if (silent) {
            LOG.info("the row that decides between two nodes answers again");
        }
        silent = false;
        reply.accept(words);
    }

    private Witness opened() {
        Witness known = opened;
        if (known == null) {
            known = opening.get();
            opened = known;
        }
        return known;
    }

    synchronized void close() {
        closed = true;
        if (opened != null) {
            opened.close();
        }
    }
}
