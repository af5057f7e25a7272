package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Pause;
import dev.primus.core.Term;
import dev.primus.core.peers.Books;
import dev.primus.core.peers.ElectionExpiry;
import dev.primus.core.peers.Member;
import dev.primus.core.peers.Past;
import dev.primus.core.peers.PauseMark;
import dev.primus.core.peers.Post;
import dev.primus.core.peers.ReleaseCommitment;
import dev.primus.core.peers.TermBound;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.Witness.Word;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A member of the registry: the arbiter of its own candidates, and a voice for those of all others. It knows no clock and
 * sends nothing itself; whoever drives it says what time it is and carries out what it decides. One thread at a time.
 *
 * <p>A term is held by promises: a leader asks all members for another spell, and holds on while enough of them agree.
 * A member that agrees follows nobody else for a lease, and remembers the term for ever. Views only say when to try.
 *
 * <p>Here everything arrives; its rooms are this member's own terms ({@link Campaign}, {@link Rounds},
 * {@link Partings}), what it promises to others ({@link Voice}), what it hands out as the first of a view ({@link Office}) and what it shows ({@link Showcase}).
 */
public final class Registry implements Member<RegistryMessage> {
    private final RegistryRules rules;
    private final RegistryHands hands;
    private final Circle circle;
    private final Records records;
    private final Post<RegistryMessage> post;
    private final Quarrels quarrels;
    private final TermFilter terms;
    private final Showcase showcase;
    private final Voice voice;
    private final Office office;
    private final Rounds rounds;
    private final Partings partings;
    private final Campaign campaign;
    private final ElectionExpiry<Page> expiry;
    private @Nullable Early early;
    private MonoTime looked = new MonoTime(0);

    /** A registrar's question that came before the view it is about. */
    private record Early(NodeId from, RegistryMessage.Collect question) {}

    /**
     * @param past what this member has promised in former lives
     */
    public Registry(RegistryRules rules, RegistryHands hands, Past past, MonoTime startedAt) {
        this.rules = rules;
        this.hands = hands;
        TermBound.check("the disk of " + rules.self().name(), past.marks());
        this.circle = new Circle(rules, startedAt);
        this.records = new Records(rules, hands, past, startedAt, this::forget);
        this.post = new Post<>(rules.self(), hands, this::hear);
        this.quarrels = new Quarrels(rules, hands);
        this.terms = new TermFilter(rules, hands, circle, records, post);
        this.showcase = new Showcase(rules, circle, records, quarrels);
        this.voice = new Voice(rules, hands, circle, records, post, quarrels, terms);
        this.office = new Office(rules, hands, circle, records, post, quarrels, terms);
        this.rounds = new Rounds(rules, hands, circle, records, showcase, post, quarrels, terms);
        this.partings = new Partings(rules, hands, circle, records, showcase, post, rounds);
        this.campaign = new Campaign(rules, hands, circle, records, showcase, post, rounds, partings, terms);
        this.expiry = new ElectionExpiry<>(
                records.table(), past, hands, startedAt, rules.timing().silence(), mark -> true);
    }

    private boolean isBusy(ElectionName election) {
        return voice.isKeeping(election) || records.holding(election) != null;
    }

    private void forget(ElectionName election) {
        voice.forget(election);
        partings.forget(election);
    }

    // ---- what this node's candidates ask -------------------------------------------------------------------------

    @Override
    public Answer enroll(Enrolment enrolment, MonoTime now) {
        records.enrolled(enrolment.election(), enrolment.part());
        post.send(circle.others(), new RegistryMessage.Enrolled(List.of(enrolment)), now);
        return look(enrolment.election(), now);
    }

    @Override
    public Answer look(ElectionName election, MonoTime now) {
        return Answer.seen(showcase.sighting(election, now));
    }

    /** Asks the registrar for a term, and then the members for their promises. */
    @Override
    public void acquire(Bid bid, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        records.owns(bid.election());
        campaign.acquire(bid, deadline, reply, now);
        post.deliverToSelf();
    }

    @Override
    public void renew(List<Hold> holds, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        campaign.renew(holds, deadline, reply, now);
        post.deliverToSelf();
    }

    @Override
    public void release(Parting parting, MonoTime deadline, Consumer<Answer> reply, MonoTime now) {
        partings.release(parting, deadline, reply, now);
        post.deliverToSelf();
    }

