package dev.primus.cluster;

/** Times for a kind of network, in milliseconds. What each does is told in {@code docs/peers.md}. */
public enum Preset {
    /** Nodes on one host. */
    LOCAL(500, 1_000, 500, 3_000, 250, 300, 600, 500, 500, 2_000),
    /** Nodes on one site, with round trips of up to some 20 ms. */
    LAN(1_000, 2_000, 500, 3_000, 250, 300, 600, 1_000, 500, 2_000),
    /** Nodes on several sites, with round trips of up to some 300 ms. */
    WAN(3_000, 5_000, 2_000, 12_000, 1_500, 1_500, 4_000, 3_000, 2_000, 8_000);

    /** How long a peer has to accept a connection. Only the lane to that peer waits. */
    final int connect;
    /** How long the other end of a connection has to show who it is. */
    final int handshake;
    /** How often a member shows that it is alive; any message of it does as well. */
    final int heartbeat;
    /** A member that was silent for so long is suspected. A multiple of the heartbeat. */
    final int silence;
    /** How long a suspect has to answer for itself; it is looked at as often, so it takes up to twice that. */
    final int verify;
    /** The shortest time between two searches for members of other views. */
    final int mergeMin;
    /** The time between two searches is 0.5 to 1.5 times this. */
    final int mergeMax;
    /** How long a joining node waits for answers before it takes itself for the first. */
    final int join;
    /**
     * How long a coordinator waits for the members to confirm a view, and a leaving one for its leave. When two die at once,
     * one may still be in the first view, and the next waits for it.
     */
    final int confirm;
    /** How long a merge may take. */
    final int merge;

    Preset(
            int connect,
            int handshake,
            int heartbeat,
            int silence,
            int verify,
            int mergeMin,
            int mergeMax,
            int join,
            int confirm,
            int merge) {
        this.connect = connect;
        this.handshake = handshake;
        this.heartbeat = heartbeat;
        this.silence = silence;
        this.verify = verify;
        this.mergeMin = mergeMin;
        this.mergeMax = mergeMax;
        this.join = join;
        this.confirm = confirm;
        this.merge = merge;
    }
}
