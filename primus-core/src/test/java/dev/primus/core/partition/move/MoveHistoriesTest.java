package dev.primus.core.partition.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.partition.Lots;
import dev.primus.core.spi.Attendance.State;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random histories: workers come, go, stall, finish late and hear late; coordinators change, and write late. */
@DisplayName("A1 whatever happens in whatever order, never two have a partition; and in the end each has one worker")
class MoveHistoriesTest {
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");

    @Test
    @Tag("P5")
    void histories() {
        for (long seed = 1; seed <= 500; seed++) {
            play(seed);
        }
    }

    @Test
    @Tag("P5")
    @Tag("long")
    void manyHistories() {
        for (long seed = 1000; seed <= 20_000; seed++) {
            play(seed);
        }
    }

    /** A draft that a coordinator has made and not written yet. */
    private record Late(long term, Draft draft) {}

    /** Orders that were read and are still on their way. */
    private record Read(Yard.Hand hand, Orders orders) {}

    private static void play(long seed) {
        Random random = new Random(seed);
        Yard yard = new Yard();
        yard.list("jobs", 1 + random.nextInt(12));
        yard.list("mails", random.nextInt(6));
        Deque<Late> late = new ArrayDeque<>();
        List<Read> reads = new ArrayList<>();
        for (int step = 0; step < 150; step++) {
            String name = NAMES.get(random.nextInt(NAMES.size()));
            Yard.Hand hand = yard.hands.get(name);
            switch (random.nextInt(14)) {
                case 0 -> yard.enlists(name);
                case 1, 2, 3 -> {
                    if (hand != null && hand.stopBy > yard.now) {
                        hand.checksIn();
                    }
                }
                case 4 -> {
                    if (hand != null && hand.stopBy > yard.now) {
                        // It was sent before it knew what it knows now, and long ago.
                        hand.checksIn(
                                new Progress(hand.shift.seen(), hand.shift.finishing()),
                                yard.now - random.nextInt(3000));
                    }
                }
                case 5 -> {
                    if (hand != null) {
                        Lots some = hand.shift.finishing();
                        hand.shift = hand.shift.finished(
                                random.nextBoolean()
                                        ? some
                                        : Lots.of(some.all().stream().limit(1).toList()));
                    }
                }
                case 6, 7 -> yard.round();
                case 8 -> {
                    Dispatcher present = yard.dispatcher == null ? yard.muster() : yard.dispatcher;
                    late.add(new Late(yard.token, present.draft(yard.attendance(), yard.catalogue())));
                    yard.muster();
                }
                case 9 -> {
                    if (!late.isEmpty()) {
                        Late one = late.remove();
                        assertThat(yard.write(one.term(), one.draft()))
                                .as("seed %d: deposed", seed)
                                .isFalse();
                    }
                }
                case 10 -> yard.pass(random.nextInt(random.nextInt(8) == 0 ? 12_000 : 1_500));
                case 11 -> {
                    if (hand != null && yard.orders.containsKey(hand.id)) {
                        reads.add(new Read(hand, yard.orders.get(hand.id)));
                    }
                }
                case 12 -> {
                    if (!reads.isEmpty()) {
                        Read read = reads.remove(random.nextInt(reads.size()));
                        if (read.hand().stopBy > yard.now) {
                            read.hand().hears(read.orders());
                        }
                    }
                }
                default -> {
                    if (hand != null && hand.stopBy > yard.now) {
                        yard.state(name, random.nextBoolean() ? State.DRAINING : State.ACTIVE);
                    } else {
                        yard.list("jobs", 1 + random.nextInt(12));
                    }
                }
            }
            try {
                yard.check();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", step " + step, e);
            }
        }
        calm(yard, seed);
    }

    private static void calm(Yard yard, long seed) {
        yard.pass(Yard.LEASE + 1);
        yard.hands.values().forEach(hand -> hand.stopBy = 0);
        for (String name : NAMES) {
            yard.enlists(name);
        }
        yard.settle();
        for (String list : List.of("jobs", "mails")) {
            int[] counts =
                    NAMES.stream().mapToInt(name -> yard.count(name, list)).toArray();
            int most = 0;
            int least = Integer.MAX_VALUE;
            int sum = 0;
            for (int count : counts) {
                most = Math.max(most, count);
                least = Math.min(least, count);
                sum += count;
            }
            assertThat(sum)
                    .as("seed %d: all of %s have a worker", seed, list)
                    .isEqualTo(yard.catalogue().lists().stream()
                            .filter(entry -> entry.list().name().value().equals(list))
                            .mapToInt(entry -> entry.list().partitions())
                            .sum());
            assertThat(most - least).as("seed %d: %s", seed, list).isLessThanOrEqualTo(1);
        }
    }
}
