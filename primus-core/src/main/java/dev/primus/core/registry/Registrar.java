package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.peers.ElectionTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the registrar of a view knows: it hears what the others know before it hands anything out, then grants each election
 * to who asks first while nothing stands against it.
 */
final class Registrar {

    /** A term that was handed out, until its owner is heard or has had its time. */
    private record Grant(Term term, MonoTime until) {}

    /** More than a member has to tell, or to claim at once. */
    private static final int MOST_OF_A_MEMBER = 4 * ElectionTable.MOST;

    private static final int FEW_GRANTS = 1000;

    private final ViewId view;
    private final Rulings rulings;
    private final Quorum quorum;
    private final MonoTime answersBy;
    private MonoTime opensAt;
    private MonoTime checkedAt = new MonoTime(0);
    private final Set<NodeId> silent;
    private final Map<NodeId, Set<Integer>> heardParts = new HashMap<>();
    private final Set<NodeId> voters = new HashSet<>();
    private final Map<NodeId, Integer> told = new HashMap<>();
    private final Map<NodeId, Integer> claims = new HashMap<>();
    private final Map<ElectionName, Set<Term>> ownWords = new HashMap<>();
    private final Map<ElectionName, Map<NodeId, Long>> known = new HashMap<>();
    private final Map<ElectionName, Map<NodeId, RegistryMessage.Claim>> queue = new LinkedHashMap<>();
    private final Map<ElectionName, Grant> grants = new HashMap<>();
    private MonoTime askAgainAt;
    private boolean ofOneMind = true;

    /**
     * @param opensAt not before the view has lasted for a while
     * @param answersBy when the time to answer is over
     */
    Registrar(Circle circle, RegistryRules rules, MonoTime opensAt, MonoTime answersBy, MonoTime askAgainAt) {
        this.view = circle.viewId();
        this.rulings = rules.rulings();
        this.quorum = rules.quorum();
        this.opensAt = opensAt;
        this.answersBy = answersBy;
        this.silent = new HashSet<>(circle.expected());
        this.askAgainAt = askAgainAt;
    }

    /** The view turns out to have lost nobody. */
    void opensAt(MonoTime sooner) {
        opensAt = sooner;
    }

    /** Stops waiting for answers of members that are not expected to answer any more. */
    void expectOnly(List<NodeId> members) {
        silent.retainAll(members);
    }

    ViewId view() {
        return view;
    }

    /** Who has not said yet what it knows. */
    List<NodeId> silent() {
        return List.copyOf(silent);
    }

    boolean isDueToAskAgain(MonoTime now, MonoTime next) {
        boolean due = !silent.isEmpty() && !now.isBefore(askAgainAt);
        askAgainAt = due ? next : askAgainAt;
        return due;
    }

    /**
     * @param admitted the testimonies of the message that may be learned
     * @param agrees whether it goes by this registrar's rules
     * @return whether this member has answered in full now, and had not before
     */
    boolean heard(NodeId member, RegistryMessage.Collected message, List<Testimony> admitted, boolean agrees) {
        if (!silent.contains(member) || message.part() > message.parts() || message.parts() > MOST_OF_A_MEMBER) {
            return false;
        }
        ofOneMind &= agrees || !message.voter();
        if (message.voter()) {
            voters.add(member);
        }
        for (Testimony told : admitted) {
            if (!hasRoomFor(member, told.election())) {
                return false;
            }
            known.computeIfAbsent(told.election(), name -> new HashMap<>()).merge(member, told.highest(), Math::max);
            Term holds = told.holds();
            if (holds != null && holds.leader().equals(member)) {
                ownWords.computeIfAbsent(told.election(), name -> new HashSet<>())
                        .add(holds);
            }
        }
        Set<Integer> parts = heardParts.computeIfAbsent(member, name -> new HashSet<>());
        parts.add(message.part());
        return parts.size() >= message.parts() && silent.remove(member);
    }

