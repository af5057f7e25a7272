package dev.primus.core.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeName;
import dev.primus.core.partition.Worker.Standing;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A plan")
class PlannerTest {
    private static final TaskListName ORDERS = new TaskListName("orders");

    private static Situation.Builder situation(String... workers) {
        return Situation.builder()
                .workers(Stream.of(workers).map(Worker::active).toList());
    }

    private static NodeName worker(String name) {
        return new NodeName(name);
    }

    private static Assignment held(String list, String... byWorker) {
        Assignment.Builder held = Assignment.builder();
        for (String part : byWorker) {
            String[] cells = part.split(":");
            held.held(new TaskListName(list), Partitions.parse(cells[1]), worker(cells[0]));
        }
        return held.build();
    }

    private static List<String> told(Plan plan) {
        return plan.moves().stream().map(Move::toString).toList();
    }

    @Nested
    @Tag("P6")
    @DisplayName("is right where it is easily wrong:")
    class Cases {

        @Test
        @DisplayName("no active nodes: what the dead had is nobody's, and who drains keeps what it has")
        void noActiveNodes() {
            Plan plan = Planner.plan(Situation.builder()
                    .worker(Worker.active("a").with(Standing.DEAD))
                    .worker(Worker.active("b").with(Standing.DRAINING))
                    .list(TaskList.of("orders", 6))
                    .present(held("orders", "a:0-1", "b:2-3"))
                    .build());

            assertThat(told(plan)).containsExactly("orders 0-1: a -> nobody, its worker is gone");
            assertThat(plan.target()).isEqualTo(held("orders", "b:2-3"));
        }

        @Test
        @DisplayName("no nodes at all, also where something was pinned, contested or is no more")
        void noNodesAtAll() {
            Plan plan = Planner.plan(Situation.builder()
                    .list(TaskList.of("orders", 2))
                    .present(held("orders", "a:0-2", "b:0"))
                    .build());

            assertThat(plan.target()).isEqualTo(Assignment.NONE);
            assertThat(told(plan))
                    .containsExactly(
                            "orders 0-1: a -> nobody, its worker is gone",
                            "orders 0: b -> nobody, several have it",
                            "orders 2: a -> nobody, it is no more");
        }

        @Test
        @DisplayName("one node: it has all")
        void oneNode() {
            Plan plan =
                    Planner.plan(situation("a").list(TaskList.of("orders", 5)).build());

            assertThat(told(plan)).containsExactly("orders 0-4: nobody -> a, nobody has it");
        }

        @Test
        @DisplayName("zero partitions: nothing to do, or all to be let go")
        void zeroPartitions() {
            Situation.Builder empty = situation("a", "b").list(TaskList.of("orders", 0));

            assertThat(Planner.plan(empty.build()).moves()).isEmpty();
            Plan emptied =
                    Planner.plan(empty.present(held("orders", "a:0-1", "b:2")).build());
            assertThat(emptied.target()).isEqualTo(Assignment.NONE);
            assertThat(told(emptied))
                    .containsExactly("orders 0-1: a -> nobody, it is no more", "orders 2: b -> nobody, it is no more");
        }

        @Test
        @DisplayName("more nodes than partitions: each has one or none")
        void moreNodesThanPartitions() {
            Plan plan = Planner.plan(situation("a", "b", "c", "d", "e")
                    .list(TaskList.of("orders", 3))
                    .build());

            assertThat(plan.target()).isEqualTo(held("orders", "a:0", "b:1", "c:2"));
        }

        @Test
        @DisplayName("more nodes than partitions in many lists: the lists begin with different nodes")
        void manyShortLists() {
            Situation.Builder many = situation("a", "b", "c", "d", "e");
            IntStream.range(0, 20).forEach(i -> many.list(TaskList.of("list-" + i, 3)));

            Plan plan = Planner.plan(many.build());

            assertThat(Stream.of("a", "b", "c", "d", "e").map(name -> sum(plan, name)))
                    .containsOnly(12);
        }

        @Test
        @DisplayName("remainder: some have one more, and never two")
        void remainder() {
            Plan plan = Planner.plan(
                    situation("a", "b", "c").list(TaskList.of("orders", 11)).build());

            assertThat(plan.target()).isEqualTo(held("orders", "a:0-3", "b:4-7", "c:8-10"));
        }

