package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage.Ended;
import dev.primus.core.ballot.BallotMessage.Noted;
import dev.primus.core.peers.Legacy;
import dev.primus.core.peers.ReleaseCommitment;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Parting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The ends of terms, which only their owners can tell. Once told, a term is over for good: its owner may only stand again. */
final class Partings {
    private final Chamber chamber;
    private final Showcase showcase;
    private final List<Tally> endings = new ArrayList<>();

    Partings(Chamber chamber, Showcase showcase) {
        this.chamber = chamber;
        this.showcase = showcase;
    }

    // ---- of this member's own --------------------------------------------------------------------------------------

    /**
     * Gives a term back and tells everybody; answered once enough have taken notice for a successor to come. Who says it
     * twice is heard twice, since the first word may have been lost.
     */
    void release(Parting parting, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        ElectionName election = parting.election();
        Ward ward = chamber.wards().of(election);
        Term term = new Term(chamber.self(), parting.hold().token());
        Holding mine = ward.holding();
        boolean held = mine != null && mine.term().equals(term);
        if (!held && !ward.oath().over().contains(term)) {
            reply.accept(Answer.lost(showcase.sighting(ward, now), LossReason.TAKEN));
            return;
        }
        endings.add(new Tally(
                election,
                term,
                deadline,
                (outcome, at) -> reply.accept(
                        outcome == Tally.Outcome.CARRIED
                                ? Answer.yes(election)
                                : Answer.unknown(election, "too few members have answered"))));
        end(ward, term, parting.reason(), parting.heir(), now);
    }

    void end(Ward ward, Term term, LossReason reason, @Nullable NodeName heir, MonoTime now) {
        ward.gave(term);
        chamber.post().send(chamber.assembly().all(), new Ended(ward.election(), term, reason, heir), now);
    }

    void noted(NodeId from, Noted message, MonoTime now) {
        Ward ward = chamber.wards().of(message.election());
        if (!chamber.counts(ward, from.name(), message.voter())) {
            return;
        }
        for (Tally ending : List.copyOf(endings)) {
            if (ending.isAbout(message.election(), message.term())) {
                ending.agrees(from.name());
                if (chamber.isCarriedBy(ward, ending.agreed())) {
                    endings.remove(ending);
                    ending.isDecided(Tally.Outcome.CARRIED, now);
                }
            }
        }
    }

    // ---- of anybody's ----------------------------------------------------------------------------------------------

    void ended(NodeId from, Ended message, MonoTime now) {
        Term term = message.term();
        if (!term.leader().equals(from)
                || !chamber.admits(from, message.election(), term.token().value(), now)) {
            return;
        }
        Ward ward = chamber.wards().of(message.election());
        boolean led = term.equals(ward.oath().followed());
        boolean bound = led || term.equals(ward.oath().sworn()) || ward.isRumoured(term);
        ward.oath().isOver(term);
        ward.counted(term.token().value());
        ward.chapters()
                .ended(
                        term,
                        message.reason(),
                        Instant.ofEpochMilli(chamber.hands().wallMillis()));
        chamber.post()
                .send(from, new Noted(message.election(), term, chamber.rules().voter()), now);
        NodeName heir = message.heir();
        if (heir != null) {
            MonoTime until = now.plus(chamber.rules().timing().lease().heirWindow());
            ward.bequeathed(new Legacy(term.token().value(), heir, until));
        }
        if (led) {
            ward.becauseOf(cause(message.reason()));
            ward.departed(from);
        }
        if (led && message.reason() != LossReason.NO_QUORUM) {
            chamber.hands().givenBack(message.election());
        } else if (bound) {
            chamber.hands().worthALook(message.election());
        }
    }

    private static Trigger cause(LossReason reason) {
        return switch (reason) {
            case MERGED -> Trigger.SPLIT_BRAIN;
            case CRASHED -> Trigger.HEARTBEAT_TIMEOUT;
            default -> Trigger.MANUAL;
        };
    }

    /** The companion of another node presents a key: the term whose commitment it meets is over. */
    boolean releasedByCompanion(ElectionName election, NodeId owner, String keyDigest, MonoTime now) {
        Ward ward = chamber.wards().of(election);
        ReleaseCommitment commitment = ward.commitment();
        if (commitment == null || !commitment.isMetBy(owner, keyDigest)) {
            return false;
        }
        Term term = commitment.term();
        if (!ward.oath().over().contains(term)) {
            ended(owner, new Ended(election, term, LossReason.CRASHED, null), now);
        }
        return true;
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    MonoTime wakeAt() {
        MonoTime next = MonoTime.NEVER;
        for (Tally ending : endings) {
            next = MonoTime.earlier(next, ending.deadline());
        }
        return next;
    }

    void woken(MonoTime now) {
        for (Tally ending : List.copyOf(endings)) {
            if (!now.isBefore(ending.deadline())) {
                endings.remove(ending);
                ending.isDecided(Tally.Outcome.UNKNOWN, now);
            }
        }
    }
}
