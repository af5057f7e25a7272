package dev.primus.testkit.contract;

/**
 * What every lease store must hold, whatever it is made of. Extend it, say where stores come from, and add the hooks that
 * your store can offer; cases whose hook is missing are skipped, not passed.
 *
 * <p>Each case plays in a cluster of its own, so all may share one database. Cases with a short lease sleep for more than
 * a second where a store that counts whole seconds, or takes a challenger's new expiry for the holder's, would be found
 * out only then. The cases are in the superclasses, by theme.
 */
public abstract class LeaseStoreContract extends HintCases {}
