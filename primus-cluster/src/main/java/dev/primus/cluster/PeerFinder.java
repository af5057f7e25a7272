package dev.primus.cluster;

import java.util.List;

/**
 * Another way to find peers than a list: a database, a service registry. Asked at the start and every ten seconds after, on
 * a thread of its own. It may take its time and it may fail; what it found before is used until it finds something else.
 */
@FunctionalInterface
public interface PeerFinder {
    List<PeerAddress> find() throws Exception;
}
