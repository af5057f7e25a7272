package dev.primus.benchmarks.peer;

/** A library with three candidates for one election. */
public interface Peer extends AutoCloseable {

    /** Has the leader give up in good order and returns the nanoseconds until another's callback. */
    long handOver() throws Exception;

    @Override
    void close() throws Exception;
}