        @Test
        @DisplayName("inactive nodes: those that drain or are dead get nothing and lose all, the dead first")
        void inactiveNodes() {
            Plan plan = Planner.plan(situation("a")
                    .worker(Worker.active("b").with(Standing.DRAINING))
                    .worker(Worker.active("c").with(Standing.DEAD))
                    .list(TaskList.of("orders", 6))
                    .present(held("orders", "a:0-1", "b:2-3", "c:4-5"))
                    .build());

            assertThat(told(plan))
                    .containsExactly("orders 4-5: c -> a, its worker is gone", "orders 2-3: b -> a, its worker drains");
        }

        @Test
        @DisplayName("mixed states: held, on its way, free, contested and of the dead, in one list")
        void mixedStates() {
            Assignment mixed = Assignment.builder()
                    .held(ORDERS, Partitions.of(0, 4), worker("a"))
                    .held(ORDERS, Partitions.of(4, 5), worker("b"))
                    .held(ORDERS, Partitions.of(6), worker("gone"))
                    .promised(ORDERS, Partitions.of(3), worker("b"))
                    .promised(ORDERS, Partitions.of(2), worker("gone"))
                    .build();

            Plan plan = Planner.plan(situation("a", "b")
                    .list(TaskList.of("orders", 8))
                    .present(mixed)
                    .build());

            assertThat(told(plan))
                    .containsExactly(
                            "orders 3: a -> b, is on its way",
                            "orders 7: nobody -> b, nobody has it",
                            "orders 6: gone -> b, its worker is gone",
                            "orders 4: b -> nobody, several have it");
            assertThat(plan.target()).isEqualTo(held("orders", "a:0-2,4", "b:3,5-7"));
        }

        @Test
        @DisplayName("partition count grown: only what is new is given out")
        void grown() {
            Plan plan = Planner.plan(situation("a", "b")
                    .list(TaskList.of("orders", 7))
                    .present(held("orders", "a:0-1", "b:2-3"))
                    .build());

            assertThat(told(plan))
                    .containsExactly("orders 4-5: nobody -> a, nobody has it", "orders 6: nobody -> b, nobody has it");
        }

        @Test
        @DisplayName("partition count shrunk: what is no more is let go, and the rest is evened out")
        void shrunk() {
            Plan plan = Planner.plan(situation("a", "b")
                    .list(TaskList.of("orders", 4))
                    .present(held("orders", "a:0-3", "b:4-7"))
                    .build());

            assertThat(told(plan))
                    .containsExactly(
                            "orders 4-7: b -> nobody, it is no more", "orders 2-3: a -> b, evens out the list");
        }

        @Test
        @DisplayName("a list that is no more: all is let go")
        void listRemoved() {
            Plan plan =
                    Planner.plan(situation("a").present(held("orders", "a:0-3")).build());

            assertThat(told(plan)).containsExactly("orders 0-3: a -> nobody, it is no more");
            assertThat(plan.target()).isEqualTo(Assignment.NONE);
        }

        @Test
        @DisplayName(
                "duplicate assignment after coordinator churn: an active one keeps it, of several the first by name")
        void duplicates() {
            Plan plan = Planner.plan(situation("b", "c")
                    .worker(Worker.active("a").with(Standing.DRAINING))
                    .list(TaskList.of("orders", 4))
                    .present(held("orders", "a:0,1", "b:1,2", "c:0,2,3"))
                    .build());

            assertThat(told(plan))
                    .containsExactly(
                            "orders 0-1: a -> nobody, several have it", "orders 2: c -> nobody, several have it");
            assertThat(plan.target()).isEqualTo(held("orders", "b:1-2", "c:0,3"));
        }

        @Test
        @DisplayName(
                "node leaves and returns: before it was given away it keeps what it had, after that it gets a share")
        void leavesAndReturns() {
            Situation.Builder three = situation("a", "b", "c").list(TaskList.of("orders", 9));
            Assignment before = Planner.plan(three.build()).target();

            assertThat(Planner.plan(three.present(before).build()).moves()).isEmpty();

            Assignment without = Planner.plan(situation("a", "b")
                            .list(TaskList.of("orders", 9))
                            .present(before)
                            .build())
                    .target();
            assertThat(without).isEqualTo(held("orders", "a:0-2,6-7", "b:3-5,8"));
            assertThat(without.names()).as("who is gone is forgotten").containsExactly(worker("a"), worker("b"));

            Plan back = Planner.plan(three.present(without).build());
            assertThat(back.target()).isEqualTo(before);
            assertThat(back.size()).isEqualTo(3);
        }
    }

