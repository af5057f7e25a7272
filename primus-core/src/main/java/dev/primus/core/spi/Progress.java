package dev.primus.core.spi;

import dev.primus.core.partition.Lots;

/**
 * How far a worker is with its orders. Whatever it was asked to let go by the orders it has seen, and is not finishing, it has
 * let go.
 *
 * @param seen the revision of the orders that it goes by
 * @param finishing what it was asked to let go and still works on
 */
public record Progress(long seen, Lots finishing) {
    public static final Progress NONE = new Progress(0, Lots.NONE);
}
