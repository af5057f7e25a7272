package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.Term;
import dev.primus.core.spi.PeerView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The office of a view's first member: hears what all others know before it hands anything out, then grants each
 * election to who asks first while nothing stands against it.
 */
final class Registrar {

    /** A term that was handed out, until its owner is heard or has had its time. */
    private record Grant(Term term, MonoTime until) {}

    private final ViewId view;
    private final MonoTime opensAt;
    private final Set<NodeId> silent;
    private final Map<NodeId, Set<Integer>> heardParts = new HashMap<>();
    private final Set<NodeId> voters = new HashSet<>();
    private final Map<ElectionName, Set<Term>> ownWords = new HashMap<>();
    private final Map<ElectionName, Map<NodeId, Long>> known = new HashMap<>();
    private final Map<ElectionName, Map<NodeId, RegistryMessage.Claim>> queue = new LinkedHashMap<>();
    private final Map<ElectionName, Grant> grants = new HashMap<>();
    private MonoTime askAgainAt;
    private boolean ofOneMind = true;

    /**
     * @param opensAt not before the view has lasted for a while
     */
    Registrar(PeerView view, MonoTime opensAt, MonoTime askAgainAt) {
        this.view = ViewId.of(view);
        this.opensAt = opensAt;
        this.silent = new HashSet<>(view.members());
        this.askAgainAt = askAgainAt;
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
     * @return whether this was the last thing missing
     */
    boolean heard(NodeId member, RegistryMessage.Collected message, List<Testimony> admitted, boolean agrees) {
        if (!silent.contains(member)) {
            return false;
        }
        ofOneMind &= agrees || !message.voter();
        if (message.voter()) {
            voters.add(member);
        }
        for (Testimony told : admitted) {
            known.computeIfAbsent(told.election(), name -> new HashMap<>()).merge(member, told.highest(), Math::max);
            Term holds = told.holds();
            if (holds != null && holds.leader().equals(member)) {
                ownWords.computeIfAbsent(told.election(), name -> new HashSet<>())
                        .add(holds);
            }
        }
        Set<Integer> parts = heardParts.computeIfAbsent(member, name -> new HashSet<>());
        parts.add(message.part());
        return parts.size() >= message.parts() && silent.remove(member) && silent.isEmpty();
    }

    /** Whether a term's owner knew of its number when it was asked: only then does its silence say that it is over. */
    boolean hadHeardOf(ElectionName election, Term term) {
        return known.getOrDefault(election, Map.of()).getOrDefault(term.leader(), 0L)
                >= term.token().value();
    }

    Set<Term> ownWords(ElectionName election) {
        return ownWords.getOrDefault(election, Set.of());
    }

    int voters(Quorum quorum) {
        return (int) voters.stream()
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
        return silent.isEmpty() && !now.isBefore(opensAt);
    }

    MonoTime wakeAt() {
        if (!silent.isEmpty()) {
            return askAgainAt;
        }
        return queue.isEmpty() ? MonoTime.NEVER : opensAt;
    }

    void queue(NodeId from, RegistryMessage.Claim claim) {
        queue.computeIfAbsent(claim.known().election(), name -> new LinkedHashMap<>())
                .put(from, claim);
    }

    /** All that wait, in the order in which they came; none waits any more. */
    List<Map.Entry<NodeId, RegistryMessage.Claim>> takeQueue() {
        List<Map.Entry<NodeId, RegistryMessage.Claim>> all = new ArrayList<>();
        queue.values().forEach(claims -> all.addAll(claims.entrySet()));
        queue.clear();
        return all;
    }

    void granted(ElectionName election, Term term, MonoTime until) {
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
