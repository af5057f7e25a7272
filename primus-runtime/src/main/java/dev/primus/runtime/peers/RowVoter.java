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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings questions to the row that votes like a member. One that does not answer is told of once, and not besieged. */
final class RowVoter {
    private static final Logger LOG = LoggerFactory.getLogger(RowVoter.class);

    /** More than that were asked so long ago that nobody waits for the answer. */
    private static final int MOST_WAITING = 4;

    private final Witness witness;
    private final Duration span;
    private final Executor lane;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean silent;

    /**
     * @param span how long it is asked to promise
     */
    RowVoter(Witness witness, Duration span, Executor lane) {
        this.witness = witness;
        this.span = span;
        this.lane = lane;
    }

    /** The first connection takes longest, and is wanted when time is short. */
    void warmUp() {
        lane.execute(() -> heard(() -> witness.ask(List.of()), words -> {}));
    }

    void ask(Appeal appeal, Consumer<List<Word>> reply) {
        boolean stale = waiting.incrementAndGet() > MOST_WAITING && appeal.verb() != Appeal.Verb.RELEASE;
        if (stale) {
            waiting.decrementAndGet();
            return;
        }
        lane.execute(() -> {
            try {
                heard(() -> answer(appeal), reply);
            } finally {
                waiting.decrementAndGet();
            }
        });
    }

    private List<Word> answer(Appeal appeal) {
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
        List<Word> put() throws StoreException;
    }

    private void heard(Question question, Consumer<List<Word>> reply) {
        List<Word> words;
        try {
            words = question.put();
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

    void close() {
        witness.close();
    }
}
