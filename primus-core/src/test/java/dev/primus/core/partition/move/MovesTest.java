package dev.primus.core.partition.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeId;
import dev.primus.core.partition.Lot;
import dev.primus.core.partition.Lots;
import dev.primus.core.partition.Partitions;
import dev.primus.core.partition.PlanSettings;
import dev.primus.core.partition.TaskListName;
import dev.primus.core.spi.Attendance.State;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.Progress;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A partition passes from one worker to another, and never two have it")
class MovesTest {
    private static final TaskListName LIST = new TaskListName("jobs");

    private final Yard yard = new Yard();

    private void work(int partitions, String... workers) {
        yard.list("jobs", partitions);
        for (String worker : workers) {
            yard.enlists(worker);
        }
        yard.settle();
    }

    @Test
    @Tag("P4")
    @DisplayName("all is shared out, and everybody knows what is its own")
    void sharedOut() {
        work(10, "a", "b", "c");
        assertThat(yard.count("a", "jobs") + yard.count("b", "jobs") + yard.count("c", "jobs"))
                .isEqualTo(10);
        assertThat(yard.count("b", "jobs")).isBetween(3, 4);
    }

    @Test
    @Tag("P5")
    @DisplayName("A2 one who joins gets a partition only when the former worker has said that it has let go")
    void askedFirst() {
        work(4, "a");
        Yard.Hand b = Objects.requireNonNull(yard.enlists("b"));
        yard.round();
        yard.check();
        Orders a = Objects.requireNonNull(yard.orders.get(yard.hand("a").id));
        assertThat(a.asked().size()).as("REQUESTED_RELEASE").isEqualTo(2);
        assertThat(yard.orders.get(b.id)).as("PLACEHOLDER is never on record").isNull();

        yard.hand("a").checksIn();
        assertThat(yard.hand("a").shift.finishing().size())
                .as("PENDING_RELEASE")
                .isEqualTo(2);
        yard.hand("a").checksIn();
        yard.round();
        b.checksIn();
        assertThat(b.has().isEmpty()).as("a still finishes").isTrue();

        yard.hand("a").finishes();
        assertThat(yard.count("a", "jobs")).isEqualTo(2);
        yard.round();
        b.checksIn();
        assertThat(b.has().isEmpty()).as("UNASSIGNED, but nobody was told").isTrue();
        yard.hand("a").checksIn();
        yard.round();
        b.checksIn();
        assertThat(b.has().size()).as("ASSIGNED").isEqualTo(2);
        yard.check();
        assertThat(yard.moved).as("four at first, and two").isEqualTo(6);
    }

    @Test
    @DisplayName("A2 what a silent worker had is given away after its lease has ended, and its own clock ended before")
    void silent() {
        work(4, "a", "b");
        yard.pass(Yard.REIGN - 1);
        assertThat(yard.hand("a").has().size()).isEqualTo(2);
        yard.hand("b").checksIn();
        yard.round();
        yard.hand("b").checksIn();
        assertThat(yard.count("b", "jobs")).isEqualTo(2);
        yard.pass(1);
        assertThat(yard.hand("a").has().isEmpty()).isTrue();
        yard.pass(Yard.LEASE - Yard.REIGN);
        yard.round();
        yard.hand("b").checksIn();
        assertThat(yard.count("b", "jobs")).isEqualTo(4);
        yard.check();
        assertThat(yard.hand("a").checksIn()).as("that life is over").isFalse();
    }

    @Test
    @Tag("P6")
    @DisplayName("a worker that is back before its partitions were given away keeps them, by a new generation")
    void back() {
        work(4, "a", "b");
        Lots before = yard.hand("a").has();
        yard.pass(Yard.LEASE);
        yard.hand("b").stopBy = 0;
        yard.enlists("b");
        Yard.Hand a = Objects.requireNonNull(yard.enlists("a"));
        yard.settle();
        assertThat(a.has().of(LIST)).isEqualTo(before.of(LIST));
        assertThat(a.has().all().get(0).generation())
                .isGreaterThan(before.all().get(0).generation());
    }

