package dev.primus.server.command;

import dev.primus.server.talk.Complaint;

/** Who can decide elections. */
enum Engine {
    LEASE,
    REGISTRY,
    BALLOT;

    static final String WORDS = "lease|registry|ballot";

    static Engine of(String word) {
        return switch (word) {
            case "lease" -> LEASE;
            case "registry" -> REGISTRY;
            case "ballot" -> BALLOT;
            default -> throw Complaint.usage("--engine = '%s': allowed is lease, registry or ballot.".formatted(word));
        };
    }
}
