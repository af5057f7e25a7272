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
 * Cables are pulled: those who can still talk stay together, and all are together soon after the cables are back. Figures
 * and their meaning are in {@code docs/design/peer-link.md}.
 */
class CutTest {

    @Test
    void theTwoOthersStayTogether() {
        Round round = Round.play("ours-LAN", 3, List.of(0), 5_000);
        System.out.println("one of three cut off: " + round);
        assertThat(round.split()).as("%s", round).isFalse();
    }

    /**
     * {@code -Dprimus.peers.rounds=30 -Dprimus.peers.stack=stock-1000} plays as many rounds with another stack, and fails
     * if that splits.
     */
    @Test
    @Tag("long")
    void theTwoOthersStayTogetherThirtyTimes() {
        play(30, 3, 1);
    }

    /** The registrar and its successor among them, in one round of five. */
    @Test
    @Tag("long")
    void threeOfFiveStayTogetherWhenTwoAreCutOff() {
        play(10, 5, 2);
    }

    private static void play(int usualRounds, int hosts, int lost) {
        int rounds = Integer.getInteger("primus.peers.rounds", usualRounds);
        String stack = System.getProperty("primus.peers.stack", "ours-LAN");
        List<Round> played = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            int first = i;
            List<Integer> cut = IntStream.range(0, lost)
                    .map(n -> (first + n) % hosts)
                    .boxed()
                    .toList();
            Round round = Round.play(stack, hosts, cut, 10_000);
            played.add(round);
            System.out.printf("%s, %d hosts, round %d: %s%n", stack, hosts, i + 1, round);
        }
        System.out.printf(
                "%s, %d hosts: %d of %d split; seen after %s ms; healed after %s ms%n",
                stack,
                hosts,
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
     * @param seenBy after how many milliseconds each of the others had a view without those that were cut off
     * @param split whether one of them was ever without another of them before the cables were back
     * @param healedAt after how many milliseconds each was with all others again; fewer if not in 15 s
     */
    record Round(List<Integer> cut, boolean split, List<Long> seenBy, List<Long> healedAt, List<List<String>> told) {

        static Round play(String stack, int hosts, List<Integer> cut, long millis) {
            try (NetLab lab = NetLab.of(hosts)) {
                List<Child> nodes = new ArrayList<>();
                for (int i = 0; i < hosts; i++) {
                    nodes.add(lab.start(i, stack));
                    nodes.get(i)
                            .awaitView(
                                    0, names(IntStream.rangeClosed(0, i).boxed().toList()));
                }
                String[] all = names(IntStream.range(0, hosts).boxed().toList());
                nodes.forEach(node -> node.awaitView(0, all));
                pause(1_500); // a heartbeat or two: what a running cluster looks like

                long from = System.currentTimeMillis();
                cut.forEach(lab::cut);
                pause(millis);
                long until = System.currentTimeMillis();
                cut.forEach(lab::heal);
                return judged(cut, nodes, from, until);
            }
        }

        private static Round judged(List<Integer> cut, List<Child> nodes, long from, long until) {
            List<Integer> healthy = IntStream.range(0, nodes.size())
                    .boxed()
                    .filter(i -> !cut.contains(i))
                    .toList();
            List<String> together = List.of(names(healthy));
            List<Long> seenBy = new ArrayList<>();
            List<List<String>> told = new ArrayList<>();
            boolean split = false;
            for (int i : healthy) {
                List<Child.Seen> seen = nodes.get(i).views(from, until);
                split |= seen.stream().anyMatch(view -> !view.members().containsAll(together));
                seen.stream()
                        .filter(view -> together.containsAll(view.members()))
                        .findFirst()
                        .ifPresent(view -> seenBy.add(view.at() - from));
                told.add(seen.stream()
                        .map(view -> (view.at() - from) + " " + view.members())
                        .toList());
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

        private static String[] names(List<Integer> hosts) {
            return hosts.stream().map(host -> "n" + host).toArray(String[]::new);
        }

        private static void pause(long millis) {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            for (long left = millis; left > 0; left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(left));
            }
        }
    }
}
