package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.peers.Post;
import dev.primus.core.registry.RegistryMessage.Beat;
import dev.primus.core.registry.RegistryMessage.Purpose;
import dev.primus.core.registry.RegistryMessage.Stance;
import dev.primus.core.registry.RegistryMessage.Vote;
import dev.primus.core.spi.Mark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a member promises to those who lead or would. A promise to a term that is new to it is given only when the disk has
 * it, since it binds the member's next life too.
 */
final class Voice {
    private final RegistryRules rules;
    private final RegistryHands hands;
    private final Circle circle;
    private final Records records;
    private final Post<RegistryMessage> post;
    private final Quarrels quarrels;
    private final TermFilter terms;
    private final Map<ElectionName, Unkept> unkept = new HashMap<>();
    private final Set<Mark> underWay = new HashSet<>();

    /** A promise that is not given before its term was made durable; of each election the newest only. */
    private record Unkept(NodeId to, long round, Vote vote) {}

    Voice(
            RegistryRules rules,
            RegistryHands hands,
            Circle circle,
            Records records,
            Post<RegistryMessage> post,
            Quarrels quarrels,
            TermFilter terms) {
        this.rules = rules;
        this.hands = hands;
        this.circle = circle;
        this.records = records;
        this.post = post;
        this.quarrels = quarrels;
        this.terms = terms;
    }

    /** @return the terms that are promised now, whether anybody knows it yet or not */
    List<Beat> answer(NodeId from, RegistryMessage.Round round, MonoTime now) {
        boolean binding = isBinding(round.purpose());
        boolean agree = circle.view().has(from)
                ? quarrels.agree(from, round.charter(), true)
                : round.charter().equals(quarrels.charter());
        List<Vote> votes = new ArrayList<>();
        List<Mark> fresh = new ArrayList<>();
        List<Beat> promised = new ArrayList<>();
        for (Beat beat : round.beats()) {
            if (!beat.term().leader().equals(from)) {
                continue;
            }
            Page page = records.page(beat.election());
            if (!terms.admits(from, beat.election(), beat.term().token().value(), now)) {
                votes.add(vote(page, beat, Stance.NOT_YET));
                continue;
            }
            if (terms.admits(from, beat.election(), beat.over(), now)) {
                page.ended(beat.over());
            }
            Stance stance = agree && records.isKept(page) ? stance(page, beat, now) : Stance.NOT_YET;
            if (stance == Stance.PROMISED && binding) {
                Vote vote = vote(page, beat, stance);
                Mark mark = promise(page, beat, new Unkept(from, round.number(), vote), now);
                if (mark == null) {
                    votes.add(vote);
                } else if (underWay.add(mark)) {
                    fresh.add(mark);
                }
                promised.add(beat);
                continue;
            }
            votes.add(vote(page, beat, stance == Stance.PROMISED ? Stance.WILLING : stance));
            if (binding && rules.rulings().isWorthHeeding(stance, rules.quorum())) {
                page.claimed(beat.term(), circle.view(), now);
            }
        }
        if (!votes.isEmpty()) {
            post.send(from, new RegistryMessage.Voted(round.number(), rules.voter(), votes), now);
        }
        if (!fresh.isEmpty()) {
            hands.keep(fresh);
        }
        return promised;
    }

    /** Who only watches takes no term for real that may never begin: nobody would tell it that a lower one goes on. */
    private boolean isBinding(Purpose purpose) {
        return switch (purpose) {
            case ASK -> false;
            case BEGIN -> rules.voter() || !rules.quorum().isByPromise();
            case GO_ON -> true;
        };
    }

    private static Vote vote(Page page, Beat beat, Stance stance) {
        return new Vote(beat.election(), beat.term(), stance, page.heeded(beat.term()));
    }

    private Stance stance(Page page, Beat beat, MonoTime now) {
        NodeId leader = beat.term().leader();
        if (!rules.quorum().isByPromise() && !circle.view().has(leader)) {
            return Stance.NOT_YET;
        }
        boolean free = !rules.voter() || !page.isBoundByThePast(now) && !circle.hasNamesake();
        return page.judge(beat.term(), free || !rules.quorum().isByPromise(), now);
    }

    /** @return what must be durable first; null if it is already */
    private @Nullable Mark promise(Page page, Beat beat, Unkept promise, MonoTime now) {
        boolean known = beat.term().equals(page.mark());
        boolean news = !page.docket().claims().containsKey(beat.term());
        page.promise(beat.term(), beat.since(), circle.view(), now);
        page.committed(beat.term(), beat.release());
        if (news) {
            hands.worthALook(beat.election());
        }
        Unkept before = unkept.get(beat.election());
        boolean pending = before != null && before.vote().term().equals(beat.term());
        if (!rules.voter() || known && !pending) {
            return null;
        }
        unkept.put(beat.election(), promise);
        return new Mark(beat.election(), beat.term(), rules.timing().silence());
    }

    /** Whether a promise waits for the disk. */
    boolean isAboutToPromise() {
        return !unkept.isEmpty();
    }

    void kept(List<Mark> durable, MonoTime now) {
        for (Mark mark : durable) {
            underWay.remove(mark);
            Unkept promise = unkept.get(mark.election());
            if (promise != null && promise.vote().term().equals(mark.term())) {
                unkept.remove(mark.election());
                post.send(
                        promise.to(),
                        new RegistryMessage.Voted(promise.round(), rules.voter(), List.of(promise.vote())),
                        now);
            }
        }
    }

    /** Whether a promise in this election is on its way to the disk. */
    boolean isKeeping(ElectionName election) {
        return underWay.stream().anyMatch(mark -> mark.election().equals(election));
    }

    void forget(ElectionName election) {
        unkept.remove(election);
    }

    /** These could not be kept, so what hangs on them is not said; whoever asks again has it tried again. */
    void notKept(List<Mark> failed) {
        failed.forEach(underWay::remove);
    }
}
