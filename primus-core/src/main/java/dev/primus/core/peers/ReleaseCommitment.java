package dev.primus.core.peers;

import dev.primus.core.NodeId;
import dev.primus.core.Term;
import org.jspecify.annotations.Nullable;

/**
 * The release commitment of a term: the SHA-256 digest of a random key that only the term's owner and its companion know.
 * The owner sends it with its heartbeats. Whoever presents the key later was given it by the owner, for this term alone.
 *
 * @param digest 64 hexadecimal digits
 */
public record ReleaseCommitment(Term term, String digest) {
    private static final int DIGITS = 64;

    /** What is known after a heartbeat of the owner; the first commitment of a term stands, and one without digits is none. */
    public static @Nullable ReleaseCommitment after(@Nullable ReleaseCommitment before, Term term, String digest) {
        boolean known = before != null && before.term().equals(term);
        return known || digest.length() != DIGITS ? before : new ReleaseCommitment(term, digest);
    }

    /** Whether a key with this digest, presented for a term of that owner, is the key of this term. */
    public boolean isMetBy(NodeId owner, String keyDigest) {
        return term.leader().equals(owner) && digest.equals(keyDigest);
    }
}
