package dev.primus.cluster;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jgroups.PhysicalAddress;
import org.jgroups.stack.IpAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where peers may be right now. Names are looked up again and again, on a thread of its own, for a name service may be slow
 * and its answers change; a name with several addresses stands for as many peers.
 */
final class Phonebook implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.primus.cluster");
    private static final long AGAIN_SECONDS = 10;

    private final PeerSettings settings;
    private final Map<PeerAddress, List<PhysicalAddress>> known = new HashMap<>();
    private final Set<Object> complained = new LinkedHashSet<>();
    private final ScheduledThreadPoolExecutor reader =
            new ScheduledThreadPoolExecutor(1, task -> Daemons.thread("primus-peers-phonebook", task));
    private List<PeerAddress> found = List.of();
    private volatile Collection<PhysicalAddress> entries;

    Phonebook(PeerSettings settings) {
        this.settings = settings;
        this.entries = read();
        if (settings.finder() != null || settings.peers().stream().anyMatch(Phonebook::isName)) {
            reader.scheduleWithFixedDelay(this::readAgain, AGAIN_SECONDS, AGAIN_SECONDS, TimeUnit.SECONDS);
        }
    }

    Collection<PhysicalAddress> entries() {
        return entries;
    }

    void readAgain() {
        entries = read();
    }

    private synchronized Collection<PhysicalAddress> read() {
        Set<PhysicalAddress> all = new LinkedHashSet<>();
        // Never empty: JGroups would take that for a mistake.
        all.add(new IpAddress(settings.bindAddress(), settings.bind().port()));
        List<PeerAddress> wanted = new ArrayList<>(settings.peers());
        wanted.addAll(ask());
        wanted.forEach(peer -> all.addAll(lookUp(peer)));
        return List.copyOf(all);
    }

    private List<PeerAddress> ask() {
        PeerFinder finder = settings.finder();
        if (finder != null) {
            try {
                found = List.copyOf(finder.find());
                complained.remove(finder);
            } catch (Exception e) {
                complain(finder, "the finder of peers failed, {} peers from before are used: {}", found.size(), e);
            }
        }
        return found;
    }

    private List<PhysicalAddress> lookUp(PeerAddress peer) {
        try {
            List<PhysicalAddress> addresses = new ArrayList<>();
            for (InetAddress address : InetAddress.getAllByName(peer.host())) {
                addresses.add(new IpAddress(address, peer.port()));
            }
            known.put(peer, addresses);
            complained.remove(peer);
        } catch (UnknownHostException e) {
            complain(peer, "peer {} has no known address now: {}", peer, e);
        }
        return known.getOrDefault(peer, List.of());
    }

    /** Once, until it is well again. */
    private void complain(Object about, String words, Object first, Object second) {
        if (complained.add(about)) {
            LOG.warn(words, first, String.valueOf(second));
        }
    }

    private static boolean isName(PeerAddress peer) {
        return !peer.host().matches("[0-9.]+|.*:.*");
    }

    @Override
    public void close() {
        reader.shutdownNow();
    }
}