    boolean hasHeardAll() {
        return silent.isEmpty();
    }

    /** A member that is asked again repeats its elections; only new ones count. */
    private boolean hasRoomFor(NodeId member, ElectionName election) {
        boolean repeated = known.getOrDefault(election, Map.of()).containsKey(member);
        return repeated || isWithinBound(told, member);
    }

    private static boolean isWithinBound(Map<NodeId, Integer> counts, NodeId member) {
        return counts.merge(member, 1, (count, one) -> Math.min(count + one, MOST_OF_A_MEMBER + 1)) <= MOST_OF_A_MEMBER;
    }

    /** Whether a term's owner knew of its number when it was asked: only then does its silence say that it is over. */
    boolean hadHeardOf(ElectionName election, Term term) {
        return known.getOrDefault(election, Map.of()).getOrDefault(term.leader(), 0L)
                >= term.token().value();
    }

    Set<Term> ownWords(ElectionName election) {
        return ownWords.getOrDefault(election, Set.of());
    }

    /** How many voters have answered in full. */
    int voters() {
        return (int) voters.stream()
                .filter(voter -> !silent.contains(voter))
                .map(NodeId::name)
                .filter(quorum::counts)
                .distinct()
                .count();
    }

    /** Whether all voters that were heard go by the same rules; whoever only watches may be wrong for itself. */
    boolean isOfOneMind() {
        return ofOneMind;
    }

    boolean isOpen(MonoTime now) {
        checkedAt = now;
        boolean late = !now.isBefore(answersBy);
        return !now.isBefore(opensAt) && rulings.hasHeardEnough(silent.size(), voters(), late, quorum);
    }

    MonoTime wakeAt() {
        MonoTime next = silent.isEmpty() ? MonoTime.NEVER : askAgainAt;
        MonoTime due = silent.isEmpty() ? opensAt : MonoTime.later(opensAt, answersBy);
        return !queue.isEmpty() && checkedAt.isBefore(due) ? MonoTime.earlier(next, due) : next;
    }

    void queue(NodeId from, RegistryMessage.Claim claim) {
        Map<NodeId, RegistryMessage.Claim> waiting = queue.get(claim.known().election());
        boolean repeated = waiting != null && waiting.containsKey(from);
        if (repeated || isWithinBound(claims, from)) {
            queue.computeIfAbsent(claim.known().election(), name -> new LinkedHashMap<>())
                    .put(from, claim);
        }
    }

    /** The claims of those who have answered, in the order in which they came; the others wait on. */
    List<Map.Entry<NodeId, RegistryMessage.Claim>> takeQueue() {
        List<Map.Entry<NodeId, RegistryMessage.Claim>> ready = new ArrayList<>();
        queue.values()
                .forEach(waiting -> waiting.entrySet().removeIf(claim -> {
                    boolean answered = !silent.contains(claim.getKey());
                    if (answered) {
                        ready.add(Map.entry(claim.getKey(), claim.getValue()));
                    }
                    return answered;
                }));
        queue.values().removeIf(Map::isEmpty);
        claims.keySet().removeIf(member -> !silent.contains(member));
        return ready;
    }

    void granted(ElectionName election, Term term, MonoTime until, MonoTime now) {
        if (grants.size() % FEW_GRANTS == FEW_GRANTS - 1) {
            grants.values().removeIf(grant -> !now.isBefore(grant.until()));
        }
        grants.put(election, new Grant(term, until));
    }

    /** A term that was handed out and whose owner has not been heard yet; null if there is none. */
    @Nullable
    Term pending(ElectionName election, MonoTime now) {
        Grant grant = grants.get(election);
        return grant != null && now.isBefore(grant.until()) ? grant.term() : null;
    }

    /** The owner of a term was heard, or has given it up. */
    void settled(ElectionName election, Term term) {
        Grant grant = grants.get(election);
        if (grant != null && grant.term().equals(term)) {
            grants.remove(election);
        }
    }
}