    @Test
    @DisplayName("A4 a new coordinator goes on with what was begun, and moves nothing because it is new")
    void newCoordinator() {
        work(6, "a", "b");
        yard.moved = 0;
        yard.muster();
        yard.settle();
        assertThat(yard.moved).isZero();

        yard.enlists("c");
        yard.round();
        yard.muster();
        yard.settle();
        assertThat(yard.count("c", "jobs")).isEqualTo(2);
        assertThat(yard.moved)
                .as("what was asked for is planned again by the successor, and nothing else")
                .isBetween(2, 4);
    }

    @Test
    @DisplayName("A3 what a deposed coordinator writes is refused, also at the revision it knows")
    void deposed() {
        work(4, "a");
        Dispatcher old = yard.muster();
        long term = yard.token;
        yard.enlists("b");
        Draft late = old.draft(yard.attendance(), yard.catalogue());
        yard.muster();
        assertThat(yard.write(term, late)).isFalse();
        yard.settle();
        assertThat(yard.count("b", "jobs")).isEqualTo(2);
    }

    @Test
    @DisplayName("a worker does not hear orders that are older than what it has seen")
    void lateOrders() {
        work(4, "a");
        Orders old = Objects.requireNonNull(yard.orders.get(yard.hand("a").id));
        yard.enlists("b");
        yard.settle();
        Shift.Change change = yard.hand("a").hears(old);
        assertThat(change.isNone()).isTrue();
        assertThat(yard.count("a", "jobs")).isEqualTo(2);
        yard.check();
    }

    @Test
    @DisplayName("what was let go is not taken up again by the same generation, whatever is said")
    void letGo() {
        NodeId me = NodeId.of("a", "0001");
        Lots three = Lots.of(new Lot(LIST, 3, Partitions.of(0, 2)));
        Lots one = Lots.of(new Lot(LIST, 3, Partitions.of(1)));
        Shift shift = Shift.BEGUN.told(new Orders(me, 3, three, Lots.NONE)).after();
        shift = shift.told(new Orders(me, 4, three.minus(one), one)).after();
        assertThat(shift.generation(LIST, 1)).as("while it finishes").isEqualTo(3);
        shift = shift.finished(one);
        assertThat(shift.progress()).isEqualTo(new Progress(4, Lots.NONE));
        Shift.Change again = shift.told(new Orders(me, 5, three, one));
        assertThat(again.gained().isEmpty()).isTrue();
        assertThat(again.after().generation(LIST, 1)).isZero();
        Lots anew = Lots.of(new Lot(LIST, 7, Partitions.of(1)));
        assertThat(again.after()
                        .told(new Orders(me, 7, three.minus(one).plus(anew), Lots.NONE))
                        .gained())
                .isEqualTo(anew);
    }

    @Test
    @DisplayName("what vanishes from its orders without being asked for is lost at once")
    void lost() {
        NodeId me = NodeId.of("a", "0001");
        Lots three = Lots.of(new Lot(LIST, 3, Partitions.of(0, 2)));
        Shift shift = Shift.BEGUN.told(new Orders(me, 3, three, Lots.NONE)).after();
        Shift.Change change = shift.told(new Orders(me, 4, Lots.NONE, Lots.NONE));
        assertThat(change.lost()).isEqualTo(three);
        assertThat(change.after().generation(LIST, 0)).isZero();
    }

    @Test
    @DisplayName("what was asked back before the worker had seen it was never its own")
    void neverSeen() {
        work(4, "a");
        Yard.Hand b = Objects.requireNonNull(yard.enlists("b"));
        yard.round();
        yard.hand("a").obeys();
        yard.round();
        yard.state("b", State.DRAINING);
        yard.round();
        b.checksIn();
        assertThat(b.has().isEmpty()).isTrue();
        b.checksIn();
        yard.settle();
        assertThat(yard.count("a", "jobs")).isEqualTo(4);
    }

