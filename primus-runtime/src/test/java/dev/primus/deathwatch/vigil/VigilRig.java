package dev.primus.deathwatch.vigil;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.NodeId;
import dev.primus.core.StoreTime;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Sighting;
import dev.primus.process.ProcessKey;
import dev.primus.process.ProcessState;
import dev.primus.process.TreeKey;
import dev.primus.process.TreeScan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A companion's decisions, driven by hand: what happens to it, and what it wants done. */
final class VigilRig {
    static final ElectionName NIGHTLY = new ElectionName("nightly");
    static final Hold TERM_7 = new Hold(NIGHTLY, new FencingToken(7), "nonce-7");
    static final TreeKey TREE = new TreeKey("0123456789abcdef", new ProcessKey(4711, 1000));
    static final Duration LEASE = Duration.ofSeconds(10);

    private Vigil vigil = Vigil.begin(LEASE);
    private long now = 1_000_000_000;
    private final List<Deed> deeds = new ArrayList<>();

    /** One that has heard of these, and watches. */
    static VigilRig watching(Message... told) {
        VigilRig rig = new VigilRig().hears(new Message.Snapshot());
        for (Message message : told) {
            rig.hears(message);
        }
        return rig.hears(new Message.End());
    }

    static Message.Program program(long killAt) {
        return new Message.Program(NIGHTLY, TREE, killAt);
    }

    long now() {
        return now;
    }

    VigilRig hears(Message message) {
        return take(vigil.told(message, now));
    }

    VigilRig pipeEnds() {
        return take(vigil.pipeEnded(now));
    }

    VigilRig speakerIs(boolean dead) {
        return take(vigil.speakerIs(dead ? ProcessState.GONE : ProcessState.ALIVE, now));
    }

    VigilRig speakerIsUnread() {
        return take(vigil.speakerIs(new ProcessState.Unknown("cannot read /proc/1"), now));
    }

    VigilRig treeHad(int living) {
        return take(vigil.treeHad(new TreeScan(Collections.nCopies(living, TREE.leader()), List.of()), now));
    }

    VigilRig treeIsUnread() {
        return take(vigil.treeHad(TreeScan.unknown("cannot read /proc"), now));
    }

    VigilRig answered(Answer... answers) {
        return take(vigil.released(List.of(answers), now));
    }

    VigilRig passes(Duration span) {
        now += span.toNanos();
        return this;
    }

    /** Time goes on to where it wants to be woken. */
    VigilRig wakes() {
        assertThat(vigil.isWaiting()).as("waits for a time: %s", vigil).isTrue();
        now = Math.max(now, vigil.wakeAt());
        return take(vigil.woken(now));
    }

    private VigilRig take(Turn turn) {
        vigil = turn.next();
        deeds.addAll(turn.deeds());
        return this;
    }

    VigilRig does(Deed... expected) {
        assertThat(deeds).containsExactly(expected);
        deeds.clear();
        return this;
    }

    VigilRig doesNothing() {
        return does();
    }

    /** The partings it asks for now. */
    VigilRig gives(Hold... holds) {
        assertThat(deeds).hasSize(1).first().isInstanceOfSatisfying(Deed.Release.class, release -> {
            assertThat(release.partings()).extracting(one -> one.hold()).containsExactly(holds);
            assertThat(release.partings())
                    .allSatisfy(one -> assertThat(one.reason()).hasToString("CRASHED"));
        });
        deeds.clear();
        return this;
    }

    VigilRig leaves(String why) {
        assertThat(deeds)
                .hasSize(1)
                .first()
                .isInstanceOfSatisfying(
                        Deed.Leave.class, leave -> assertThat(leave.why()).contains(why));
        deeds.clear();
        return this;
    }

    VigilRig is(Class<? extends Vigil> state) {
        assertThat(vigil).isInstanceOf(state);
        return this;
    }

    /** Refused, with a row of that epoch. */
    static Answer rowAt(long epoch) {
        return Answer.refused(new Sighting(
                NIGHTLY,
                NodeId.of("other", "00000002"),
                epoch,
                0,
                "another",
                Duration.ofSeconds(3),
                LEASE,
                new StoreTime(1),
                "clock",
                "clock",
                null,
                Duration.ZERO,
                0,
                null,
                null));
    }
}
