package dev.primus.server.demo;

import dev.primus.core.LeaseTiming;
import dev.primus.core.spi.TermRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Where the demo is played: on a store, or among the three nodes alone. */
interface Hall {
    /** What the audience is told before it begins. */
    List<String> announcement();

    /** Gets everything ready in that folder, which is cleared afterwards. */
    void prepare(Scratch scratch) throws IOException;

    /** How a node is started. */
    Cast.Starter starter(Scratch scratch) throws IOException;

    LeaseTiming timing();

    /** By when another leads if the leader is killed. */
    default Duration takeoverWithin() {
        return timing().worstTakeover();
    }

    /** Who decides, in words. */
    String arbiter();

    /** In which order everybody leaves in the end, so that the last term ends by a good-bye and no other begins. */
    List<Player.Role> leavingOrder();

    /**
     * The terms that are on record.
     *
     * @param heard all that the nodes have said
     */
    List<TermRecord> history(List<Event> heard);

    /** Where those records are, in words. */
    String books();

    /** What is left behind; empty if nothing is. */
    String leftovers();
}
