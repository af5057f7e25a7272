package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.testkit.check.LeaseRow;
import dev.primus.testkit.check.StoreWitness.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One node's session with a {@link SimStore}. */
public final class SimSession implements LeaseStore {
    private final SimStore store;
    private final StoreSession asker;
    private final Shelf shelf;
    private volatile boolean closed;
    private volatile @Nullable Consumer<Hint> ear;

    SimSession(SimStore store, StoreSession asker) {
        this.store = store;
        this.asker = asker;
        this.shelf = store.shelf(asker.cluster());
    }

    @Override
    public List<Answer> enroll(List<Enrolment> enrolments) {
        return each(enrolments, Enrolment::election, (enrolment, at) -> {
            ElectionName election = enrolment.election();
            shelf.showed(election, asker.self(), enrolment.part(), at.now(), at.lease());
            if (enrolment.part() == Enrolment.Part.GONE) {
                return Answer.yes(election);
            }
            shelf.leases.putIfAbsent(election, LeaseRow.NEW);
            return seen(election, shelf.leases.get(election), at);
        });
    }

    @Override
    public List<Answer> look(List<ElectionName> elections) {
        return each(elections, election -> election, (election, at) -> {
            LeaseRow row = shelf.leases.get(election);
            if (row == null) {
                return Answer.no(election);
            }
            shelf.showed(election, asker.self(), null, at.now(), at.lease());
            return seen(election, row, at);
        });
    }

    private Answer seen(ElectionName election, LeaseRow row, StoreMoment at) {
        LeaseRow left = store.rules().look(row, at);
        change(Statement.LOOK, election, row, left, at);
        return Answer.seen(sighting(election, left, at));
    }

    @Override
    public List<Answer> acquire(List<Bid> bids) {
        return each(bids, Bid::election, (bid, at) -> {
            Statement statement = bid.observed() ? Statement.ACQUIRE_OBSERVED : Statement.ACQUIRE;
            LeaseRow row = shelf.leases.get(bid.election());
            LeaseRow taken = row == null || isLocked(bid.election())
                    ? null
                    : store.rules().acquire(row, bid, at);
            if (row == null || taken == null) {
                return refused(statement, bid.election(), row, at);
            }
            change(statement, bid.election(), row, taken, at);
            if (!taken.nonce().equals(bid.nonce())) {
                return Answer.refused(sighting(bid.election(), taken, at));
            }
            shelf.began(bid.election(), Term.of(asker.self(), taken.epoch()), at.wall());
            return Answer.yes(bid.election());
        });
    }

    @Override
    public List<Answer> renew(List<Hold> holds) {
        return each(holds, Hold::election, (hold, at) -> {
            if (isLocked(hold.election())) {
                return Answer.unknown(hold.election(), "lock timeout");
            }
            LeaseRow row = shelf.leases.get(hold.election());
            LeaseRow renewed = row == null ? null : store.rules().renew(row, hold, at);
            if (row == null || renewed == null) {
                return refused(Statement.RENEW, hold.election(), row, at);
            }
            change(Statement.RENEW, hold.election(), row, renewed, at);
            shelf.showed(hold.election(), asker.self(), null, at.now(), at.lease());
            return Answer.yes(hold.election());
        });
    }

    @Override
    public List<Answer> release(List<Parting> partings) {
        return each(partings, Parting::election, (parting, at) -> {
            if (isLocked(parting.election())) {
                return Answer.unknown(parting.election(), "lock timeout");
            }
            LeaseRow row = shelf.leases.get(parting.election());
            LeaseRow released = row == null ? null : store.rules().release(row, parting, at);
            if (row == null || released == null) {
                return refused(Statement.RELEASE, parting.election(), row, at);
            }
            change(Statement.RELEASE, parting.election(), row, released, at);
            Term term = new Term(asker.self(), parting.hold().token());
            shelf.ended(parting.election(), term, at.wall(), parting.reason());
            store.hint(parting.election());
            return Answer.yes(parting.election());
        });
    }

    private void change(Statement statement, ElectionName election, LeaseRow before, LeaseRow after, StoreMoment at) {
        if (!after.equals(before) && store.rules().isCommitted(after, at)) {
            shelf.leases.put(election, after);
        }
        store.witness().carriedOut(statement, election.value(), before, after, store.micros(), at.clock());
    }

    private Answer refused(Statement statement, ElectionName election, @Nullable LeaseRow row, StoreMoment at) {
        if (row == null) {
            return Answer.no(election);
        }
        store.witness().carriedOut(statement, election.value(), row, row, store.micros(), at.clock());
        return Answer.refused(sighting(election, row, at));
    }

    private boolean isLocked(ElectionName election) {
        Long until = shelf.lockedUntil.get(election);
        return until != null && store.time().now() < until;
    }

    private Sighting sighting(ElectionName election, LeaseRow row, StoreMoment at) {
        return SimLedger.sighting(election, row, at.now(), at.clock(), store.lineage());
    }

    /** What a verb does to one element. */
    private interface Deed<T> {
        Answer done(T element, StoreMoment at);
    }

    private <T> List<Answer> each(List<T> elements, Function<T, ElectionName> election, Deed<T> deed) {
        if (elements.size() > 1 && elements.stream().map(election).distinct().count() < elements.size()) {
            throw new IllegalArgumentException("the elections of one call must be distinct: " + elements);
        }
        synchronized (store) {
            List<Answer> answers = new ArrayList<>(elements.size());
            StoreMoment at = store.moment(asker);
            for (T element : elements) {
                answers.add(
                        closed || store.isDown()
                                ? Answer.unknown(election.apply(element), closed ? "closed" : "connection refused")
                                : deed.done(element, at));
            }
            return answers;
        }
    }

    @Override
    public void listen(Consumer<Hint> hints) {
        ear = hints;
        hints.accept(store.hints().isThere() ? Hint.CHANNEL : Hint.NO_CHANNEL);
    }

    void hintAt(ElectionName election) {
        Consumer<Hint> listener = ear;
        if (listener != null) {
            listener.accept(Hint.changed(election));
        }
    }

    void hintAtNothing() {
        Consumer<Hint> listener = ear;
        if (listener != null) {
            listener.accept(Hint.ANYTHING);
        }
    }

    @Override
    public void close() {
        ear = null;
        closed = true;
        store.closed(this);
    }
}
