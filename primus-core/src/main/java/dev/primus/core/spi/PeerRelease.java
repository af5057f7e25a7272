package dev.primus.core.spi;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;

/**
 * What the companion of a dead process presents to a member, to end a term of that process.
 *
 * @param key 64 hexadecimal digits that only the owner of the term and its companion knew
 */
public record PeerRelease(ElectionName election, NodeId owner, String key) {
    /** The access parameter with the members' addresses, host:port separated by spaces; see {@link ReleaserFactory}. */
    public static final String ADDRESSES = "addresses";

    @Override
    public String toString() {
        return "release of %s by %s".formatted(election, owner);
    }
}
