package dev.primus.testkit.sim;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerRelease;
import dev.primus.core.spi.PeerView;
import dev.primus.testkit.check.Part;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One process's way into the simulated network. */
final class SimPeerLink implements PeerLink {
    private final SimProcess process;
    private final SimPeers peers;
    private @Nullable NodeId self;
    private @Nullable Ear ear;
    private @Nullable PeerView view;
    private boolean closed;

    SimPeerLink(SimProcess process, SimPeers peers) {
        this.process = process;
        this.peers = peers;
    }

    @Override
    public void open(ClusterName cluster, NodeId node, Ear listener) {
        self = node;
        ear = listener;
        peers.attach(node, this);
    }

    @Override
    public void send(List<PeerMail> mail) {
        if (!closed) {
            peers.carry(this, mail);
        }
    }

    @Override
    public void close() {
        if (!closed && self != null) {
            closed = true;
            peers.detach(self);
        }
    }

    /** Members are addressed by their ids. */
    @Override
    public List<String> releaseAddresses() {
        return view().members().stream()
                .filter(member -> !member.equals(self()))
                .map(NodeId::toString)
                .toList();
    }

    void takeRelease(PeerRelease release, Consumer<Boolean> reply) {
        process.meets(() -> {
            Ear listener = ear;
            if (!closed && listener != null) {
                trace(() -> "<- " + release);
                listener.released(release, reply);
            }
        });
    }

    boolean isOpen() {
        return !closed;
    }

    void trace(Supplier<String> what) {
        process.world().trace(machine(), what);
    }

    NodeId self() {
        if (self == null) {
            throw new IllegalStateException("not opened");
        }
        return self;
    }

    /** What is sent to others than these goes nowhere. */
    boolean sees(NodeId other) {
        return view != null && view.has(other);
    }

    /** The view that this member was told last; itself alone before the first. */
    PeerView view() {
        PeerView seen = view;
        return seen == null ? new PeerView(0, List.of(self())) : seen;
    }

    String machine() {
        return process.name();
    }

    long ownTime() {
        return process.ownTime();
    }

    SimDisk disk() {
        return process.machine().disk();
    }

    /** This process's part in an election: none or one. */
    List<Part> parts(ElectionName election) {
        return process.parts().stream()
                .filter(part -> part.isIn(election.value()))
                .toList();
    }

    boolean isAlive() {
        return !closed && !process.isDead();
    }

    boolean isAwake() {
        return isAlive() && !process.isFrozen();
    }

    void deliver(NodeId from, PeerMessage message) {
        process.meets(() -> {
            Ear listener = ear;
            if (!closed && listener != null) {
                listener.heard(from, message);
            }
        });
    }

    void tell(PeerView next) {
        process.at(process.world().now(), () -> {
            Ear listener = ear;
            if (!closed && listener != null) {
                process.world().trace(machine(), () -> "view " + next);
                view = next;
                peers.wire().told(this, next);
                listener.viewed(next);
            }
        });
    }
}
