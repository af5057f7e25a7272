package dev.primus.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One of three is cut off the network: the two others stay together, and all three are together soon after the cable is
 * back. Figures and their meaning are in {@code docs/design/peer-link.md}.
 */
class CutTest {
    private static final String[] ALL = {"n0", "n1", "n2"};

    @Test
    void theOthersStayTogether() {
        Round round = Round.play("ours-LAN", 0, 5_000);
        System.out.println("one of three cut off: " + round);
        assertThat(round.split()).as("%s", round).isFalse();
    }

    /**
     * {@code -Dprimus.peers.rounds=30 -Dprimus.peers.stack=stock-1000} plays as many rounds with another stack, and fails
     * if that splits.
     */
    @Test
    @Tag("long")
    void theOthersStayTogetherThirtyTimes() {
        int rounds = Integer.getInteger("primus.peers.rounds", 30);
        String stack = System.getProperty("primus.peers.stack", "ours-LAN");
        List<Round> played = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            Round round = Round.play(stack, i % ALL.length, 10_000);
            played.add(round);
            System.out.printf("%s, round %d: %s%n", stack, i + 1, round);
        }
        System.out.printf(
                "%s: %d of %d split; seen after %s ms; healed after %s ms%n",
                stack,
                played.stream().filter(Round::split).count(),
                rounds,
                spread(played.stream().map(Round::seenBy).flatMap(List::stream).toList()),
                spread(played.stream()
                        .map(Round::healedAt)
                        .flatMap(List::stream)
                        .toList()));
        assertThat(played).noneMatch(Round::split);
    }

    private static String spread(List<Long> millis) {
        List<Long> sorted = millis.stream().sorted().toList();
        return sorted.isEmpty()
                ? "-"
                : "%d..%d, median %d"
                        .formatted(sorted.get(0), sorted.get(sorted.size() - 1), sorted.get(sorted.size() / 2));
    }

    /**
     * @param seenBy after how many milliseconds each of the two others had a view without the one that was cut off
     * @param split whether one of them was ever alone before the cable was back
     * @param healedAt after how many milliseconds each of the three was with all others again; fewer if not in 15 s
     */
    record Round(int cut, boolean split, List<Long> seenBy, List<Long> healedAt, List<List<String>> told) {

        static Round play(String stack, int cut, long millis) {
            try (NetLab lab = NetLab.of(ALL.length)) {
                List<Child> nodes = new ArrayList<>();
                for (int i = 0; i < ALL.length; i++) {
                    nodes.add(lab.start(i, stack));
                    nodes.get(i)
                            .awaitView(
                                    0,
                                    IntStream.rangeClosed(0, i)
                                            .mapToObj(n -> "n" + n)
                                            .toArray(String[]::new));
                }
                nodes.forEach(node -> node.awaitView(0, ALL));
                pause(1_500); // a heartbeat or two: what a running cluster looks like

                long from = System.currentTimeMillis();
                lab.cut(cut);
                pause(millis);
                long until = System.currentTimeMillis();
                lab.heal(cut);
                return judged(cut, nodes, from, until);
            }
        }

        private static Round judged(int cut, List<Child> nodes, long from, long until) {
            List<Long> seenBy = new ArrayList<>();
            List<List<String>> told = new ArrayList<>();
            boolean split = false;
            for (int i = 0; i < nodes.size(); i++) {
                if (i != cut) {
                    List<Child.Seen> seen = nodes.get(i).views(from, until);
                    split |= seen.stream().anyMatch(view -> view.members().size() == 1);
                    seen.stream()
                            .filter(view -> view.members().size() == 2)
                            .findFirst()
                            .ifPresent(view -> seenBy.add(view.at() - from));
                    told.add(seen.stream()
                            .map(view -> (view.at() - from) + " " + view.members())
                            .toList());
                }
            }
            List<Long> healed = new ArrayList<>();
            for (long waited = 0; waited < 15_000 && healed.size() < nodes.size(); waited += 50) {
                pause(50);
                healed.clear();
                for (Child node : nodes) {
                    node.views(until, Long.MAX_VALUE).stream()
                            .filter(view -> view.members().size() == nodes.size())
                            .findFirst()
                            .ifPresent(view -> healed.add(view.at() - until));
                }
            }
            return new Round(cut, split, seenBy, healed, told);
        }

        private static void pause(long millis) {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            for (long left = millis; left > 0; left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(left));
            }
        }
    }
}
