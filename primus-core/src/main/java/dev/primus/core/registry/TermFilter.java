package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.peers.Post;
import dev.primus.core.peers.RefusedTerms;
import dev.primus.core.peers.TermBound;
import dev.primus.core.peers.TermReports;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Every term that a peer reports passes through here before this member learns it. A term above the {@link TermBound} is
 * counted and refused. This member then asks all others what they know, and accepts the term once a quorum of voters has
 * reported it.
 */
final class TermFilter {
    private static final int MAX_BACKOFF = 6;
    private static final int MAX_ELECTIONS = 1000;

    private final RegistryRules rules;
    private final RegistryHands hands;
    private final Circle circle;
    private final Records records;
    private final Post<RegistryMessage> post;
    private final TermBound bound;
    private final RefusedTerms refused;
    private final Map<ElectionName, TermReports> reports = new LinkedHashMap<>();
    private MonoTime askAt = new MonoTime(0);
    private int asked;

    TermFilter(RegistryRules rules, RegistryHands hands, Circle circle, Records records, Post<RegistryMessage> post) {
        this.rules = rules;
        this.hands = hands;
        this.circle = circle;
        this.records = records;
        this.post = post;
        this.bound = new TermBound(rules.quorum());
        this.refused = new RefusedTerms(hands::warn);
    }

    long refusedCount() {
        return refused.count();
    }

    /** Whether this member may learn this term from the sender. */
    boolean admits(NodeId sender, ElectionName election, long term, MonoTime now) {
        if (sender.equals(rules.self()) || isCredible(election, term)) {
            return true;
        }
        refused.refused(election, sender, term, known(election), now);
        if (TermBound.isPossible(term) && isVoter(sender)) {
            report(sender.name(), election, term);
            if (isCredible(election, term)) {
                return true;
            }
            ask(now);
        }
        return false;
    }

    boolean admits(NodeId sender, Testimony told, MonoTime now) {
        Term holds = told.holds();
        Testimony.Pledge pledge = told.pledge();
        long highest = LongStream.concat(
                        LongStream.of(
                                told.highest(),
                                told.after(),
                                holds == null ? 0 : holds.token().value(),
                                pledge == null ? 0 : pledge.term().token().value()),
                        numbers(told.over()))
                .max()
                .orElse(0);
        return admits(sender, told.election(), highest, now);
    }

    boolean admits(NodeId sender, ElectionName election, Collection<Term> terms, MonoTime now) {
        return admits(sender, election, numbers(terms).max().orElse(0), now);
    }

    private static LongStream numbers(Collection<Term> terms) {
        return terms.stream().mapToLong(term -> term.token().value());
    }

    /** The testimonies that this member may learn. */
    List<Testimony> admitted(NodeId sender, List<Testimony> told, MonoTime now) {
        return told.stream().filter(each -> admits(sender, each, now)).toList();
    }

    private boolean isCredible(ElectionName election, long term) {
        return bound.isCredible(term, known(election), hands.wallMillis());
    }

    private long known(ElectionName election) {
        return records.highest(election);
    }

    private boolean isVoter(NodeId sender) {
        return circle.view().has(sender) && rules.quorum().counts(sender.name());
    }

    private void report(NodeName voter, ElectionName election, long term) {
        long believed =
                reports.computeIfAbsent(election, name -> new TermReports()).report(voter, term, bound::isBelieved);
        if (reports.size() > MAX_ELECTIONS) {
            reports.remove(reports.keySet().iterator().next());
        }
        if (believed > 0) {
            reports.remove(election);
            records.page(election).counted(believed);
            hands.worthALook(election);
            asked = 0;
        }
    }

    /** Asks the others what they know; less often each time, so that a peer cannot make this member flood the others. */
    private void ask(MonoTime now) {
        if (now.isBefore(askAt)) {
            return;
        }
        Duration wait = rules.timing().lease().ioTimeout().multipliedBy(1L << Math.min(asked, MAX_BACKOFF));
        askAt = now.plus(wait);
        asked++;
        post.send(circle.others(), new RegistryMessage.Collect(circle.viewId()), now);
    }
}
