/** The link between the peers of a cluster, over JGroups. */
module dev.primus.cluster {
    requires transitive dev.primus.core;
    requires transitive dev.primus.runtime;
    requires com.fasterxml.jackson.core;
    requires org.jgroups;
    requires org.slf4j;

    exports dev.primus.cluster;
    exports dev.primus.cluster.ballot;
}