    @Nested
    @Tag("P3")
    @DisplayName("is even and moves the least:")
    class EvenAndSticky {

        @Test
        @DisplayName("A5 who knows nothing of the plan before makes the same, so a change of leader moves nothing")
        void aLeaderChangeMovesNothing() {
            Situation.Builder now =
                    situation("a", "b", "c").list(TaskList.of("orders", 100)).list(TaskList.of("mails", 7));
            Assignment target = Planner.plan(now.build()).target();

            Plan byAnother = Planner.plan(now.present(target).build());

            assertThat(byAnother.moves()).isEmpty();
            assertThat(byAnother.target()).isEqualTo(target);
            assertThat(byAnother.preview()).startsWith("0 partitions move");
        }

        @Test
        @DisplayName("A5 one of a thousand leaves: what it had moves, to a different worker each")
        void oneOfManyLeaves() {
            List<Worker> workers = workers(1_000);
            TaskList list = TaskList.of("orders", 100_000);
            Assignment before = Planner.plan(
                            Situation.builder().workers(workers).list(list).build())
                    .target();

            Plan plan = Planner.plan(Situation.builder()
                    .workers(workers.subList(1, 1_000))
                    .list(list)
                    .present(before)
                    .build());

            assertThat(plan.size()).isEqualTo(100);
            assertThat(plan.moves()).allMatch(move -> workers.get(0).name().equals(move.from()));
            assertThat(plan.moves().stream().map(Move::to).distinct()).hasSize(100);
        }

        @Test
        @DisplayName("A5 one joins a thousand short lists: it gets its share of their sum, and nothing else moves")
        void aNewcomerIsNotForgottenWhenListsAreShort() {
            List<Worker> workers = workers(10);
            List<TaskList> lists = IntStream.range(0, 1_000)
                    .mapToObj(i -> TaskList.of("list-" + i, 1))
                    .toList();
            Assignment before = Planner.plan(Situation.builder()
                            .workers(workers.subList(1, 10))
                            .lists(lists)
                            .build())
                    .target();

            Plan plan = Planner.plan(Situation.builder()
                    .workers(workers)
                    .lists(lists)
                    .present(before)
                    .build());

            assertThat(plan.size()).isEqualTo(100);
            assertThat(plan.moves())
                    .allMatch(move -> workers.get(0).name().equals(move.to()) && move.reason() == Reason.SUM);
        }

        @Test
        @DisplayName("in proportion to capacity, to the partition")
        void byCapacity() {
            Plan plan = Planner.plan(Situation.builder()
                    .worker(Worker.active("large").withCapacity(2.5))
                    .worker(Worker.active("small").withCapacity(0.5))
                    .worker(Worker.active("usual"))
                    .list(TaskList.of("orders", 80))
                    .build());

            assertThat(Stream.of("large", "small", "usual").map(name -> sum(plan, name)))
                    .containsExactly(50, 10, 20);
        }

        @Test
        @DisplayName("heavy lists count for more in the sum: who has one of those gets fewer others")
        void byWeightOfLists() {
            Situation.Builder now =
                    situation("a", "b").list(TaskList.of("heavy", 1).withWeight(5));
            IntStream.range(0, 7).forEach(i -> now.list(TaskList.of("light-" + i, 1)));

            Plan plan = Planner.plan(now.build());

            assertThat(Stream.of("a", "b").map(name -> sum(plan, name))).containsExactlyInAnyOrder(2, 6);
        }

        @Test
        @DisplayName("who has far too much of all lists is relieved, and who is off by a little is left alone")
        void sumsWithinTolerance() {
            Situation.Builder now = situation("a", "b");
            Assignment.Builder held = Assignment.builder();
            for (int i = 0; i < 40; i++) {
                now.list(TaskList.of("list-" + (10 + i), 1));
                held.held(new TaskListName("list-" + (10 + i)), Partitions.of(0), worker(i < 22 ? "a" : "b"));
            }
            now.present(held.build());

            assertThat(Planner.plan(now.build()).moves()).isEmpty();
            Plan strict = Planner.plan(
                    now.settings(PlanSettings.DEFAULT.withTolerance(0)).build());
            assertThat(strict.size()).isEqualTo(2);
            assertThat(strict.moves()).allMatch(move -> move.reason() == Reason.SUM);
        }

