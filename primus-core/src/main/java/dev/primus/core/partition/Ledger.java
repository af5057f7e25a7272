package dev.primus.core.partition;

import dev.primus.core.NodeName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where moves are written down, and why each of them is made. */
final class Ledger {
    private final Crew crew;
    private final List<Move> moves = new ArrayList<>();

    Ledger(Crew crew) {
        this.crew = crew;
    }

    void move(Draft draft, int first, int last, int from, int to, Reason reason) {
        write(draft.name(), first, last, from, to, reason);
    }

    /** The worker has something that it is not to have, whoever else has it. */
    void letGo(TaskListName list, Partitions part, int worker, Reason reason) {
        for (int i = 0; i < part.pieces(); i++) {
            write(list, part.first(i), part.last(i), worker, Claims.NOBODY, reason);
        }
    }

    /**
     * Why something goes elsewhere, if nothing special is known of it.
     *
     * @param holder who has it
     * @param giver who was to keep it: the holder, or the one to whom it is on its way
     */
    Reason why(Draft draft, int holder, int giver) {
        if (holder == Claims.NOBODY) {
            return Reason.UNOWNED;
        }
        return switch (crew.standing(holder)) {
            case DEAD -> Reason.DEAD;
            case DRAINING -> Reason.DRAINING;
            case ACTIVE -> giver != Claims.NOBODY && draft.isForTheSum(giver) ? Reason.SUM : Reason.SHARE;
        };
    }

    /** In the order in which they are to be begun; for the same reason by list and number. */
    List<Move> inOrder() {
        moves.sort(Comparator.comparing(Move::reason));
        return moves;
    }

    private void write(TaskListName list, int first, int last, int from, int to, Reason reason) {
        moves.add(new Move(list, first, last, name(from), name(to), reason));
    }

    private @Nullable NodeName name(int worker) {
        return worker == Claims.NOBODY ? null : crew.name(worker);
    }
}
