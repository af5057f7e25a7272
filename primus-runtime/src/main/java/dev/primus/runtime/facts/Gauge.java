package dev.primus.runtime.facts;

/** Where readings come from. */
@FunctionalInterface
public interface Gauge {

    /** Looks now. May block, for as long as a disk that hangs: never to be called on a node's own thread. */
    Reading read();
}