        @Test
        @DisplayName("few partitions are spread over zones if asked")
        void zones() {
            Situation.Builder now = Situation.builder()
                    .worker(Worker.active("a1").inZone("a"))
                    .worker(Worker.active("a2").inZone("a"))
                    .worker(Worker.active("b1").inZone("b"))
                    .worker(Worker.active("b2").inZone("b"))
                    .list(TaskList.of("orders", 2));

            assertThat(Planner.plan(now.build()).target()).isEqualTo(held("orders", "a1:0", "a2:1"));
            PlanSettings spread = PlanSettings.DEFAULT.withZones(true);
            Plan plan = Planner.plan(now.settings(spread).build());
            assertThat(plan.target()).isEqualTo(held("orders", "a1:0", "b1:1"));
            assertThat(plan.preview()).contains("zone a: 0 -> 1", "zone b: 0 -> 1");
        }

        @Test
        @DisplayName("lists that are short are evened out across zones only where no zone loses its share by it")
        void zonesAndSums() {
            Situation.Builder now = Situation.builder().settings(PlanSettings.DEFAULT.withZones(true));
            Stream.of("a1", "a2", "b1", "b2", "c1")
                    .forEach(name -> now.worker(Worker.active(name).inZone(name.substring(0, 1))));
            Assignment.Builder held = Assignment.builder();
            for (int i = 0; i < 30; i++) {
                TaskListName list = new TaskListName("list-" + (10 + i));
                now.list(new TaskList(list, 1, Weight.ONE));
                held.held(list, Partitions.of(0), worker("a1"));
            }

            Plan plan = Planner.plan(now.present(held.build()).build());

            assertThat(Stream.of("a1", "a2", "b1", "b2", "c1").map(name -> sum(plan, name)))
                    .allMatch(sum -> sum >= 5 && sum <= 7);
        }
    }

    @Nested
    @Tag("P3")
    @DisplayName("does what it is asked:")
    class Asked {

        @Test
        @DisplayName("a pinned partition is where it is pinned to, and counts for its worker's share")
        void pins() {
            Plan plan = Planner.plan(situation("a", "b")
                    .list(TaskList.of("orders", 4))
                    .present(held("orders", "a:0-1", "b:2-3"))
                    .pin(ORDERS, 3, worker("a"))
                    .build());

            assertThat(told(plan))
                    .containsExactly("orders 3: b -> a, it is pinned", "orders 1: a -> b, evens out the list");
        }

        @Test
        @DisplayName("who has more pins than its share has those, and the others share the rest")
        void manyPins() {
            Situation.Builder now = situation("a", "b", "c").list(TaskList.of("orders", 12));
            IntStream.range(0, 7).forEach(i -> now.pin(ORDERS, i, worker("a")));

            Plan plan = Planner.plan(now.build());

            assertThat(plan.target()).isEqualTo(held("orders", "a:0-6", "b:7-9", "c:10-11"));
        }

        @Test
        @DisplayName("pins that use up what is left over leave less to the others, and no less than must be")
        void pinsUseUpTheRemainder() {
            Situation.Builder now = situation("a", "b", "c").list(TaskList.of("orders", 10));
            IntStream.range(0, 4).forEach(i -> now.pin(ORDERS, i, worker("a")));
            IntStream.range(4, 8).forEach(i -> now.pin(ORDERS, i, worker("b")));

            Plan plan = Planner.plan(now.build());

            assertThat(plan.target()).isEqualTo(held("orders", "a:0-3", "b:4-7", "c:8-9"));
        }