    @Override
    public boolean pause(ElectionName election, @Nullable Pause pause, MonoTime now) {
        if (!records.knows(election)) {
            return false;
        }
        Page page = records.page(election);
        PauseMark known = page.docket().pause();
        boolean news = page.isPaused() != (pause != null);
        // A mark that changes nothing is sent again, since some members may have missed it.
        PauseMark mark = news ? PauseMark.after(known, pause, hands.wallMillis()) : known;
        if (mark != null) {
            post.send(circle.view().members(), new RegistryMessage.Paused(election, mark), now);
            post.deliverToSelf();
        }
        return news && page.isPaused() == (pause != null);
    }

    @Override
    public boolean isSucceeded() {
        return !voice.isAboutToPromise() && partings.given().stream().noneMatch(this::mayBeSucceeded);
    }

    private boolean mayBeSucceeded(ElectionName election) {
        Page page = records.page(election);
        return !page.isPaused()
                && circle.others().stream().anyMatch(other -> page.roll().of(other) == Enrolment.Part.CANDIDATE);
    }

    @Override
    public void leave(MonoTime now) {
        post.send(circle.others(), new RegistryMessage.Leaving(), now);
    }

    // ---- what this node is told ------------------------------------------------------------------------------------

    @Override
    public void viewed(PeerView next, MonoTime now) {
        PeerView before = circle.view();
        boolean mismatch = quarrels.isMismatch();
        circle.viewed(next, now);
        quarrels.viewed(next, circle.hasNamesake());
        boolean agreed = mismatch && !quarrels.isMismatch();
        records.edition().changed();
        Set<NodeId> members = Set.copyOf(next.members());
        for (Page page : records.pages()) {
            page.roll().onView(members);
            page.forgetFailures();
            if (page.viewed(next, now) || agreed) {
                hands.worthALook(page.election());
            }
        }
        office.viewed(now);
        post.send(circle.others(), new RegistryMessage.Announced(quarrels.charter(), rules.voter()), now);
        introduceTo(
                circle.others().stream().filter(member -> !before.has(member)).toList(), now);
        campaign.viewed(now);
        Early waiting = early;
        if (waiting != null) {
            early = null;
            hear(waiting.from(), waiting.question(), now);
        }
        post.deliverToSelf();
    }

    /** Who has not been there when this member enrolled does not know of it yet. */
    private void introduceTo(List<NodeId> newcomers, MonoTime now) {
        for (List<Enrolment> some : Post.inParts(records.parts().all())) {
            if (!some.isEmpty()) {
                post.send(newcomers, new RegistryMessage.Enrolled(some), now);
            }
        }
    }

    @Override
    public void heard(NodeId from, RegistryMessage message, MonoTime now) {
        hear(from, message, now);
        post.deliverToSelf();
    }

    /** This node's own terms are ended by this node alone: it lives. */
    @Override
    public boolean releasedByCompanion(ElectionName election, NodeId owner, String keyDigest, MonoTime now) {
        if (owner.equals(rules.self()) || !records.knows(election)) {
            return false;
        }
        ReleaseCommitment commitment = records.page(election).commitment();
        if (commitment == null || !commitment.isMetBy(owner, keyDigest)) {
            return false;
        }
        if (circle.markDead(owner)) {
            office.left(now);
        }
        Term term = commitment.term();
        if (!records.page(election).docket().over().contains(term)) {
            new Hearing(owner, now).ended(new RegistryMessage.Ended(election, term, LossReason.CRASHED, null));
        }
        post.deliverToSelf();
        return true;
    }

    private void hear(NodeId from, RegistryMessage message, MonoTime now) {
        records.setSender(from, now);
        try {
            message.to(new Hearing(from, now));
        } finally {
            records.setSender(null, now);
        }
    }

    @Override
    public void kept(List<Mark> durable, MonoTime now) {
        voice.kept(durable, now);
        post.deliverToSelf();
    }

    @Override
    public void notKept(List<Mark> failed) {
        voice.notKept(failed);
    }

    @Override
    public void notDropped(List<Mark> failed) {
        expiry.notDropped(failed);
    }

    /** The row that votes like a member has answered; words are in the order of the pleas, and none for a release. */
    public void witnessed(Appeal appeal, List<Word> words, MonoTime now) {
        if (appeal.verb() == Appeal.Verb.RELEASE) {
            partings.witnessed(appeal, now);
        } else {
            rounds.witnessed(appeal, words, now);
        }
        post.deliverToSelf();
    }

    @Override
    public MonoTime wakeAt() {
        MonoTime next = MonoTime.earlier(office.wakeAt(), MonoTime.earlier(campaign.wakeAt(), expiry.wakeAt()));
        next = MonoTime.earlier(next, MonoTime.earlier(rounds.wakeAt(), partings.wakeAt()));
        for (Page page : records.pages()) {
            next = MonoTime.earlier(next, page.changesAt(looked));
        }
        return next;
    }

