package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.peers.PauseMark;
import dev.primus.core.spi.Enrolment.Part;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a member says of one election, in spans instead of times, since clocks differ.
 *
 * @param highest the highest token it has promised or knows of
 * @param holds the term it holds itself; only an owner can say that
 * @param pledge the term it has promised to respect, and for how long yet; only ever its own promise, no hearsay
 * @param over the terms it knows to have ended
 * @param after the token after which {@code heir} has the first try
 * @param heir null if nobody
 * @param pause null if it was never told of one
 * @param part its own part; null if it has none
 */
public record Testimony(
        ElectionName election,
        long highest,
        @Nullable Term holds,
        @Nullable Pledge pledge,
        List<Term> over,
        long after,
        @Nullable NodeName heir,
        Duration heirLeft,
        @Nullable PauseMark pause,
        @Nullable Part part) {

    public Testimony {
        over = List.copyOf(over);
    }

    /** A promise, and how long it still binds; never more than a lease. */
    public record Pledge(Term term, Duration left) {}
}
