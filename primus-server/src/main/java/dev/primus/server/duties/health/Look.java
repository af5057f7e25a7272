package dev.primus.server.duties.health;

import dev.primus.core.NodeId;
import java.util.Set;

/**
 * Who was there at one moment.
 *
 * @param up who can be reached, or shows itself
 * @param down who should be there and is not, if the source can tell
 * @param left who has gone in good order, if the source can tell
 * @param trouble why nobody could be asked; empty if that was possible
 */
record Look(Set<NodeId> up, Set<NodeId> down, Set<NodeId> left, String trouble) {
    static Look of(Set<NodeId> up) {
        return new Look(up, Set.of(), Set.of(), "");
    }

    static Look failed(String trouble) {
        return new Look(Set.of(), Set.of(), Set.of(), trouble);
    }
}
