package dev.primus.testkit.contract;

/**
 * What the three sides of shared work must hold, whatever they are made of: {@link dev.primus.core.spi.WorkerStore}, {@link
 * dev.primus.core.spi.PlanStore} and {@link dev.primus.core.spi.WorkBooks}. Extend it and say where they come from.
 *
 * <p>Each case plays in a cluster of its own, so all may share one database. The cases are in the superclasses, by theme.
 */
public abstract class WorkStoreContract extends WorkRaceCases {}
