package dev.primus.cluster.ballot;

import static dev.primus.cluster.ballot.Channel.ELECTION;
import static dev.primus.cluster.ballot.Channel.HEARTBEAT;

/** The types of messages, by their names on the wire, which never change. */
enum Kind {
    // as documented
    DISCOVER("admin_discovery_request", ELECTION),
    DISCOVERED("admin_discovery_response", ELECTION),
    STARTED("election_started", ELECTION),
    CANDIDACY("candidacy_announcement", ELECTION),
    VOTE("election_vote", ELECTION),
    WINNER("election_winner", ELECTION),
    ENDED("context_leadership_transfer", ELECTION),
    GENERATION_STARTED("context_generation_started", ELECTION),
    GENERATION_STOPPED("context_generation_stopped", ELECTION),
    BEAT("heartbeat", HEARTBEAT),
    // our own
    ACKNOWLEDGED("candidacy_acknowledged", ELECTION),
    HEARD("heartbeat_acknowledged", HEARTBEAT),
    NOTED("transfer_acknowledged", ELECTION),
    REQUESTED("election_requested", ELECTION),
    RULED("election_ruled", ELECTION),
    PETITION("electorate_requested", ELECTION),
    AMENDMENT("electorate_changed", ELECTION),
    AMENDED("electorate_acknowledged", ELECTION),
    ENROLLED("enrolment", ELECTION),
    RECALLED("oath_recalled", ELECTION),
    PAUSED("pause", ELECTION),
    SURVEY("candidates_requested", ELECTION),
    STATED("candidate_stated", ELECTION);

    private final String word;
    private final Channel channel;

    Kind(String word, Channel channel) {
        this.word = word;
        this.channel = channel;
    }

    String word() {
        return word;
    }

    Channel channel() {
        return channel;
    }

    static Kind of(String word) throws RefusedMail {
        for (Kind each : values()) {
            if (each.word.equals(word)) {
                return each;
            }
        }
        throw new RefusedMail(Refusal.UNKNOWN_TYPE, "a type of %d letters".formatted(word.length()));
    }
}
