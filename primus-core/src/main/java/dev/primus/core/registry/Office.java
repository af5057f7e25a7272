package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.peers.Legacy;
import dev.primus.core.peers.Post;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the registrar of a view hands terms out, once it knows enough. That is the view's first member; under a quorum policy
 * also one to whom a member turns because the first one does not answer.
 */
final class Office {
    private final RegistryRules rules;
    private final RegistryHands hands;
    private final Circle circle;
    private final Records records;
    private final Post<RegistryMessage> post;
    private final Quarrels quarrels;
    private final TermFilter terms;
    private @Nullable Registrar registrar;
    private MonoTime opensAt = new MonoTime(0);

    Office(
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

    void viewed(MonoTime now) {
        registrar = null;
        opensAt = rules.rulings().opensAt(now, circle.hasLostSomebody(), circle.settled(now), rules.timing());
        if (circle.registrar().equals(rules.self())) {
            open(now);
        }
    }

    private Registrar open(MonoTime now) {
        MonoTime answersBy = now.plus(askAgain().dividedBy(2));
        Registrar fresh = new Registrar(circle, rules, opensAt, answersBy, now.plus(askAgain()));
        registrar = fresh;
        post.send(circle.view().members(), new RegistryMessage.Collect(fresh.view()), now);
        return fresh;
    }

    /** A member that was missed has left in good order: if it was the only one, there is nothing to wait for. */
    void left(MonoTime now) {
        if (circle.hasLostSomebody()) {
            return;
        }
        opensAt = rules.rulings().opensAt(now, false, circle.settled(now), rules.timing());
        Registrar here = registrar;
        if (here != null) {
            here.opensAt(opensAt);
            here.expectOnly(circle.expected());
            serve(here, now);
        }
    }

    MonoTime wakeAt() {
        return registrar == null ? MonoTime.NEVER : registrar.wakeAt();
    }

    void woken(MonoTime now) {
        Registrar here = registrar;
        if (here != null) {
            if (here.isDueToAskAgain(now, now.plus(askAgain()))) {
                post.send(here.silent(), new RegistryMessage.Collect(here.view()), now);
            }
            serve(here, now);
        }
    }

    private Duration askAgain() {
        return rules.timing().lease().ioTimeout();
    }

    /** @param admitted the testimonies of the message that this member may learn */
    void collected(NodeId from, RegistryMessage.Collected message, List<Testimony> admitted, MonoTime now) {
        Registrar here = registrar;
        if (here == null || !here.view().equals(message.view())) {
            return;
        }
        records.edition().changed();
        admitted.forEach(told -> records.page(told.election()).learn(told, from, circle.view(), now));
        boolean agrees = quarrels.agree(from, message.charter(), message.voter());
        if (here.heard(from, message, admitted, agrees)) {
            if (!rules.quorum().isByPromise() && here.hasHeardAll()) {
                review(here, now);
            }
            serve(here, now);
        }
    }

    void claimed(NodeId from, RegistryMessage.Claim message, MonoTime now) {
        if (!circle.viewId().equals(message.view()) || !circle.view().has(from)) {
            return;
        }
        Registrar here = registrar;
        if (here == null) {
            if (!rules.quorum().isByPromise()) {
                return;
            }
            here = open(now);
        }
        Page page = records.page(message.known().election());
        if (!terms.admits(from, message.known(), now)) {
            refuse(here, from, message, page, now);
            return;
        }
        page.learn(message.known(), from, circle.view(), now);
        here.queue(from, message);
        serve(here, now);
    }

    /** The owner of a term was heard, or has given it up. */
    void settled(ElectionName election, Term term) {
        if (registrar != null) {
            registrar.settled(election, term);
        }
    }

    /**
     * All have been heard, and no promise binds. What a member was said to hold, and does not claim itself though it knows of
     * it, is over. Claims that cannot go on beside each other are set aside together: the one who is chosen begins anew above
     * all. Where promises bind nothing is concluded from silence: they run out, or their owner ends them.
     */
    private void review(Registrar here, MonoTime now) {
        for (Page page : records.pages()) {
            Set<Term> own = here.ownWords(page.election());
            for (Term claimed : List.copyOf(page.docket().claims().keySet())) {
                if (circle.view().has(claimed.leader())
                        && !own.contains(claimed)
                        && here.hadHeardOf(page.election(), claimed)) {
                    page.ended(claimed, null, null, now, hands.wallMillis());
                }
            }
            if (!own.isEmpty()) {
                setAside(here, page, own, now);
            }
        }
    }

    private void setAside(Registrar here, Page page, Set<Term> own, MonoTime now) {
        List<Term> claims = own.stream().sorted(Docket.ORDER).toList();
        if (rules.rulings().canGoOn(claims, page.docket().highest())) {
            return;
        }
        NodeName chosen =
                rules.rulings().chosen(claims, rules.resolver()).leader().name();
        post.send(
                circle.view().members(),
                new RegistryMessage.Displaced(here.view(), page.election(), claims, chosen),
                now);
    }

    private void serve(Registrar here, MonoTime now) {
        if (!here.isOpen(now)) {
            return;
        }
        for (Map.Entry<NodeId, RegistryMessage.Claim> waiting : here.takeQueue()) {
            decide(here, waiting.getKey(), waiting.getValue(), now);
        }
    }

    private void decide(Registrar here, NodeId claimant, RegistryMessage.Claim claim, MonoTime now) {
        Page page = records.page(claim.known().election());
        if (!records.isKept(page) || isQuarrelled(here) || isTaken(here, page, claimant, now)) {
            refuse(here, claimant, claim, page, now);
            return;
        }
        ElectionName election = page.election();
        long token = rules.rulings().nextToken(page.highest(), rules.quorum(), hands.wallMillis());
        Term term = new Term(claimant, new FencingToken(token));
        page.counted(token);
        here.granted(election, term, now.plus(askAgain()), now);
        post.send(claimant, new RegistryMessage.Granted(here.view(), election, claim.nonce(), term), now);
    }

    private void refuse(Registrar here, NodeId claimant, RegistryMessage.Claim claim, Page page, MonoTime now) {
        post.send(claimant, new RegistryMessage.Refused(here.view(), claim.nonce(), records.testimony(page, now)), now);
    }

    private boolean isTaken(Registrar here, Page page, NodeId claimant, MonoTime now) {
        Term pending = here.pending(page.election(), now);
        Legacy legacy = page.legacy(now);
        return page.pause() != null
                || page.isBlocked(claimant, now)
                || pending != null && !pending.leader().equals(claimant)
                || legacy != null && !legacy.heir().equals(claimant.name());
    }

    /** Too few to make a term, or not of one mind what that takes. */
    private boolean isQuarrelled(Registrar here) {
        Quorum quorum = rules.quorum();
        if (!here.isOfOneMind()) {
            return true;
        }
        if (!quorum.isByPromise()) {
            return false;
        }
        int voters = here.voters();
        return voters > quorum.nodes() || voters + quorum.rows() < quorum.needed();
    }
}
