package dev.primus.core.lease;

import dev.primus.core.MonoTime;
import dev.primus.core.election.ElectionEvent;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Step;
import dev.primus.core.spi.Answer;

/**
 * The store's answer to a request, or the news that it gave none.
 *
 * @param sentAt just before the request was sent: what was granted counts from here, not from the reply
 */
public record LeaseAnswered(LeaseRequest request, Answer answer, MonoTime sentAt) implements ElectionEvent<LeaseState> {
    /** From when on a bid that won counts: when it was sent, unless the arbiter knows better. */
    MonoTime countsFrom() {
        MonoTime known = answer.since();
        return known == null ? sentAt : MonoTime.later(sentAt, known);
    }

    @Override
    public Step<LeaseState> on(LeaseState state, Moment at) {
        return state.answered(this, at);
    }
}
