package dev.primus.deathwatch;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A store under death watch. All that a companion has to know passes here: what is about to be asked for, before it is
 * sent, and what the store has answered.
 */
public final class WatchedStore implements LeaseStore {
    private final LeaseStore store;
    private final DeathWatch watch;
    private final LongSupplier clock;

    public WatchedStore(LeaseStore store, DeathWatch watch, LongSupplier clock) {
        this.store = store;
        this.watch = watch;
        this.clock = clock;
    }

    @Override
    public List<Answer> enroll(List<Enrolment> enrolments) {
        return store.enroll(enrolments);
    }

    @Override
    public List<Answer> look(List<ElectionName> elections) {
        return store.look(elections);
    }

    @Override
    public List<Answer> acquire(List<Bid> bids) {
        watch.intends(bids);
        long sentAt = clock.getAsLong();
        List<Answer> answers = store.acquire(bids);
        tell(bids.stream().map(Bid::hold).toList(), answers, sentAt);
        return answers;
    }

    @Override
    public List<Answer> renew(List<Hold> holds) {
        long sentAt = clock.getAsLong();
        List<Answer> answers = store.renew(holds);
        tell(holds, answers, sentAt);
        return answers;
    }

    /** Given back or not ours any more: only an unknown outcome leaves the companion something to do. */
    @Override
    public List<Answer> release(List<Parting> partings) {
        List<Answer> answers = store.release(partings);
        List<Hold> over = new ArrayList<>();
        for (int i = 0; i < Math.min(partings.size(), answers.size()); i++) {
            if (answers.get(i).verdict() != Verdict.UNKNOWN) {
                over.add(partings.get(i).hold());
            }
        }
        watch.ended(over);
        return answers;
    }

    /** An unknown outcome changes nothing: the intent stays, and so does the term that was confirmed before. */
    private void tell(List<Hold> holds, List<Answer> answers, long sentAt) {
        List<Hold> confirmed = new ArrayList<>();
        List<Hold> refused = new ArrayList<>();
        for (int i = 0; i < Math.min(holds.size(), answers.size()); i++) {
            switch (answers.get(i).verdict()) {
                case YES -> confirmed.add(holds.get(i));
                case NO -> refused.add(holds.get(i));
                case UNKNOWN -> {}
            }
        }
        watch.ended(refused);
        watch.confirmed(confirmed, sentAt);
    }

    @Override
    public void listen(Consumer<Hint> hints) {
        store.listen(hints);
    }

    @Override
    public void close() {
        try {
            store.close();
        } finally {
            watch.close();
        }
    }
}
