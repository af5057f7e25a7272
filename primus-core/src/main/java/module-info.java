/** Decisions only: value types and pure state machines, without clock, thread, random source, logger or I/O. */
module dev.primus.core {
    requires static transitive org.jspecify;

    exports dev.primus.core;
    exports dev.primus.core.spi;
    exports dev.primus.core.ballot to
            dev.primus.runtime,
            dev.primus.testkit,
            dev.primus.cluster,
            dev.primus.server;
    exports dev.primus.core.ballot.score;
    exports dev.primus.core.election to
            dev.primus.runtime,
            dev.primus.testkit;
    exports dev.primus.core.lease to
            dev.primus.runtime,
            dev.primus.testkit;
    exports dev.primus.core.partition;
    exports dev.primus.core.partition.move to
            dev.primus.runtime,
            dev.primus.testkit,
            dev.primus.server;
    exports dev.primus.core.peers to
            dev.primus.runtime,
            dev.primus.testkit,
            dev.primus.cluster,
            dev.primus.server;
    exports dev.primus.core.registry to
            dev.primus.runtime,
            dev.primus.testkit,
            dev.primus.cluster,
            dev.primus.server;
}
