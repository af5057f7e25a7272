package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What can happen between the members of a cluster. */
public interface NetFault extends Fault {
    @Override
    default Device device() {
        return Device.LINK;
    }

    /** Which ways are still open. */
    enum Shape {
        /** Two sides that cannot reach each other. */
        SPLIT,
        /** One alone. */
        ALONE,
        /** One that can speak and hears nothing. */
        DEAF,
        /** One that hears and cannot speak. */
        MUTE,
        /** All reach one, and through it alone each other. */
        BRIDGE,
        /** Each reaches its two neighbours. */
        RING,
        /** Each reaches its neighbours in a row. */
        CHAIN,
        /** All reach one alone, which is not the one that is struck: if that leads, it has lost its quorum and is still heard. */
        QUORUM_LOSS,
        /** The same, and the one that is struck reaches nobody: only one can be elected, and it need not be the best. */
        CONSTRAINED,
        /** Two cannot reach each other, and all others can reach both. */
        CHAINED
    }

    /** A stranger presents a release of the leader's term with a wrong key to all members. */
    record ForgedRelease(Duration at, String election) implements NetFault {
        @Override
        public void strike(SimCluster cluster) {
            cluster.leaderOf(election)
                    .ifPresent(leader -> cluster.peers()
                            .forgeRelease(
                                    new ElectionName(election),
                                    cluster.process(leader).primus().id()));
        }
    }

    /**
     * Some ways between members are cut.
     *
     * @param sides for a split: which members are on the one side, a bit for each; for a shape with two places, who has the
     *     second
     */
    record Cut(Duration at, Shape shape, Target target, int sides, Duration lasts) implements NetFault {
        @Override
        public void strike(SimCluster cluster) {
            List<String> names =
                    cluster.machines().stream().map(SimMachine::name).toList();
            int center = target.in(cluster).map(names::indexOf).orElse(0);
            List<int[]> closed = new ArrayList<>();
            for (int a = 0; a < names.size(); a++) {
                for (int b = 0; b < names.size(); b++) {
                    if (a != b && !isOpen(a, b, center, names.size())) {
                        closed.add(new int[] {a, b});
                    }
                }
            }
            long until = cluster.world().now() + lasts.toNanos();
            closed.forEach(way -> cluster.peers().sever(names.get(way[0]), names.get(way[1]), until));
        }

        private boolean isOpen(int from, int to, int center, int nodes) {
            int apart = Math.abs(from - to);
            int other = nodes < 2 ? 0 : (center + 1 + sides % (nodes - 1)) % nodes;
            boolean throughOther = from == other || to == other;
            return switch (shape) {
                case SPLIT -> ((sides >> from) & 1) == ((sides >> to) & 1);
                case ALONE -> from != center && to != center;
                case DEAF -> to != center;
                case MUTE -> from != center;
                case BRIDGE -> from == center || to == center;
                case RING -> apart == 1 || apart == nodes - 1;
                case CHAIN -> apart == 1;
                case QUORUM_LOSS -> throughOther;
                case CONSTRAINED -> throughOther && from != center && to != center;
                case CHAINED -> !throughOther || from != center && to != center;
            };
        }

        @Override
        public String kind() {
            return "Cut " + shape;
        }
    }

    /** Somebody who is no member reads what travels and sends what it makes of it, again and again. */
    record Strangers(Duration at, Duration every, Duration lasts) implements NetFault {
        @Override
        public void strike(SimCluster cluster) {
            meddle(cluster, cluster.world().now() + lasts.toNanos());
        }

        private void meddle(SimCluster cluster, long until) {
            cluster.peers().meddle();
            if (cluster.world().now() < until) {
                cluster.world().at(cluster.world().now() + every.toNanos(), () -> meddle(cluster, until));
            }
        }
    }

    /** A member stays in every view and never answers. */
    record Silence(Duration at, Target target, Duration lasts) implements NetFault {
        @Override
        public void strike(SimCluster cluster) {
            long until = cluster.world().now() + lasts.toNanos();
            target.in(cluster).ifPresent(machine -> cluster.peers().silence(machine, until));
        }
    }

    /** Views come and go though nothing is wrong with the network. */
    record Flap(Duration at, Duration lasts) implements NetFault {
        @Override
        public void strike(SimCluster cluster) {
            cluster.peers().membership().flap(cluster.world().now() + lasts.toNanos());
        }
    }

    /** One machine cannot reach the row that votes with two members. */
    record RowAway(Duration at, Target target, Duration lasts) implements NetFault {
        @Override
        public void strike(SimCluster cluster) {
            long until = cluster.world().now() + lasts.toNanos();
            target.in(cluster).ifPresent(machine -> cluster.peers().row().away(machine, until));
            cluster.peers().disturb(until);
        }
    }

    /**
     * One of those who follow a leader is cut off with it from all others, dies, and comes back at once on the other side:
     * what it has promised in its former life is all that keeps the others from leading too.
     */
    record TurnCoat(Duration at, Target target, Duration apart) implements NetFault {
        private static final Duration TURNED = Duration.ofSeconds(5);
        private static final Duration BACK = Duration.ofMillis(20);

        @Override
        public void strike(SimCluster cluster) {
            List<String> others = new ArrayList<>(
                    cluster.machines().stream().map(SimMachine::name).toList());
            String leader = target.in(cluster).orElse(others.get(0));
            others.remove(leader);
            if (others.size() < 2) {
                return;
            }
            String coat = others.remove(0);
            long turns = cluster.world().now() + apart.toNanos();
            long ends = turns + TURNED.toNanos();
            others.forEach(other -> {
                severBoth(cluster, leader, other, ends);
                severBoth(cluster, coat, other, turns);
            });
            cluster.world().at(turns, () -> {
                severBoth(cluster, leader, coat, ends);
                new ProcessFault.Crash(at, Target.node(coat.charAt(0) - 'a'), BACK).strike(cluster);
            });
        }

        private static void severBoth(SimCluster cluster, String one, String other, long until) {
            cluster.peers().sever(one, other, until);
            cluster.peers().sever(other, one, until);
        }
    }
}