    @Test
    @Tag("P5")
    @DisplayName("a worker that drains gives away all it has, and takes nothing")
    void drains() {
        work(6, "a", "b", "c");
        yard.state("b", State.DRAINING);
        yard.settle();
        assertThat(yard.count("b", "jobs")).isZero();
        assertThat(yard.count("a", "jobs")).isEqualTo(3);
        yard.state("b", State.ACTIVE);
        yard.settle();
        assertThat(yard.count("b", "jobs")).isEqualTo(2);
    }

    @Test
    @DisplayName("one who has left holds nothing: what it had is given away at once")
    void leaves() {
        work(6, "a", "b");
        Yard.Hand b = yard.hand("b");
        b.shift = b.shift.leaves();
        assertThat(b.shift.working().isEmpty()).isTrue();
        assertThat(b.has().size()).as("its own until it has finished").isEqualTo(3);
        b.finishes();
        b.stopBy = 0;
        yard.state("b", State.GONE);
        yard.hands.remove("b");
        yard.settle();
        assertThat(yard.count("a", "jobs")).isEqualTo(6);
    }

    @Test
    @Tag("P6")
    @DisplayName("without workers, without partitions, a list that grows and one that shrinks")
    void cases() {
        yard.list("jobs", 0);
        yard.settle();
        assertThat(yard.revision).isZero();
        yard.list("jobs", 3);
        yard.settle();
        assertThat(yard.revision).isZero();
        work(5, "a", "b");
        assertThat(yard.count("a", "jobs") + yard.count("b", "jobs")).isEqualTo(5);
        yard.list("jobs", 2);
        yard.settle();
        assertThat(yard.count("a", "jobs") + yard.count("b", "jobs")).isEqualTo(2);
    }

    @Test
    @DisplayName("what people want of a partition is done, as far as there is such a worker and such a partition")
    void wishes() {
        work(4, "a", "b");
        yard.wish("jobs", 0, "b");
        yard.wish("jobs", 1, null);
        yard.wish("jobs", 2, "nobody");
        yard.wish("jobs", 99, "a");
        yard.wish("other", 0, "a");
        yard.settle();
        assertThat(yard.hand("b").owns("jobs", 0)).isTrue();
        assertThat(yard.hand("a").owns("jobs", 1) || yard.hand("b").owns("jobs", 1))
                .isFalse();
        assertThat(yard.hand("a").owns("jobs", 2) || yard.hand("b").owns("jobs", 2))
                .isTrue();
    }

    @Test
    @DisplayName("no more are on the move at a time than allowed, and all arrive")
    void limited() {
        yard.settings = PlanSettings.DEFAULT.withMovesInFlight(2);
        work(12, "a");
        assertThat(yard.count("a", "jobs")).isEqualTo(12);
        yard.enlists("b");
        yard.round();
        assertThat(Objects.requireNonNull(yard.orders.get(yard.hand("a").id))
                        .asked()
                        .size())
                .isEqualTo(2);
        assertThat(Objects.requireNonNull(yard.dispatcher).isMoving()).isTrue();
        yard.settle();
        assertThat(yard.count("b", "jobs")).isEqualTo(6);
        assertThat(Objects.requireNonNull(yard.dispatcher).isMoving()).isFalse();
    }

    @Test
    @DisplayName("what would move can be seen before it does")
    void preview() {
        work(4, "a");
        yard.enlists("b");
        Dispatcher present = Objects.requireNonNull(yard.dispatcher);
        long revision = present.revision();
        assertThat(present.preview(yard.attendance(), yard.catalogue()).size()).isEqualTo(2);
        assertThat(present.revision()).isEqualTo(revision);
        assertThat(present.orders()).hasSize(1);
    }
}
