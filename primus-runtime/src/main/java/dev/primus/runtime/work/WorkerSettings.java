package dev.primus.runtime.work;

import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeName;
import dev.primus.core.partition.Lot;
import dev.primus.core.partition.Weight;
import java.util.function.Consumer;

/** What a worker was told about itself, and what it is to do when partitions come and go. */
public record WorkerSettings(
        NodeName name,
        Weight capacity,
        String zone,
        String about,
        LeaseTiming timing,
        Consumer<Lot> onAssigned,
        Consumer<Lot> onRevoked,
        Consumer<Lot> onLost) {}
