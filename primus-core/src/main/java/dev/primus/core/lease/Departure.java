package dev.primus.core.lease;

import dev.primus.core.election.Effect;
import dev.primus.core.election.Moment;
import dev.primus.core.election.Step;
import dev.primus.core.election.Wish;
import java.time.Duration;

/** What comes after a term: back into the queue, or out of the door. */
record Departure(Tenure tenure, Wish wish) {

    /**
     * @param confirmed whether the store said that the election is free again
     * @param leastStayBack how long at least others have the first try
     */
    Step<LeaseState> finish(boolean confirmed, Duration leastStayBack, Moment at) {
        LeaseContest contest = tenure.contest();
        Effect released = new Effect.Released(tenure.term(), wish.reason(), confirmed);
        if (wish.leave()) {
            return Step.to(new Left(), released, contest.farewell());
        }
        Duration polite = gaveItUp() ? contest.timing().heirWindow() : Duration.ZERO;
        Duration stayBack = polite.compareTo(leastStayBack) > 0 ? polite : leastStayBack;
        return Step.to(Waiting.after(tenure.highest(), contest, stayBack, wish.stayOut(), at), released);
    }

    /** Who gave leadership up of its own will lets others have it. */
    private boolean gaveItUp() {
        return switch (wish.reason()) {
            case RELEASED, TRANSFERRED, TRIGGERED, DUTY_FAILED, UNHEALTHY -> true;
            case SHUTDOWN, EXPIRED, TAKEN, SUSPECT, NO_QUORUM, MERGED, CRASHED -> false;
        };
    }
}
