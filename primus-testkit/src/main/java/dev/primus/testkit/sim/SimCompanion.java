package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.PeerRelease;
import dev.primus.deathwatch.DeathWatch;
import dev.primus.deathwatch.Post;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The companion of a simulated process among peers: ends the process's programs when the process is dead or did not renew
 * in time, and releases the terms of a dead process.
 */
final class SimCompanion implements DeathWatch {
    private static final long DEATH_VERIFIED = 20_000_000;
    private static final long REPEAT = 100_000_000;

    private record Sent(ElectionName election, String address) {}

    private final SimProcess process;
    private final SimPeers peers;
    private final ProgramCheck programs;
    private final Post post;
    private final Map<ElectionName, Hold> holds = new HashMap<>();
    private final Map<ElectionName, Long> killAt = new HashMap<>();
    private final Set<ElectionName> guarded = new HashSet<>();
    private final Set<Sent> accepted = new HashSet<>();
    private List<String> addresses = List.of();
    private boolean closed;

    SimCompanion(SimProcess process, SimPeers peers, ProgramCheck programs, Post post) {
        this.process = process;
        this.peers = peers;
        this.programs = programs;
        this.post = post;
    }

    @Override
    public void intends(List<Bid> bids) {}

    @Override
    public void confirmed(List<Hold> confirmed, long sentAt) {
        long until = sentAt
                + post.timing().reign().toNanos()
                - post.timing().killTime().toNanos();
        confirmed.forEach(hold -> {
            holds.put(hold.election(), hold);
            killAt.put(hold.election(), until);
        });
    }

    @Override
    public void reaches(Map<String, String> access) {
        addresses = List.of(access.getOrDefault(PeerRelease.ADDRESSES, "").split(" "));
    }

    @Override
    public void ended(List<Hold> over) {
        over.forEach(hold -> {
            holds.remove(hold.election(), hold);
            peers.spend(hold.nonce());
        });
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Guards the program of an election, which starts now. Returns false if its time is over already. */
    boolean guard(ElectionName election) {
        if (isOverdue(election)) {
            return false;
        }
        if (guarded.add(election)) {
            await(election);
        }
        return true;
    }

    void unguard(ElectionName election) {
        guarded.remove(election);
    }

    private boolean isOverdue(ElectionName election) {
        return process.ownTime() >= killAt.getOrDefault(election, Long.MIN_VALUE);
    }

    private void await(ElectionName election) {
        long due = process.machine().clock().trueTimeOf(killAt.getOrDefault(election, 0L));
        long now = process.world().now();
        process.world().at(Math.min(Math.max(due, now), now + REPEAT), () -> check(election));
    }

    private void check(ElectionName election) {
        if (!guarded.contains(election) || closed) {
            return;
        }
        if (isOverdue(election)) {
            kill(election);
        } else {
            await(election);
        }
    }

    private void kill(ElectionName election) {
        guarded.remove(election);
        programs.ended(process, election);
    }

    /** The process has died: its programs are ended first, then its terms are released. */
    void onDeath(NodeId owner) {
        if (closed) {
            return;
        }
        long until = process.world().now() + post.timing().lease().toNanos();
        process.world().at(process.world().now() + DEATH_VERIFIED, () -> {
            Set.copyOf(guarded).forEach(this::kill);
            release(owner, until);
        });
    }

    private void release(NodeId owner, long until) {
        boolean all = true;
        for (Hold hold : holds.values()) {
            for (String address : addresses) {
                Sent sent = new Sent(hold.election(), address);
                if (!accepted.contains(sent)) {
                    all = false;
                    PeerRelease release = new PeerRelease(hold.election(), owner, hold.nonce());
                    peers.release(process.name(), address, release, isOver -> {
                        if (isOver) {
                            accepted.add(sent);
                        }
                    });
                }
            }
        }
        long next = process.world().now() + REPEAT;
        if (!all && next < until) {
            process.world().at(next, () -> release(owner, until));
        }
    }
}
