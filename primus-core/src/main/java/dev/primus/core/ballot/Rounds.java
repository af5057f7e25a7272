package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.ballot.BallotMessage.Beat;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Reply;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.peers.Post;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Heartbeats of this member, until enough have acknowledged them, or too few in time. Who has not answered is asked again,
 * so that a message lost now and then costs nobody its term.
 */
final class Rounds {
    private final Chamber chamber;
    private final Map<Long, Round> rounds = new LinkedHashMap<>();
    private long number;

    /** One heartbeat: what was said, what is still to be counted, and who has answered. */
    private static final class Round {
        private final Heartbeat said;
        private final List<Tally> open;
        private final MonoTime until;
        private final Set<NodeName> answered = new HashSet<>();
        private MonoTime repeatAt;

        Round(Heartbeat said, List<Tally> open, MonoTime until, MonoTime repeatAt) {
            this.said = said;
            this.open = new ArrayList<>(open);
            this.until = until;
            this.repeatAt = repeatAt;
        }
    }

    Rounds(Chamber chamber) {
        this.chamber = chamber;
    }

    /** @param tallies as many as beats, in the same order, and all with the same deadline */
    void call(List<Tally> tallies, List<Beat> beats, MonoTime now) {
        List<List<Tally>> parts = Post.inParts(tallies);
        List<List<Beat>> words = Post.inParts(beats);
        for (int i = 0; i < parts.size() && !beats.isEmpty(); i++) {
            Heartbeat said = new Heartbeat(++number, chamber.accord().charter(), words.get(i));
            MonoTime until = parts.get(i).get(0).deadline();
            rounds.put(number, new Round(said, parts.get(i), until, repeatFrom(now)));
            chamber.post().send(chamber.assembly().all(), said, now);
        }
    }

    private MonoTime repeatFrom(MonoTime now) {
        return now.plus(chamber.rules().timing().repeatAfter());
    }

    void heard(NodeId from, Heard message, MonoTime now) {
        chamber.accord().heard(from, message.voter());
        List<Reply> counted = message.replies().stream()
                .filter(reply -> chamber.counts(ward(reply.election()), from.name(), message.voter()))
                .toList();
        counted.forEach(reply -> heed(from, reply, now));
        Round round = rounds.get(message.round());
        if (round == null) {
            return;
        }
        boolean undecided = message.replies().stream().anyMatch(reply -> reply.stance() == Stance.NOT_YET);
        if (!undecided) {
            round.answered.add(from.name());
        }
        counted.forEach(reply -> count(round, from.name(), reply, now));
    }

    private Ward ward(ElectionName election) {
        return chamber.wards().of(election);
    }

    /** Whoever is in a later term does not come back to this one; also if it says so after the round was decided. */
    private void heed(NodeId from, Reply reply, MonoTime now) {
        if (!chamber.admits(from, reply.election(), reply.highest(), now)) {
            return;
        }
        Ward ward = ward(reply.election());
        ward.counted(reply.highest());
        Holding mine = ward.holding();
        if (mine != null && mine.term().equals(reply.term())) {
            ward.holds(mine.outvotedBy(reply.highest()));
        }
    }

    private void count(Round round, NodeName from, Reply reply, MonoTime now) {
        for (Tally tally : List.copyOf(round.open)) {
            if (tally.isAbout(reply.election(), reply.term())) {
                switch (reply.stance()) {
                    case AGREED -> tally.agrees(from);
                    case BOUND, LATER -> tally.refuses(from);
                    case NOT_YET -> {} // No refusal: whoever has just begun may agree to the next one.
                }
                decide(round, tally, now);
            }
        }
    }

    private void decide(Round round, Tally tally, MonoTime now) {
        Ward ward = ward(tally.election());
        if (chamber.isCarriedBy(ward, tally.agreed())) {
            close(round, tally, Tally.Outcome.CARRIED, now);
        } else if (chamber.isHopeless(ward, tally.against())) {
            close(round, tally, Tally.Outcome.LOST, now);
        }
    }

    private static void close(Round round, Tally tally, Tally.Outcome outcome, MonoTime now) {
        round.open.remove(tally);
        tally.isDecided(outcome, now);
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    MonoTime wakeAt() {
        MonoTime next = MonoTime.NEVER;
        for (Round round : rounds.values()) {
            next = MonoTime.earlier(next, MonoTime.earlier(round.repeatAt, round.until));
            for (Tally tally : round.open) {
                next = MonoTime.earlier(next, tally.deadline());
            }
        }
        return next;
    }

    void woken(MonoTime now) {
        for (Map.Entry<Long, Round> each : List.copyOf(rounds.entrySet())) {
            Round round = each.getValue();
            for (Tally tally : List.copyOf(round.open)) {
                if (!now.isBefore(tally.deadline())) {
                    close(round, tally, Tally.Outcome.UNKNOWN, now);
                }
            }
            if (!now.isBefore(round.until)) {
                rounds.remove(each.getKey());
            } else if (!now.isBefore(round.repeatAt)) {
                repeat(round, now);
            }
        }
    }

    private void repeat(Round round, MonoTime now) {
        round.repeatAt = repeatFrom(now);
        List<Beat> current = round.said.beats().stream().filter(this::isHeld).toList();
        if (!current.isEmpty()) {
            Heartbeat again = new Heartbeat(round.said.round(), round.said.charter(), current);
            chamber.assembly().all().stream()
                    .filter(member -> !round.answered.contains(member.name()))
                    .forEach(member -> chamber.post().send(member, again, now));
        }
    }

    /** What was given back meanwhile is asked for no more. */
    private boolean isHeld(Beat beat) {
        Holding mine = ward(beat.election()).holding();
        return mine != null && mine.term().equals(beat.term());
    }
}
