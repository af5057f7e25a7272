package dev.primus.core.ballot;

import dev.primus.core.BallotTiming;
import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Ruling;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage.Petition;
import dev.primus.core.ballot.BallotMessage.Requested;
import dev.primus.core.ballot.BallotMessage.Ruled;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Elections that somebody asks for. Where a leader is well it decides itself whether it gives way; windows keep it from
 * having to do so too often.
 */
final class Requests {
    private static final int MOST_WAITING = 10;

    private final Chamber chamber;
    private final Reform reform;
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();
    private final RequestLimit limit = new RequestLimit();
    private long number;

    /** One who waits for a leader's word. */
    private record Waiting(MonoTime deadline, Consumer<Ruling> reply) {}

    Requests(Chamber chamber, Reform reform) {
        this.chamber = chamber;
        this.reform = reform;
    }

    /** @param reply is told why not; nothing if there will be an election */
    void request(
            ElectionName election,
            Trigger trigger,
            boolean override,
            MonoTime deadline,
            Consumer<String> reply,
            MonoTime now) {
        if (!chamber.wards().knows(election)) {
            reply.accept("there is no such election here");
            return;
        }
        Ward ward = chamber.wards().of(election);
        Term leader = ward.oath().leader(now);
        if (leader == null && !chamber.wards().isCandidate(election)) {
            reply.accept("nobody leads, and this node is no candidate");
        } else if (ward.contest() != null) {
            reply.accept("an election is under way");
        } else if (leader == null || leader.leader().equals(chamber.self())) {
            reply.accept(ruling(ward, trigger, override, now));
        } else {
            ask(
                    leader,
                    nonce -> new Requested(election, nonce, trigger, override),
                    deadline,
                    ruling -> reply.accept(ruling.why()),
                    now);
        }
    }

    private void ask(
            Term leader,
            Function<String, BallotMessage> question,
            MonoTime deadline,
            Consumer<Ruling> reply,
            MonoTime now) {
        if (waiting.size() >= MOST_WAITING) {
            reply.accept(Ruling.refused("%d requests wait for an answer already".formatted(waiting.size())));
            return;
        }
        String nonce = chamber.self().incarnation() + "-" + ++number;
        waiting.put(nonce, new Waiting(deadline, reply));
        chamber.post().send(leader.leader(), question.apply(nonce), now);
    }

    /** @param reply is told that the node votes, or does so no more; or why not */
    void reform(
            ElectionName election,
            NodeName node,
            boolean joins,
            MonoTime deadline,
            Consumer<Ruling> reply,
            MonoTime now) {
        if (!chamber.wards().knows(election)) {
            reply.accept(Ruling.refused("there is no such election here"));
            return;
        }
        Ward ward = chamber.wards().of(election);
        Term leader = ward.oath().leader(now);
        if (leader == null) {
            reply.accept(Ruling.refused("nobody leads, and only a leader changes who votes"));
        } else if (leader.leader().equals(chamber.self())) {
            reform.request(ward, node, joins, deadline, reply, now);
        } else {
            ask(leader, nonce -> new Petition(election, nonce, node, joins), deadline, reply, now);
        }
    }

    void petition(NodeId from, Petition message, MonoTime now) {
        ElectionName election = message.election();
        MonoTime deadline = now.plus(chamber.rules().timing().heartbeatTimeout());
        Consumer<Ruling> reply = ruling -> chamber.post().send(from, new Ruled(election, message.nonce(), ruling), now);
        String barred = whyNotHeard(from, now);
        if (barred.isEmpty()) {
            reform.request(chamber.wards().of(election), message.node(), message.joins(), deadline, reply, now);
        } else {
            reply.accept(Ruling.refused(barred));
        }
    }

    /** Why a peer's request is refused whatever it asks for; empty if it is not. */
    private String whyNotHeard(NodeId peer, MonoTime now) {
        if (!chamber.accord().isVoter(peer.name())) {
            return "%s is an observer; send the request to a voter".formatted(peer);
        }
        return limit.admits(peer, now)
                ? ""
                : "%s has sent %d requests within a second; try again later"
                        .formatted(peer, RequestLimit.MAX_PER_SECOND);
    }

    void requested(NodeId from, Requested message, MonoTime now) {
        String barred = whyNotHeard(from, now);
        if (!barred.isEmpty()) {
            chamber.post().send(from, new Ruled(message.election(), message.nonce(), Ruling.refused(barred)), now);
            return;
        }
        Ward ward = chamber.wards().of(message.election());
        Holding mine = ward.holding();
        String refusal = mine == null || !mine.granted()
                ? "%s does not lead any more".formatted(chamber.self())
                : ruling(ward, message.trigger(), message.override(), now);
        chamber.post().send(from, new Ruled(message.election(), message.nonce(), Ruling.unless(refusal)), now);
    }

    /** @return why not; empty if so, and then it is done */
    private String ruling(Ward ward, Trigger trigger, boolean override, MonoTime now) {
        String refusal = override ? "" : window(ward, now);
        if (!refusal.isEmpty()) {
            return refusal;
        }
        if (ward.holding() != null) {
            chamber.hands().giveUp(ward.election(), LossReason.TRIGGERED);
        } else {
            ward.becauseOf(trigger);
            ward.restUntil(now);
            chamber.hands().worthALook(ward.election());
        }
        return "";
    }

    private String window(Ward ward, MonoTime now) {
        BallotTiming timing = chamber.rules().timing();
        MonoTime last = ward.decidedAt();
        if (last == null) {
            return "";
        }
        Holding mine = ward.holding();
        if (mine != null && now.isBefore(mine.begunAt().plus(timing.leaderWindow()))) {
            return left("the leader is left alone", mine.begunAt().plus(timing.leaderWindow()), now);
        }
        MonoTime ends = last.plus(timing.electionWindow());
        return now.isBefore(ends) ? left("there is no other election", ends, now) : "";
    }

    private static String left(String what, MonoTime until, MonoTime now) {
        return "%s for another %d ms".formatted(what, until.nanosSince(now) / 1_000_000 + 1);
    }

    void ruled(Ruled message) {
        Waiting who = waiting.remove(message.nonce());
        if (who != null) {
            who.reply().accept(message.ruling());
        }
    }

    MonoTime wakeAt() {
        MonoTime next = MonoTime.NEVER;
        for (Waiting each : waiting.values()) {
            next = MonoTime.earlier(next, each.deadline());
        }
        return next;
    }

    void woken(MonoTime now) {
        for (Map.Entry<String, Waiting> each : List.copyOf(waiting.entrySet())) {
            if (!now.isBefore(each.getValue().deadline())) {
                waiting.remove(each.getKey());
                each.getValue().reply().accept(Ruling.undecided("the leader did not answer"));
            }
        }
    }
}