    @Override
    public void woken(MonoTime now) {
        rounds.woken(now);
        campaign.woken(now);
        partings.woken(now);
        office.woken(now);
        for (Page page : records.pages()) {
            if (!now.isBefore(page.changesAt(looked))) {
                records.edition().changed();
                hands.worthALook(page.election());
            }
        }
        looked = now;
        post.deliverToSelf();
        if (circle.hasQuorumInSight()) {
            expiry.onTimer(Set.copyOf(circle.view().members()), this::isBusy, now);
        } else {
            expiry.postpone(now);
        }
    }

    /** What a member has said, and who it was. */
    private final class Hearing implements RegistryMessage.Reader {
        private final NodeId from;
        private final MonoTime now;

        Hearing(NodeId from, MonoTime now) {
            this.from = from;
            this.now = now;
        }

        /**
         * Only the registrar of its own view is told what a member holds: then a view that lasts is proof that no other one
         * was told that a term is not held which begins in this view.
         */
        @Override
        public void collect(RegistryMessage.Collect message) {
            int ahead = message.view().compareTo(circle.viewId());
            if (ahead > 0) {
                early = new Early(from, message);
            }
            if (ahead != 0) {
                return;
            }
            List<List<Testimony>> parts = Post.inParts(records.testimonies(now));
            for (int i = 0; i < parts.size(); i++) {
                post.send(
                        from,
                        new RegistryMessage.Collected(
                                message.view(), quarrels.charter(), rules.voter(), i + 1, parts.size(), parts.get(i)),
                        now);
            }
        }

        @Override
        public void collected(RegistryMessage.Collected message) {
            office.collected(from, message, terms.admitted(from, message.testimonies(), now), now);
        }

        @Override
        public void claim(RegistryMessage.Claim message) {
            office.claimed(from, message, now);
        }

        @Override
        public void granted(RegistryMessage.Granted message) {
            campaign.granted(from, message, now);
        }

        @Override
        public void refused(RegistryMessage.Refused message) {
            campaign.refused(from, message, now);
        }

        @Override
        public void round(RegistryMessage.Round message) {
            voice.answer(from, message, now).forEach(beat -> {
                office.settled(beat.election(), beat.term());
                partings.succeeded(beat.election(), beat.term());
            });
        }

        @Override
        public void voted(RegistryMessage.Voted message) {
            rounds.voted(from, message, now);
        }

        @Override
        public void ended(RegistryMessage.Ended message) {
            if (!rules.rulings().mayEnd(from, message.term())) {
                return;
            }
            post.send(from, new RegistryMessage.Noted(message.election(), message.term(), rules.voter()), now);
            if (!terms.admits(from, message.election(), message.term().token().value(), now)) {
                return;
            }
            records.page(message.election())
                    .ended(message.term(), message.reason(), message.heir(), now, hands.wallMillis());
            office.settled(message.election(), message.term());
            if (message.reason() == LossReason.NO_QUORUM) {
                hands.worthALook(message.election());
            } else {
                records.page(message.election()).forgetFailures();
                hands.givenBack(message.election());
            }
        }

        @Override
        public void noted(RegistryMessage.Noted message) {
            partings.noted(from, message, now);
        }

        @Override
        public void displaced(RegistryMessage.Displaced message) {
            if (message.view().compareTo(circle.viewId()) >= 0
                    && terms.admits(from, message.election(), message.terms(), now)) {
                records.page(message.election()).displaced(message.terms(), message.chosen(), now);
            }
        }

        @Override
        public void enrolled(RegistryMessage.Enrolled message) {
            records.edition().changed();
            message.enrolments()
                    .forEach(enrolment ->
                            records.page(enrolment.election()).roll().put(from, enrolment.part()));
        }

        @Override
        public void announced(RegistryMessage.Announced message) {
            quarrels.agree(from, message.charter(), message.voter());
        }

        @Override
        public void leaving(RegistryMessage.Leaving message) {
            circle.leaves(from);
            office.left(now);
        }

        @Override
        public void paused(RegistryMessage.Paused message) {
            records.page(message.election()).paused(message.mark());
            records.edition().changed();
            hands.worthALook(message.election());
        }
    }

    // ---- what this node shows --------------------------------------------------------------------------------------

    @Override
    public String obstacle(MonoTime now) {
        return showcase.obstacle(now);
    }

    @Override
    public String configurationMismatch() {
        return quarrels.warning();
    }

    @Override
    public long refusedTerms() {
        return terms.refusedCount();
    }

    @Override
    public long edition() {
        return records.edition().number();
    }

    @Override
    public Books books(MonoTime now) {
        return showcase.books(now);
    }

    @Override
    public PeerView view() {
        return circle.view();
    }
}
