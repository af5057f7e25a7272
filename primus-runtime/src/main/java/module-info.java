/** Makes decisions happen: the user's API, the node that runs elections, duties and the feed. */
module dev.primus.runtime {
    requires transitive dev.primus.core;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires jdk.management;
    requires static micrometer.core;
    requires static jdk.jfr;

    exports dev.primus;
    exports dev.primus.deathwatch;
    exports dev.primus.feed;
    exports dev.primus.guard;
    exports dev.primus.telemetry;
    exports dev.primus.worker;
    exports dev.primus.deathwatch.companion to
            dev.primus.jdbc;
    exports dev.primus.deathwatch.vigil to
            dev.primus.jdbc,
            dev.primus.testkit;
    exports dev.primus.process to
            dev.primus.jdbc,
            dev.primus.testkit;
    exports dev.primus.runtime.stage to
            dev.primus.testkit;
    exports dev.primus.runtime.effect to
            dev.primus.testkit;
    exports dev.primus.runtime.work to
            dev.primus.testkit;
}
