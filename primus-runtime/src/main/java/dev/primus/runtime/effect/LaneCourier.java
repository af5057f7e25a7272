package dev.primus.runtime.effect;

import dev.primus.core.ElectionName;
import dev.primus.core.lease.LeaseRequest;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.LeaseStore;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes blocking calls on two lanes, one of them for renewals alone. */
public final class LaneCourier implements Courier {
    private static final Logger LOG = LoggerFactory.getLogger(LaneCourier.class);

    private final LeaseStore store;
    private final Executor renewals;
    private final Executor others;

    public LaneCourier(LeaseStore store, Executor renewals, Executor others) {
        this.store = store;
        this.renewals = renewals;
        this.others = others;
    }

    @Override
    public void carry(StoreCall call, Consumer<List<Answer>> reply) {
        Executor lane = call.verb() == Verb.RENEW ? renewals : others;
        lane.execute(() -> reply.accept(answersOf(call)));
    }

    /** Whatever a store does, every request is answered: a store that throws or miscounts has answered "unknown". */
    private List<Answer> answersOf(StoreCall call) {
        try {
            List<Answer> answers = call.on(store);
            List<ElectionName> asked =
                    call.requests().stream().map(LeaseRequest::election).toList();
            if (answers.stream().map(Answer::election).toList().equals(asked)) {
                return answers;
            }
            LOG.error(
                    "the store gave {} answers to {} requests, or others than were asked for",
                    answers.size(),
                    asked.size());
            return call.unknown("the store miscounted");
        } catch (Throwable e) {
            LOG.error("the store threw instead of answering", e);
            return call.unknown(e.getClass().getSimpleName());
        }
    }
}
