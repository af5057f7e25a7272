/** The link between the peers of a cluster, over JGroups. */
module dev.primus.cluster {
    requires transitive dev.primus.core;
    requires transitive dev.primus.runtime;
    requires org.jgroups;
    requires org.slf4j;

    exports dev.primus.cluster;
}
