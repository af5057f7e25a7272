package dev.primus.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something a node's process said, or its end.
 *
 * @param player the node's name
 * @param kind as in the feed's records, or {@link #EXITED}
 * @param id the node with its incarnation; empty for an end
 * @param leader who leads by this record; empty if it does not say
 * @param token that leader's token; 0 if it does not say
 * @param confirmed whether a release was confirmed by the store
 * @param story why an election ended as it did, in a sentence; empty for all else
 * @param at when it reached us, by our monotonic clock
 * @param time when it happened, by the host's wall clock
 */
record Event(
        String player,
        String kind,
        String id,
        String leader,
        long token,
        String reason,
        boolean confirmed,
        String story,
        long at,
        Instant time) {
    static final String EXITED = "exited";

    static Event of(String player, JsonNode json, long at) {
        return new Event(
                player,
                json.path("event").asText(),
                json.path("node").asText(),
                json.path("leader").asText(),
                json.path("term").asLong(),
                json.path("reason").asText(),
                json.path("confirmed").asText().equals("true"),
                json.path("story").asText(),
                at,
                Instant.parse(json.path("time").asText()));
    }

    static Event exited(String player, int code, long at) {
        return new Event(player, EXITED, "", "", 0, Integer.toString(code), false, "", at, Instant.EPOCH);
    }

    boolean is(String wanted, @Nullable String by) {
        return kind.equals(wanted) && (by == null || player.equals(by));
    }
}
