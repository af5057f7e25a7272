package dev.primus.testkit.sim;

import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Views as a group membership makes them: late, sometimes wrong, told to each member at another time. A process that
 * died is missed soon, one that hangs or is cut off after seconds; sides that can reach each other again merge after a
 * while, and any of their first members may be the first of all.
 */
final class SimMembership {
    private static final long TICK = 200_000_000;
    private static final long HANG = 3_000_000_000L;

    /** Sooner than any new member stops waiting for the others. */
    private static final long TARDIEST = 900_000_000L;

    private static final long MERGES = 4_000_000_000L;

    /** So many are never torn apart here: whoever lives is in one view with all the others. */
    private static final int CROWD = 26;

    /** Who died has been missed by then. */
    static final Duration MISSED = Duration.ofSeconds(3);

    /** In calm weather everybody who can reach the others has been found by then. */
    static final Duration LONGEST = Duration.ofSeconds(8);

    /** A member as the membership sees it. */
    private static final class Seat {
        final NodeId node;
        final SimPeerLink link;
        final long seniority;
        List<NodeId> view;
        long number = 1;
        long told;
        final Map<NodeId, Long> lastGood = new HashMap<>();

        Seat(NodeId node, SimPeerLink link, long seniority) {
            this.node = node;
            this.link = link;
            this.seniority = seniority;
            this.view = List.of(node);
        }
    }

    private final World world;
    private final Chance chance;
    private final SimPeers peers;
    private final Map<NodeId, Seat> seats = new LinkedHashMap<>();
    private long joins;
    private long flapsUntil;
    private long calmSince;
    private long hang = HANG;
    private boolean ticking;
    private boolean agreed = true;

    SimMembership(World world, Chance chance, SimPeers peers) {
        this.world = world;
        this.chance = chance;
        this.peers = peers;
    }

    void joined(NodeId node, SimPeerLink link) {
        Seat seat = new Seat(node, link, joins++);
        seats.put(node, seat);
        link.tell(new PeerView(1, List.of(node)));
        if (!ticking) {
            ticking = true;
            world.at(world.now() + TICK, this::tick);
        }
        world.at(world.now() + chance.around(50_000_000), this::regroup);
    }

    void left(NodeId node) {
        seats.remove(node);
        world.at(world.now() + chance.around(5_000_000), this::regroup);
    }

    /** How long who is cut off, or hangs, is still taken to be there. */
    void hang(long nanos) {
        hang = nanos;
    }

    /** Nobody agrees with anybody on a view: each sees whom it reaches, both ways. */
    void eachByItself() {
        agreed = false;
    }

    void flap(long until) {
        flapsUntil = Math.max(flapsUntil, until);
        peers.disturb(until);
    }

    void calm() {
        flapsUntil = 0;
        calmSince = world.now();
    }

    private void tick() {
        world.at(world.now() + TICK, this::tick);
        seats.values().removeIf(seat -> !seat.link.isAlive() && chance.happens(0.5));
        regroup();
    }

    private void regroup() {
        List<Seat> all = new ArrayList<>(seats.values());
        if (all.size() > CROWD) {
            gather(all);
            return;
        }
        for (Seat a : all) {
            for (Seat b : all) {
                if (a != b && isGood(a, b)) {
                    a.lastGood.put(b.node, world.now());
                }
            }
        }
        boolean flapping = world.now() < flapsUntil && chance.happens(0.3);
        boolean merging = calmSince > 0 && world.now() - calmSince > MERGES || chance.happens(0.3);
        all.sort(Comparator.comparingLong(seat -> seat.seniority));
        if (!agreed) {
            all.forEach(seat -> install(seat, all, flapping, merging));
            return;
        }
        List<Seat> left = new ArrayList<>(all);
        while (!left.isEmpty()) {
            Seat first = left.remove(0);
            List<Seat> group = new ArrayList<>(List.of(first));
            for (Seat other : List.copyOf(left)) {
                boolean together =
                        flapping ? chance.happens(0.5) : group.stream().allMatch(one -> trust(one, other));
                boolean already = first.view.contains(other.node) && other.view.contains(first.node);
                boolean newcomer = other.view.size() == 1 && other.number == 1;
                if (together && (already || newcomer || merging)) {
                    group.add(other);
                    left.remove(other);
                }
            }
            install(group);
        }
    }

    private void install(Seat seat, List<Seat> all, boolean flapping, boolean merging) {
        List<NodeId> members = new ArrayList<>();
        for (Seat other : all) {
            boolean inTouch = flapping ? chance.happens(0.5) : trust(seat, other);
            boolean newcomer = other.view.size() == 1 && other.number == 1 || seat.view.size() == 1;
            if (seat == other || inTouch && (merging || newcomer || seat.view.contains(other.node))) {
                members.add(other.node);
            }
        }
        if (seat.view.size() != members.size() || !seat.view.containsAll(members)) {
            tellSoon(seat, new PeerView(seat.number + 1, members));
        }
    }

    /** Who is torn from whom costs the square of their number to find out. */
    private void gather(List<Seat> all) {
        List<NodeId> members = all.stream().map(seat -> seat.node).toList();
        if (all.stream().anyMatch(seat -> !seat.view.equals(members))) {
            announce(all, members);
        }
    }

    private boolean isGood(Seat a, Seat b) {
        return a.link.isAwake()
                && b.link.isAwake()
                && !peers.isSevered(a.link.machine(), b.link.machine())
                && !peers.isSevered(b.link.machine(), a.link.machine());
    }

    private boolean trust(Seat a, Seat b) {
        return world.now() - a.lastGood.getOrDefault(b.node, Long.MIN_VALUE / 2) <= hang;
    }

    private void install(List<Seat> group) {
        if (group.stream().allMatch(seat -> isWhatItSees(group, seat))) {
            return;
        }
        List<NodeId> members = new ArrayList<>();
        group.forEach(seat -> members.add(seat.node));
        List<NodeId> firsts = group.stream()
                .map(seat -> seat.view.get(0))
                .distinct()
                .filter(members::contains)
                .toList();
        if (!firsts.isEmpty()) {
            NodeId first = chance.oneOf(firsts);
            members.remove(first);
            members.add(0, first);
        }
        announce(group, members);
    }

    private void announce(List<Seat> group, List<NodeId> members) {
        long number = 1 + group.stream().mapToLong(seat -> seat.number).max().orElse(0);
        PeerView view = new PeerView(number, members);
        group.forEach(seat -> tellSoon(seat, view));
    }

    private void tellSoon(Seat seat, PeerView view) {
        seat.view = view.members();
        seat.number = view.number();
        boolean tardy = chance.happens(0.05);
        long delay = Math.min(TARDIEST, chance.around(tardy ? 500_000_000 : 3_000_000));
        world.at(world.now() + delay, () -> tell(seat, view));
    }

    private static boolean isWhatItSees(List<Seat> group, Seat seat) {
        return seat.view.size() == group.size() && group.stream().allMatch(other -> seat.view.contains(other.node));
    }

    /** Views come in order, and one that was overtaken is not told any more. */
    private static void tell(Seat seat, PeerView view) {
        if (view.number() > seat.told) {
            seat.told = view.number();
            seat.link.tell(view);
        }
    }
}
