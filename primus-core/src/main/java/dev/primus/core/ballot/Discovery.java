package dev.primus.core.ballot;

import dev.primus.core.BallotTiming;
import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Discover;
import dev.primus.core.ballot.BallotMessage.Discovered;
import dev.primus.core.ballot.Phase.Discovering;
import dev.primus.core.ballot.Phase.Idle;
import dev.primus.core.peers.Post;
import java.util.ArrayList;
import java.util.List;

/** Finds out whether anybody leads before an election is called, and tells those who ask. */
final class Discovery {
    private final Chamber chamber;

    Discovery(Chamber chamber) {
        this.chamber = chamber;
    }

    /** This member has joined an election, or has lost sight of everybody, and knows no leader. */
    void begin(Ward ward, MonoTime now) {
        if (ward.phase() instanceof Idle && ward.show(now) == null) {
            long d = timing().discovery().toNanos();
            MonoTime until = now.plusNanos(2 * d + chamber.hands().upTo(d));
            ward.turnTo(new Discovering(now.plus(timing().backoff()), until));
            ask(List.of(ward.election()), chamber.assembly().others(), now);
        }
    }

    private BallotTiming timing() {
        return chamber.rules().timing();
    }

    private void ask(List<ElectionName> elections, List<NodeId> whom, MonoTime now) {
        chamber.post().send(whom, new Discover(elections), now);
    }

    /** Whoever was not there when it was asked may know. */
    void met(List<NodeId> newcomers, MonoTime now) {
        List<ElectionName> open = new ArrayList<>();
        for (Ward ward : chamber.wards().all()) {
            if (ward.phase() instanceof Discovering) {
                open.add(ward.election());
            }
        }
        if (!newcomers.isEmpty()) {
            Post.inParts(open).stream().filter(some -> !some.isEmpty()).forEach(some -> ask(some, newcomers, now));
        }
    }

    void asked(NodeId from, Discover message, MonoTime now) {
        for (ElectionName election : message.elections()) {
            Term leader = chamber.wards().of(election).oath().leader(now);
            if (leader != null) {
                chamber.post().send(from, new Discovered(election, leader), now);
            }
        }
    }

    /** Somebody knows who leads: worth waiting for a heartbeat of it, and nothing more. */
    void answered(NodeId from, Discovered message, MonoTime now) {
        if (chamber.accord().isStranger(from, message.election())) {
            return;
        }
        Ward ward = chamber.wards().of(message.election());
        Term leader = message.leader();
        if (!chamber.admits(from, message.election(), leader.token().value(), now)) {
            return;
        }
        boolean late =
                leader.token().value() < Math.max(ward.shown(), ward.oath().heeded());
        if (late || !(ward.phase() instanceof Discovering)) {
            return;
        }
        ward.heardOf(new Ward.Hearsay(leader, now.plus(timing().heartbeatTimeout())));
        ward.turnTo(new Idle());
        chamber.hands().worthALook(message.election());
    }

    /** A leader is heard whose number cannot be believed yet: what do the others say? */
    void doubts(Ward ward, MonoTime now) {
        if (!ward.mayAsk(timing().backoff(), now)) {
            return;
        }
        ask(List.of(ward.election()), chamber.assembly().others(), now);
    }

    /** @param looked when this was done last */
    void woken(Ward ward, MonoTime looked, MonoTime now) {
        if (!(ward.phase() instanceof Discovering asking)) {
            return;
        }
        if (!now.isBefore(asking.askAgainAt())) {
            ward.turnTo(new Discovering(now.plus(timing().backoff()), asking.until()));
            ask(List.of(ward.election()), chamber.assembly().others(), now);
        }
        if (looked.isBefore(asking.until()) && !now.isBefore(asking.until())) {
            chamber.hands().worthALook(ward.election());
        }
    }
}
