package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.peers.PeerHands;

/** Those who carry out what a member of a ballot has decided, and measure for it. */
public interface BallotHands extends PeerHands<BallotMessage> {

    /** What is known of this node just now, its capabilities included. */
    Facts facts();

    /** A random number from 0 to below this bound. */
    long upTo(long bound);

    /**
     * Somebody else leads an election too, or leads it by other rules than ours: people have to know.
     *
     * @param other its term
     */
    void splitBrain(ElectionName election, Term other, String why);

    /** An election is over, with or without a winner. */
    void decided(Report report);
}