        @Test
        @DisplayName(
                "any pins and exclusions: kept to, nothing forgotten, who has no pins differs by one, and that is final")
        void anyPins() {
            Random random = new Random(5);
            for (int i = 0; i < 500; i++) {
                String[] names = {"a", "b", "c", "d"};
                int partitions = 1 + random.nextInt(30);
                Situation.Builder now = situation(names).list(TaskList.of("orders", partitions));
                Map<Integer, NodeName> pinned = new TreeMap<>();
                Assignment.Builder held = Assignment.builder();
                Set<Integer> excluded = new TreeSet<>();
                for (int partition = 0; partition < partitions; partition++) {
                    held.held(ORDERS, Partitions.of(partition), worker(names[random.nextInt(4)]));
                    int fate = random.nextInt(6);
                    if (fate == 0) {
                        excluded.add(partition);
                        now.exclude(ORDERS, partition);
                    } else if (fate < 3) {
                        NodeName to = worker(names[random.nextInt(2)]);
                        pinned.put(partition, to);
                        now.pin(ORDERS, partition, to);
                    }
                }

                Plan plan = Planner.plan(now.present(held.build()).build());

                Map<Integer, NodeName> owners = Checks.owners(plan.target(), ORDERS);
                assertThat(owners).containsAllEntriesOf(pinned).hasSize(partitions - excluded.size());
                assertThat(owners.keySet()).noneMatch(excluded::contains);
                assertThat(Math.abs(sum(plan, "c") - sum(plan, "d"))).isLessThanOrEqualTo(1);
                long pinsOfA =
                        pinned.values().stream().filter(worker("a")::equals).count();
                assertThat(sum(plan, "a") == pinsOfA || sum(plan, "a") <= sum(plan, "c") + 1)
                        .isTrue();
                assertThat(sum(plan, "a")).isGreaterThanOrEqualTo(sum(plan, "c") - 1);
                Checks.isFinal(now.present(plan.target()).build(), plan);
            }
        }

        @Test
        @DisplayName("while its worker is not active, a pinned partition is another's")
        void pinnedToTheDead() {
            Plan plan = Planner.plan(situation("a")
                    .worker(Worker.active("b").with(Standing.DEAD))
                    .list(TaskList.of("orders", 2))
                    .pin(ORDERS, 1, worker("b"))
                    .build());

            assertThat(plan.target()).isEqualTo(held("orders", "a:0-1"));
        }

        @Test
        @DisplayName("a pinned partition that nobody has, or a dead worker has, is as urgent as any other such")
        void pinsOfWhatNobodyDoes() {
            Plan plan = Planner.plan(situation("a", "b")
                    .list(TaskList.of("orders", 4))
                    .present(held("orders", "gone:0", "a:1", "b:2"))
                    .pin(ORDERS, 0, worker("b"))
                    .pin(ORDERS, 3, worker("a"))
                    .build());

            assertThat(told(plan))
                    .containsExactly("orders 3: nobody -> a, nobody has it", "orders 0: gone -> b, its worker is gone");
        }

        @Test
        @DisplayName("an excluded partition is nobody's")
        void exclusions() {
            Plan plan = Planner.plan(situation("a", "b")
                    .list(TaskList.of("orders", 5))
                    .present(held("orders", "a:0-2", "b:3-4"))
                    .exclude(ORDERS, 1)
                    .exclude(ORDERS, 4)
                    .build());

            assertThat(told(plan))
                    .containsExactly("orders 1: a -> nobody, it is excluded", "orders 4: b -> nobody, it is excluded");
            assertThat(plan.target()).isEqualTo(held("orders", "a:0,2", "b:3"));
        }

        @Test
        @DisplayName(
                "no more than so many are on the move: those that nobody works on before the others, the rest waits")
        void limit() {
            PlanSettings three = PlanSettings.DEFAULT.withMovesInFlight(3);
            Situation.Builder now = situation("a", "b", "c")
                    .list(TaskList.of("orders", 9))
                    .present(held("orders", "a:0-6", "gone:7-8"))
                    .settings(three);

            Plan first = Planner.plan(now.build());

            assertThat(told(first))
                    .containsExactly(
                            "orders 7-8: gone -> c, its worker is gone", "orders 3-5: a -> b, evens out the list");
            assertThat(first.waiting().toString()).isEqualTo("[orders 6: a -> c, evens out the list]");
            Plan second = Planner.plan(
                    now.present(now.build().present().after(first.moves())).build());
            assertThat(second.waiting()).isEmpty();
            assertThat(second.size()).isEqualTo(1);
            assertThat(second.target()).isEqualTo(first.target());
        }

