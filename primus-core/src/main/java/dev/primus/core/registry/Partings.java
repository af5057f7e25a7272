package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.peers.Post;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Witness.Plea;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The ends of this member's own terms, which only it can tell. */
final class Partings {
    private final RegistryRules rules;
    private final RegistryHands hands;
    private final Circle circle;
    private final Records records;
    private final Showcase showcase;
    private final Post<RegistryMessage> post;
    private final Rounds rounds;
    private final List<Tally> endings = new ArrayList<>();
    private final Map<ElectionName, Term> given = new HashMap<>();

    Partings(
            RegistryRules rules,
            RegistryHands hands,
            Circle circle,
            Records records,
            Showcase showcase,
            Post<RegistryMessage> post,
            Rounds rounds) {
        this.rules = rules;
        this.hands = hands;
        this.circle = circle;
        this.records = records;
        this.showcase = showcase;
        this.post = post;
        this.rounds = rounds;
    }

    /**
     * Gives a term back and tells everybody; answered once enough have taken notice for a successor to come. Who says it
     * twice is heard twice, since the first word may have been lost.
     */
    void release(Parting parting, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        ElectionName election = parting.election();
        Term term = new Term(rules.self(), parting.hold().token());
        Holding mine = records.holding(election);
        boolean held = mine != null && mine.term().equals(term);
        if (!held && !records.page(election).docket().over().contains(term)) {
            reply.accept(showcase.lost(election, LossReason.TAKEN, now));
            return;
        }
        given.put(election, term);
        endings.add(new Tally(election, term, deadline, (answer, at) -> reply.accept(answer)));
        end(election, term, parting.reason(), parting.heir(), now);
    }

    void forget(ElectionName election) {
        given.remove(election);
    }

    /** The elections that this member has given back, and in which no successor was heard yet. */
    Set<ElectionName> given() {
        return Collections.unmodifiableSet(given.keySet());
    }

    void succeeded(ElectionName election, Term term) {
        given.computeIfPresent(election, (name, last) -> term.token().compareTo(last.token()) > 0 ? null : last);
    }

    void end(ElectionName election, Term term, LossReason reason, @Nullable NodeName heir, MonoTime now) {
        records.gave(election, term);
        post.send(circle.view().members(), new RegistryMessage.Ended(election, term, reason, heir), now);
        if (rounds.isSworn(election, term)) {
            hands.appeal(new Appeal(0, Appeal.Verb.RELEASE, List.of(new Plea(election, term))));
        }
    }

    void noted(NodeId from, RegistryMessage.Noted message, MonoTime now) {
        boolean counts = !rules.quorum().isByPromise()
                || message.voter() && rules.quorum().counts(from.name());
        if (counts) {
            noted(message.election(), message.term(), ending -> ending.agreed(from.name()), now);
        }
    }

    /** The row has taken notice, too. */
    void witnessed(Appeal appeal, MonoTime now) {
        appeal.pleas().forEach(plea -> {
            rounds.released(plea.election(), plea.term());
            noted(plea.election(), plea.term(), ending -> ending.rowSaid(true), now);
        });
    }

    private void noted(ElectionName election, Term term, Consumer<Tally> voice, MonoTime now) {
        for (Tally ending : List.copyOf(endings)) {
            if (ending.election().equals(election) && ending.term().equals(term)) {
                voice.accept(ending);
                if (ending.isCarried(rules, circle.others().size())) {
                    endings.remove(ending);
                    ending.answer(Answer.yes(election), now);
                }
            }
        }
    }

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
                ending.answer(Answer.unknown(ending.election(), "too few members have answered"), now);
            }
        }
    }
}
