package dev.primus.core.registry;

import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.spi.PeerView;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** This member among the others: whom it sees, and who has spoken to it. */
final class Circle {
    private final RegistryRules rules;
    private final MonoTime startedAt;
    private final Set<NodeId> spoken = new HashSet<>();
    private PeerView view;
    private MonoTime viewedAt;
    private boolean complete;

    Circle(RegistryRules rules, MonoTime startedAt) {
        this.rules = rules;
        this.startedAt = startedAt;
        this.viewedAt = startedAt;
        this.view = new PeerView(0, List.of(rules.self()));
    }

    PeerView view() {
        return view;
    }

    void viewed(PeerView next, MonoTime now) {
        view = next;
        // A view that changes all the time is no reason to be patient for ever.
        viewedAt = isMeeting(now) ? viewedAt : now;
        spoken.retainAll(next.members());
        complete |= next.members().size() >= rules.quorum().nodes();
    }

    ViewId viewId() {
        return ViewId.of(view);
    }

    /** Who hands terms out in this view. */
    NodeId registrar() {
        return view.registrar();
    }

    List<NodeId> others() {
        return view.members().stream()
                .filter(member -> !member.equals(rules.self()))
                .toList();
    }

    // ---- what they say -------------------------------------------------------------------------------------------

    void spoke(NodeId member) {
        spoken.add(member);
    }

    /** How many others have had a say on anything: whoever has just joined may not see this node yet. */
    int voices() {
        return (int) others().stream().filter(spoken::contains).count();
    }

    // ---- whether they are enough -----------------------------------------------------------------------------------

    /** Until when this member waits for the others. */
    MonoTime settled(MonoTime now) {
        return rules.rulings().settled(startedAt, complete, now, rules.timing());
    }

    /** Where no promise binds, two leaders that have just met leave it to the registrar which of them goes on. */
    boolean isMeeting(MonoTime now) {
        return !rules.quorum().isByPromise()
                && now.isBefore(viewedAt.plus(rules.timing().settle()));
    }

    boolean hasQuorumInSight() {
        Quorum quorum = rules.quorum();
        return !quorum.isByPromise()
                || view.members().stream()
                                        .map(NodeId::name)
                                        .filter(quorum::counts)
                                        .distinct()
                                        .count()
                                + quorum.rows()
                        >= quorum.needed();
    }

    /** Another process goes by this member's name: a former life that is still in view, or a mistake. */
    boolean hasNamesake() {
        return others().stream()
                .anyMatch(member -> member.name().equals(rules.self().name()));
    }
}