        @Test
        @DisplayName("what nobody has waits for no limit, however long others take to let go")
        void nobodys() {
            Assignment.Builder present = Assignment.builder()
                    .held(ORDERS, Partitions.of(0, 3), worker("a"))
                    .promised(ORDERS, Partitions.of(0), worker("b"));

            Plan plan = Planner.plan(situation("a", "b")
                    .list(TaskList.of("orders", 8))
                    .present(present.build())
                    .settings(PlanSettings.DEFAULT.withMovesInFlight(1))
                    .build());

            assertThat(plan.waiting()).isEmpty();
            assertThat(plan.size()).isEqualTo(5);
        }

        @Test
        @DisplayName("what is on its way counts for the limit, and goes on where it was going")
        void underWay() {
            Assignment.Builder present = Assignment.builder()
                    .held(ORDERS, Partitions.of(0, 5), worker("a"))
                    .promised(ORDERS, Partitions.of(1), worker("b"));

            Plan plan = Planner.plan(situation("a", "b")
                    .list(TaskList.of("orders", 6))
                    .present(present.build())
                    .settings(PlanSettings.DEFAULT.withMovesInFlight(2))
                    .build());

            assertThat(told(plan))
                    .containsExactly("orders 1: a -> b, is on its way", "orders 4: a -> b, evens out the list");
            assertThat(plan.waiting()).hasSize(1);
        }

        @Test
        @DisplayName("what is on its way goes on even if that is more than the limit is by now, and nothing is begun")
        void moreUnderWayThanAllowed() {
            Assignment.Builder present = Assignment.builder()
                    .held(ORDERS, Partitions.of(0, 7), worker("a"))
                    .promised(ORDERS, Partitions.of(0, 2), worker("b"));

            Plan plan = Planner.plan(situation("a", "b")
                    .list(TaskList.of("orders", 8))
                    .present(present.build())
                    .settings(PlanSettings.DEFAULT.withMovesInFlight(1))
                    .build());

            assertThat(told(plan)).containsExactly("orders 0-2: a -> b, is on its way");
            assertThat(plan.waiting().toString()).isEqualTo("[orders 7: a -> b, evens out the list]");
        }

        @Test
        @DisplayName("what is on its way to one that is gone stays where it is, if that is even")
        void turnsBack() {
            Assignment present = Assignment.builder()
                    .held(ORDERS, Partitions.of(0, 1), worker("a"))
                    .held(ORDERS, Partitions.of(2, 3), worker("b"))
                    .promised(ORDERS, Partitions.of(1), worker("gone"))
                    .build();

            Plan plan = Planner.plan(situation("a", "b")
                    .list(TaskList.of("orders", 4))
                    .present(present)
                    .build());

            assertThat(plan.moves()).isEmpty();
        }

        @Test
        @DisplayName("it can be shown before anything happens")
        void preview() {
            Plan plan = Planner.plan(situation("a", "b")
                    .worker(Worker.active("c").with(Standing.DEAD))
                    .list(TaskList.of("orders", 4))
                    .present(held("orders", "a:0-1", "c:2-3"))
                    .build());

            assertThat(plan.preview().lines())
                    .containsExactly(
                            "2 partitions move, of which 0 wait",
                            "  2: its worker is gone",
                            "worker a (ACTIVE, capacity 1, zone -): 2 -> 2",
                            "worker b (ACTIVE, capacity 1, zone -): 0 -> 2",
                            "worker c (DEAD, capacity 1, zone -): 2 -> 0",
                            "zone -: 4 -> 4",
                            "orders 2-3: c -> b, its worker is gone");
        }

        @Test
        @DisplayName("a long one is cut short when it is shown")
        void longPreview() {
            Situation.Builder now = situation("a").worker(Worker.active("b").with(Worker.Standing.DRAINING));
            Assignment.Builder present = Assignment.builder();
            IntStream.range(0, 130).forEach(i -> {
                now.list(TaskList.of("list-" + i, 1));
                present.held(new TaskListName("list-" + i), Partitions.of(0), worker("b"));
            });

            Plan plan = Planner.plan(now.present(present.build())
                    .settings(PlanSettings.DEFAULT.withMovesInFlight(120))
                    .build());

            assertThat(plan.preview())
                    .contains("130 partitions move, of which 10 wait")
                    .contains("and 20 more");
        }
    }

    private static List<Worker> workers(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> Worker.active("w-%04d".formatted(i)))
                .toList();
    }

    private static int sum(Plan plan, String worker) {
        return plan.target().lists().stream()
                .mapToInt(list -> plan.target().held(list, worker(worker)).size())
                .sum();
    }
}
