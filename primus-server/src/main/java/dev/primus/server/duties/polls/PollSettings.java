package dev.primus.server.duties.polls;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node is told about polls.
 *
 * @param poller whether it is there to do checks, and never coordinates
 * @param needed how many of those who may coordinate must remember a run before it is begun, this node included: a
 *     majority of them under a quorum policy, 1 otherwise; of no concern if there are records
 * @param records where runs are kept, closed with the node's part in them; null for the memory of all members
 */
public record PollSettings(
        List<Schedule> schedules,
        boolean poller,
        int needed,
        @Nullable RunRecords records) {
    public PollSettings {
        schedules = List.copyOf(schedules);
        if (needed < 1) {
            throw new IllegalArgumentException("needed = %d: allowed is 1 and above".formatted(needed));
        }
    }
}
