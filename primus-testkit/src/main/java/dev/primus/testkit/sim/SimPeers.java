package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerRelease;
import dev.primus.testkit.check.Findings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The network between the members: every way can be cut by itself, and messages may be lost, doubled, late and out of
 * order. Who is in whose view is the business of {@link SimMembership}.
 */
final class SimPeers {
    private final World world;
    private final Chance chance;
    private final SimMembership membership;
    private final SimRow row;
    private final Map<NodeId, SimPeerLink> attached = new HashMap<>();
    private final Map<Way, Long> severedUntil = new HashMap<>();
    private final Map<String, Long> silentUntil = new HashMap<>();
    private final UnaryOperator<PeerMessage> bytes;
    private final @Nullable Sheath sheath;
    private final Postmark postmark;
    private final Map<String, Long> mishaps = new TreeMap<>();
    private final Map<Way, Long> latest = new HashMap<>();
    private PeerWire wire = PeerWire.NOBODY;
    private long meanDelay = 500_000;
    private double loss;
    private double doubled;
    private double late;
    private long longest = Long.MAX_VALUE;
    private long disturbedUntil = Long.MIN_VALUE / 2;
    private long joinedAt;
    private String spentKey = "00".repeat(32);

    /** From one machine to another. */
    private record Way(String from, String to) {}

    /**
     * @param bytes what becomes of a message on its way
     * @param sheath what members speak through; null if nothing
     */
    SimPeers(World world, Chance chance, UnaryOperator<PeerMessage> bytes, @Nullable Sheath sheath, Findings findings) {
        this.bytes = bytes;
        this.sheath = sheath;
        this.postmark = new Postmark(findings);
        this.world = world;
        this.chance = chance;
        this.membership = new SimMembership(world, chance.split("views"), this);
        this.row = new SimRow(world, chance.split("row"));
    }

    SimMembership membership() {
        return membership;
    }

    /** The row that votes with two members. */
    SimRow row() {
        return row;
    }

    /** Who reads along. */
    void readAlong(PeerWire reader) {
        wire = reader;
    }

    PeerWire wire() {
        return wire;
    }

    World world() {
        return world;
    }

    AuditedLink link(SimProcess process) {
        SimPeerLink way = new SimPeerLink(process, this);
        PeerLink link = sheath == null
                ? way
                : sheath.around(
                        way,
                        new NodeName(process.name()),
                        () -> process.machine().clock().wall());
        return new AuditedLink(way, link, this);
    }

    void says(Letter letter) {
        if (sheath != null) {
            postmark.said(letter);
        }
    }

    void hears(Letter letter) {
        if (sheath != null) {
            postmark.heard(letter);
        }
    }

    /** Somebody who is no member, but can read and write what travels, does what it can. */
    void meddle() {
        List<Letter> overheard = postmark.overheard();
        if (sheath == null || overheard.isEmpty()) {
            return;
        }
        for (Letter letter : sheath.forgeries(overheard, chance)) {
            SimPeerLink to = attached.get(letter.to());
            if (to != null) {
                mishaps.merge("Stranger's letter", 1L, Long::sum);
                world.at(world.now() + chance.around(meanDelay), () -> to.deliver(letter.from(), letter.message()));
            }
        }
    }

    /** How many letters were lost, doubled and overtaken. */
    Map<String, Long> mishaps() {
        return mishaps;
    }

    void attach(NodeId node, SimPeerLink link) {
        attached.put(node, link);
        joinedAt = world.now();
        membership.joined(node, link);
    }

    void detach(NodeId node) {
        attached.remove(node);
        membership.left(node);
    }

