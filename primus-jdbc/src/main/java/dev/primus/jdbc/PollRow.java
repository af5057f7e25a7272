package dev.primus.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One run of a poll as the table has it.
 *
 * @param state RUNNING, DONE, FAILED or MISSED
 * @param token of the term that wrote it
 * @param node who does the check; empty if nobody was asked to
 * @param started null if it was not
 * @param ended null if it has not
 */
public record PollRow(
        String schedule,
        Instant due,
        String state,
        long token,
        String node,
        @Nullable Instant started,
        @Nullable Instant ended,
        String outcome) {}
