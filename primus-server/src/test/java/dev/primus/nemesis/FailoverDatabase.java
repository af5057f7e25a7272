package dev.primus.nemesis;

import java.time.Duration;

/** A database whose primary can be lost; another server then serves the same rows, by a clock of its own. */
interface FailoverDatabase extends DatabaseServer {

    /**
     * The primary crashes and the other server takes its place.
     *
     * @param clockAhead how far the other server's clock is ahead of this host's; negative if it is behind
     */
    void failOver(Duration clockAhead) throws Exception;
}
