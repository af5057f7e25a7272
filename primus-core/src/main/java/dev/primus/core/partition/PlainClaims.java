package dev.primus.core.partition;

import dev.primus.core.partition.Holding.Shares;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Every partition has one worker or none, and nobody has asked for anything special. */
final class PlainClaims implements Claims {
    private final Crew crew;
    private final int partitions;
    private final Shares kept;
    private final Loose loose;

    PlainClaims(Crew crew, int partitions, Holding present) {
        this.crew = crew;
        this.partitions = partitions;
        this.kept = Claims.ofActive(crew, present.held());
        this.loose = Claims.strays(crew, present.held());
        if (present.total() < partitions) {
            BitSet owned = new BitSet(partitions);
            for (Partitions part : present.held().parts()) {
                part.addTo(owned);
            }
            loose.add(Partitions.of(0, partitions - 1).without(owned), NOBODY);
        }
    }

    @Override
    public Crew crew() {
        return crew;
    }

    @Override
    public int partitions() {
        return partitions;
    }

    @Override
    public int @Nullable [] pins() {
        return null;
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
        return Shares.NONE;
    }

    @Override
    public void tell(Draft draft, Shares target, Loose matched, Ledger ledger) {
        for (int i = 0; i < matched.count(); i++) {
            int from = matched.owner(i);
            int to = matched.taker(i);
            if (from != to) {
                ledger.move(draft, matched.first(i), matched.last(i), from, to, ledger.why(draft, from, from));
            }
        }
    }
}
