/** The simulator, the invariants it checks, the suites every port and engine must pass, and the users' test kit. */
module dev.primus.testkit {
    requires transitive dev.primus.runtime;
    requires static transitive org.jspecify;
    requires static org.junit.jupiter.api;
    requires static org.assertj.core;

    exports dev.primus.testkit;
    exports dev.primus.testkit.net;
    exports dev.primus.testkit.sim;
    exports dev.primus.testkit.check;
    exports dev.primus.testkit.conformance;
    exports dev.primus.testkit.contract;
}