    /** What is sent leaves at once; whether and when it arrives is another matter. */
    void carry(SimPeerLink from, List<PeerMail> mail) {
        for (PeerMail said : mail) {
            PeerMail letter = new PeerMail(said.to(), bytes.apply(said.message()));
            if (sheath != null) {
                postmark.passes(new Letter(from.self(), letter.to(), letter.message()));
            }
            SimPeerLink to = attached.get(letter.to());
            if (to == null || !from.sees(letter.to()) || isSilent(from.machine())) {
                continue;
            }
            if (isSevered(from.machine(), to.machine())) {
                // A transport that sends again what was not acknowledged delivers it when the way is free again.
                if (chance.happens(late)) {
                    deliverAt(world.now() + chance.around(5_000_000_000L), from, to, letter);
                }
                continue;
            }
            if (chance.happens(loss)) {
                mishaps.merge("Loss", 1L, Long::sum);
                continue;
            }
            int times = chance.happens(doubled) ? 2 : 1;
            for (int i = 0; i < times; i++) {
                boolean slow = chance.happens(late / 10);
                long delay = Math.min(longest, chance.around(slow ? 500_000_000L : meanDelay));
                countOvertaking(new Way(from.machine(), to.machine()), world.now() + delay);
                deliverAt(world.now() + delay, from, to, letter);
            }
            if (times > 1) {
                mishaps.merge("Duplicate", 1L, Long::sum);
            }
        }
    }

    /** A companion presents a release to the member at this address. */
    void release(String machine, String address, PeerRelease release, Consumer<Boolean> reply) {
        for (SimPeerLink to : attached()) {
            boolean arrives = to.self().toString().equals(address)
                    && !isSevered(machine, to.machine())
                    && !isSevered(to.machine(), machine)
                    && !chance.happens(loss);
            if (arrives) {
                world.at(world.now() + chance.around(meanDelay), () -> to.takeRelease(release, reply));
            }
        }
    }

    /** A release key whose term is over. */
    void spend(String key) {
        spentKey = key;
    }

    /** Presents a release with a wrong key to all members: that of a term that is over, or of none. */
    void forgeRelease(ElectionName election, NodeId owner) {
        PeerRelease forged = new PeerRelease(election, owner, spentKey);
        attached().forEach(to -> to.takeRelease(forged, isOver -> {}));
    }

    private void countOvertaking(Way way, long arrival) {
        if (latest.merge(way, arrival, Math::max) > arrival) {
            mishaps.merge("Reorder", 1L, Long::sum);
        }
    }

    private void deliverAt(long time, SimPeerLink from, SimPeerLink to, PeerMail letter) {
        world.at(time, () -> {
            if (!isSevered(from.machine(), to.machine())) {
                to.deliver(from.self(), letter.message());
            }
        });
    }

    void weather(long delay, double lost, double twice, double tardy) {
        meanDelay = delay;
        loss = lost;
        doubled = twice;
        late = tardy;
    }

    /** No letter that arrives takes longer than this. */
    void longestDelay(long nanos) {
        longest = nanos;
    }

    /** Nothing gets from one machine to the other for so long. */
    void sever(String from, String to, long until) {
        severedUntil.merge(new Way(from, to), until, Math::max);
        disturb(until);
    }

    /** A machine's node stays in every view, hears everything and says nothing for so long. */
    void silence(String machine, long until) {
        silentUntil.merge(machine, until, Math::max);
        disturb(until);
    }

    private boolean isSilent(String machine) {
        return silentUntil.getOrDefault(machine, 0L) > world.now();
    }

    boolean isSevered(String from, String to) {
        return world.now() < disturbedUntil && severedUntil.getOrDefault(new Way(from, to), 0L) > world.now();
    }

    /** The views may be wrong until then. */
    void disturb(long until) {
        disturbedUntil = Math.max(disturbedUntil, until);
    }

    void heal() {
        severedUntil.clear();
        silentUntil.clear();
        disturbedUntil = Math.min(disturbedUntil, world.now());
        membership.calm();
        row.comeBack();
    }

    /** Since when nothing has kept the members from reaching each other. */
    boolean isWholeSince(long time) {
        return disturbedUntil < time;
    }

    /** Since when nobody has come. */
    boolean isUnchangedSince(long time) {
        return joinedAt < time && isWholeSince(time);
    }

    List<SimPeerLink> attached() {
        return new ArrayList<>(attached.values());
    }
}
