package dev.primus.nemesis;

import dev.primus.testkit.net.NetLab;
import java.util.ArrayList;
import java.util.List;

/** Ways between hosts on which everything is lost until they are healed. */
final class LostWays {
    private final NetLab lab;
    private final List<Way> ways = new ArrayList<>();

    private record Way(int from, int to) {}

    private LostWays(NetLab lab) {
        this.lab = lab;
    }

    /** What these send to those is lost; what those send to these arrives. */
    static LostWays oneWay(NetLab lab, List<Integer> senders, List<Integer> receivers) {
        return new LostWays(lab).lose(senders, receivers);
    }

    /** Neither side hears the other; each is whole in itself. */
    static LostWays between(NetLab lab, List<Integer> side, List<Integer> other) {
        return new LostWays(lab).lose(side, other).lose(other, side);
    }

    private LostWays lose(List<Integer> senders, List<Integer> receivers) {
        for (int from : senders) {
            for (int to : receivers) {
                lab.lose(from, to);
                ways.add(new Way(from, to));
            }
        }
        return this;
    }

    void heal() {
        ways.forEach(way -> lab.deliver(way.from(), way.to()));
        ways.clear();
    }
}
