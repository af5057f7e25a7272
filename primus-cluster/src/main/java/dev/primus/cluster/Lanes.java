package dev.primus.cluster;

import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;

/**
 * One lane to each peer: a bounded queue and a thread that connects and writes. So nobody ever waits for a peer but the
 * lane that leads to it. JGroups connects on the thread that sends, and has one such thread for all peers: a peer that
 * was cut off makes the heartbeats to all others late, and they suspect each other.
 */
final class Lanes {
    /** Enough for a burst; at the default message limit at most 16 MiB for a peer that hangs. */
    private static final int CAPACITY = 256;

    private static final long IDLE_SECONDS = 10;

    private final Carrier carrier;
    private final Drops drops;
    private final Map<Address, Lane> lanes = new ConcurrentHashMap<>();
    private volatile boolean closed;

    Lanes(Carrier carrier, Drops drops) {
        this.carrier = carrier;
        this.drops = drops;
    }

    /** Connects if need be, and writes. May take its time. */
    interface Carrier {
        void carry(Address peer, byte[] bytes) throws Exception;
    }

    /** Never waits. */
    void send(Address peer, byte[] bytes) {
        if (closed) {
            return;
        }
        lanes.compute(peer, (address, open) -> {
            Lane lane = open == null ? new Lane(address) : open;
            if (!lane.queue.offer(bytes)) {
                drops.count(Dropped.PEER_BUSY, peer);
            }
            if (open == null) {
                lane.thread.start();
            }
            return lane;
        });
    }

    void close() {
        closed = true;
        lanes.values().forEach(lane -> lane.thread.interrupt());
        lanes.clear();
    }

    private final class Lane {
        private final Address peer;
        private final BlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(CAPACITY);
        private final Thread thread;

        Lane(Address peer) {
            this.peer = peer;
            this.thread = Daemons.thread("primus-peers-lane " + peer, this::run);
        }

        private void run() {
            try {
                while (!closed) {
                    byte[] bytes = queue.poll(IDLE_SECONDS, TimeUnit.SECONDS);
                    if (bytes != null) {
                        carry(bytes);
                    } else if (lanes.computeIfPresent(peer, (address, lane) -> queue.isEmpty() ? null : lane) == null) {
                        return;
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void carry(byte[] bytes) {
            try {
                carrier.carry(peer, bytes);
            } catch (Exception e) {
                // What gathered meanwhile is as old as the attempt was long: whoever needs it sends it again.
                int lost = 1 + queue.size();
                queue.clear();
                if (!closed) {
                    drops.count(Dropped.UNREACHABLE, lost, peer);
                }
            }
        }
    }
}
