package dev.primus.core;

import java.time.Instant;

/**
 * An operator's word that an election shall not change hands: who leads goes on, but nobody takes over.
 *
 * @param since by the store's clock, for display only
 */
public record Pause(String by, String why, Instant since) {
    @Override
    public String toString() {
        return "paused by %s: %s".formatted(by, why);
    }
}
