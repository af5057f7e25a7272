package dev.primus.core.partition;

import dev.primus.core.NodeName;
import dev.primus.core.partition.Holding.Shares;
import dev.primus.core.partition.Worker.Standing;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Partition by partition: who has it, and to whom it is on its way. */
final class TangledClaims implements Claims {
    private final Crew crew;
    private final Holding present;
    private final int[] holders;
    private final int[] heirs;
    private final BitSet excluded = new BitSet();
    private final BitSet setApart = new BitSet();
    private final Shares pinned;
    private final int @Nullable [] pins;
    private final Shares kept;
    private final Loose loose;

    TangledClaims(
            Crew crew,
            int partitions,
            Holding present,
            SortedMap<Integer, NodeName> pinnedTo,
            SortedSet<Integer> exclusions) {
        this.crew = crew;
        this.present = present;
        exclusions.forEach(excluded::set);
        this.holders = resolved(partitions);
        this.heirs = promised(partitions);
        this.pinned = pinned(pinnedTo);
        this.pins = pinned.count() == 0 ? null : counts(pinned);
        setApart.or(excluded);
        for (Partitions part : pinned.parts()) {
            part.addTo(setApart);
        }
        Shares owned = owned();
        this.kept = Claims.ofActive(crew, owned);
        this.loose = Claims.strays(crew, owned);
        BitSet gone = (BitSet) setApart.clone();
        for (Partitions part : owned.parts()) {
            part.addTo(gone);
        }
        if (partitions > 0) {
            loose.add(Partitions.of(0, partitions - 1).without(gone), NOBODY);
        }
    }

    /** Of several that claim a partition an active one has it before a draining and that before a dead one. */
    private int[] resolved(int partitions) {
        int[] found = new int[partitions];
        Arrays.fill(found, NOBODY);
        for (Standing standing : Standing.values()) {
            for (int i = 0; i < present.held().count(); i++) {
                int worker = present.held().worker(i);
                if (crew.standing(worker) == standing) {
                    claim(found, present.held().part(i), worker);
                }
            }
        }
        return found;
    }

    private void claim(int[] found, Partitions part, int worker) {
        part.forEach(partition -> {
            if (partition < found.length && found[partition] == NOBODY && !excluded.get(partition)) {
                found[partition] = worker;
            }
        });
    }

    private int[] promised(int partitions) {
        int[] found = new int[partitions];
        Arrays.fill(found, NOBODY);
        for (int i = 0; i < present.promised().count(); i++) {
            int worker = present.promised().worker(i);
            if (crew.isActive(worker)) {
                claim(found, present.promised().part(i), worker);
            }
        }
        return found;
    }

    private Shares pinned(SortedMap<Integer, NodeName> pinnedTo) {
        SortedMap<Integer, Pieces> found = new TreeMap<>();
        pinnedTo.forEach((partition, name) -> {
            int worker = crew.number(name);
            if (crew.isActive(worker)) {
                found.computeIfAbsent(worker, key -> new Pieces()).add(partition, partition);
            }
        });
        return Shares.gathered(found);
    }

    private int[] counts(Shares shares) {
        int[] found = new int[crew.size()];
        for (int i = 0; i < shares.count(); i++) {
            found[shares.worker(i)] = shares.part(i).size();
        }
        return found;
    }

    /** What is on its way is taken to have arrived, so that nobody else is given it meanwhile. */
    private Shares owned() {
        SortedMap<Integer, Pieces> found = new TreeMap<>();
        int first = 0;
        while (first < holders.length) {
            int owner = owner(first);
            int last = first;
            while (last + 1 < holders.length && owner(last + 1) == owner) {
                last++;
            }
            if (owner != NOBODY) {
                found.computeIfAbsent(owner, key -> new Pieces()).add(first, last);
            }
            first = last + 1;
        }
        return Shares.gathered(found);
    }

    private int owner(int partition) {
        if (setApart.get(partition)) {
            return NOBODY;
        }
        return heirs[partition] == NOBODY ? holders[partition] : heirs[partition];
    }

    @Override
    public Crew crew() {
        return crew;
    }

    @Override
    public int partitions() {
        return holders.length - excluded.cardinality();
    }

    @Override
    public int @Nullable [] pins() {
        return pins;
    }

    @Override
    public Shares kept() {
        return kept;
    }

    @Override
    public Loose loose() {
        return loose;
    }

    @Override
    public Shares pinned() {
        return pinned;
    }

    @Override
    public void tell(Draft draft, Shares target, Loose matched, Ledger ledger) {
        tellWhoLetsGo(draft, ledger);
        int[] takers = new int[holders.length];
        Arrays.fill(takers, NOBODY);
        for (int i = 0; i < target.count(); i++) {
            claim(takers, target.part(i), target.worker(i));
        }
        int first = 0;
        while (first < takers.length) {
            int last = first;
            while (last + 1 < takers.length && isSameMove(takers, first, last + 1)) {
                last++;
            }
            if (takers[first] != holders[first]) {
                Reason reason = why(draft, first, takers[first], ledger);
                ledger.move(draft, first, last, holders[first], takers[first], reason);
            }
            first = last + 1;
        }
    }

    private boolean isSameMove(int[] takers, int one, int other) {
        return takers[one] == takers[other]
                && holders[one] == holders[other]
                && heirs[one] == heirs[other]
                && setApart.get(one) == setApart.get(other);
    }

    private Reason why(Draft draft, int partition, int taker, Ledger ledger) {
        if (taker != NOBODY && heirs[partition] == taker) {
            return Reason.UNDER_WAY;
        }
        Reason reason = ledger.why(draft, holders[partition], owner(partition));
        boolean mustNotMoveOtherwise = reason.compareTo(Reason.PINNED) > 0;
        return setApart.get(partition) && mustNotMoveOtherwise ? Reason.PINNED : reason;
    }

    private void tellWhoLetsGo(Draft draft, Ledger ledger) {
        for (int i = 0; i < present.held().count(); i++) {
            int worker = present.held().worker(i);
            Pieces removed = new Pieces();
            Pieces forbidden = new Pieces();
            Pieces contested = new Pieces();
            present.held().part(i).forEach(partition -> {
                if (partition >= holders.length) {
                    removed.add(partition, partition);
                } else if (excluded.get(partition)) {
                    forbidden.add(partition, partition);
                } else if (holders[partition] != worker) {
                    contested.add(partition, partition);
                }
            });
            ledger.letGo(draft.name(), removed.toPartitions(), worker, Reason.REMOVED);
            ledger.letGo(draft.name(), forbidden.toPartitions(), worker, Reason.EXCLUDED);
            ledger.letGo(draft.name(), contested.toPartitions(), worker, Reason.CONTESTED);
        }
    }
}
