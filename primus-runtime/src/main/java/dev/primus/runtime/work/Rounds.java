package dev.primus.runtime.work;

import dev.primus.Leadership;
import dev.primus.core.NodeId;
import dev.primus.core.partition.Move;
import dev.primus.core.partition.PlanSettings;
import dev.primus.core.partition.move.Dispatcher;
import dev.primus.core.partition.move.Draft;
import dev.primus.core.spi.Attendance;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.StoreException;
import dev.primus.runtime.duty.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One term of a coordinator that shares work out: again and again it sees who is there, buries whoever is silent, and puts
 * the next revision of the plan on record. When it is not sure what is on record it begins anew, by reading it.
 */
public final class Rounds {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.worker");
    private static final Duration SOON = Duration.ofMillis(100);

    /** Each revision makes room for moves that had to wait; those that still do may wait for the next round. */
    private static final int MOST_REVISIONS = 100;

    private final PlanStore store;
    private final PlanSettings settings;
    private final Duration every;
    private final Consumer<List<Move>> onMoves;
    private final Leadership leadership;
    private @Nullable Dispatcher dispatcher;
    private Catalogue catalogue = Catalogue.EMPTY;
    private String complaint = "";
    private List<?> settled = List.of();

    public Rounds(
            PlanStore store,
            PlanSettings settings,
            Duration every,
            Consumer<List<Move>> onMoves,
            Leadership leadership) {
        this.store = store;
        this.settings = settings;
        this.every = every;
        this.onMoves = onMoves;
        this.leadership = leadership;
    }

    public void go() throws InterruptedException {
        Duration pause = Duration.ZERO;
        while (leadership.sleep(pause)) {
            try {
                Dispatcher present = mustered();
                pause = present != null && round(present) ? SOON : every;
                complaint = present == null ? complaint : "";
            } catch (StoreException e) {
                complain("the plan cannot be read or written, beginning anew: " + e.getMessage());
                dispatcher = null;
                pause = every;
            } catch (IllegalArgumentException e) {
                // What people have set up does not fit together; to give leadership up would not mend it.
                complain("the work cannot be shared out and stays as it is: " + e.getMessage());
                pause = every;
            }
            pause = pause.compareTo(every) < 0 ? pause : every;
        }
    }

    /** Null if a later term was there. */
    private @Nullable Dispatcher mustered() {
        Dispatcher known = dispatcher;
        if (known == null) {
            PlanStore.Mustered found = store.muster(leadership.term());
            if (found.refused()) {
                complain("somebody with a later token has shared the work out, so nothing is done");
                return null;
            }
            known = new Dispatcher(settings, found.revision(), found.orders());
            settled = List.of();
            catalogue = store.catalogue();
            dispatcher = known;
        }
        return known;
    }

    /** @return whether something moves, so that it is worth looking again soon */
    private boolean round(Dispatcher known) {
        if (store.catalogueVersion() != catalogue.version()) {
            catalogue = store.catalogue();
        }
        List<Attendance> present = present();
        List<?> seen = List.of(known.revision(), catalogue.version(), withoutTimes(present));
        if (seen.equals(settled)) {
            return known.isMoving();
        }
        boolean changed = false;
        for (int i = 0; i < MOST_REVISIONS && leadership.isHeld(); i++) {
            Draft draft = known.draft(present, catalogue);
            if (draft.isEmpty()) {
                settled = List.of(known.revision(), catalogue.version(), withoutTimes(present));
                break;
            }
            if (!store.command(leadership.term(), draft.after(), draft.changed(), draft.struck())) {
                dispatcher = null; // Fenced out, or somebody else has written: what is on record says which.
                return true;
            }
            known.written(draft);
            tell(draft);
            changed = true;
        }
        return changed || known.isMoving();
    }

    /** What a plan depends on: how long leases still run is nothing to it. */
    private static List<Attendance> withoutTimes(List<Attendance> present) {
        return present.stream()
                .map(each -> new Attendance(each.card(), each.state(), Duration.ZERO, each.progress()))
                .toList();
    }

    /** Whoever was silent is dead by the store's own judgement before its partitions are given away. */
    private List<Attendance> present() {
        List<Attendance> present = store.attendance();
        List<NodeId> silent = present.stream()
                .filter(Attendance::isSilent)
                .map(Attendance::id)
                .toList();
        if (silent.isEmpty()) {
            return present;
        }
        List<NodeId> dead = store.bury(silent);
        dead.forEach(worker -> LOG.warn("worker {} was silent for too long: others get its work", worker));
        return store.attendance();
    }

    /** Once for the same trouble, however long it lasts. */
    private void complain(String what) {
        if (!what.equals(complaint)) {
            LOG.warn("{}: {}", leadership.term(), what);
        }
        complaint = what;
    }

    private void tell(Draft draft) {
        if (!draft.begun().isEmpty()) {
            int moving = draft.begun().stream().mapToInt(Move::size).sum();
            LOG.info("plan {}: {} partitions move, {} wait", draft.revision(), moving, draft.waiting());
            try {
                onMoves.accept(draft.begun());
            } catch (ThreadDeath e) {
                throw e;
            } catch (Throwable e) {
                LOG.error("{}: the onMoves listener failed", leadership.term(), e);
            }
            StopSignal.clearForeignInterrupt();
        }
    }
}
