package dev.primus.cluster;

import java.util.List;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.Protocol;

/**
 * The protocols, from the wire up. Every value that is not JGroups' own has its reason beside it and in
 * {@code docs/peers.md}.
 *
 * <p>What is not here, and why: FD_SOCK2 opens a second port that neither TLS nor a secret guards, and waits for dead
 * members on the thread that installs views, up to four seconds each; the transport sees a broken connection as well as
 * it does. MFC and UFC hold senders back for the sake of slow members, and nobody here may be held back. FRAG cuts large
 * messages up, and there are none. AUTH asks for a token at joins and merges only; {@link Handshake} asks on every
 * connection.
 */
final class Stack {
    /** Headers and addresses around a message, and views of some hundred members. */
    private static final int ROOM_FOR_HEADERS = 64 * 1_024;

    private Stack() {}

    static List<Protocol> of(PeerSettings settings, Phonebook book, Doorkeeper keeper, Drops drops) {
        Preset times = settings.preset();
        return List.of(
                transport(settings, keeper, drops),
                new Finding(book),
                new MERGE3()
                        // In this order: the second compares itself with the first.
                        .setMinInterval(times.mergeMin)
                        .setMaxInterval(times.mergeMax),
                new FD_ALL3().setInterval(times.heartbeat).setTimeout(times.silence),
                new VERIFY_SUSPECT2().setTimeout(times.verify),
                // Views travel as multicasts. Without UDP each copy is a copy, also of what was missed.
                new NAKACK2().useMcastXmit(false).logDiscardMessages(false).logNotFoundMessages(false),
                new UNICAST3(),
                // Forgets views that all have seen, sooner than every 50 s, and there are few of them.
                new STABLE().setDesiredAverageGossip(20_000).setMaxBytes(1_000_000),
                new GMS()
                        .setJoinTimeout(times.join)
                        .setMaxJoinAttempts(5)
                        .setLeaveTimeout(times.confirm)
                        .setViewAckCollectionTimeout(times.confirm)
                        .setMergeTimeout(times.merge)
                        // Whole views: a node that missed one understands the next.
                        .useDeltaViews(false)
                        .printLocalAddress(false)
                        .printPhysicalAddress(false)
                        .logCollectMessages(false)
                        .logViewWarnings(false));
    }

    private static PeerTcp transport(PeerSettings settings, Doorkeeper keeper, Drops drops) {
        PeerTcp tcp = new PeerTcp(drops, settings.maxMessageBytes() + ROOM_FOR_HEADERS);
        tcp.setBindAddr(settings.bindAddress());
        tcp.setBindPort(settings.bind().port());
        // The port that was asked for or none: the peers would not find another.
        tcp.setPortRange(0);
        tcp.setSocketFactory(new PeerSockets(keeper));
        tcp.setSockConnTimeout(settings.preset().connect);
        tcp.setPeerAddrReadTimeout(settings.preset().handshake);
        // Small messages at once.
        tcp.tcpNodelay(true);
        // Messages go out one by one; a thread that gathers them would be one for all peers.
        tcp.setBundlerType("no-bundler");
        // A process that dies closes its connections, which is seen at once; silence takes longer.
        tcp.enableSuspectEvents(true);
        tcp.logDetails(false);
        tcp.logAcceptError(false);
        tcp.logDiscardMsgs(false);
        tcp.logDiscardMsgsVersion(false);
        return tcp;
    }
}
