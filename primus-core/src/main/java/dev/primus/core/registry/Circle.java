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
    private final Set<NodeId> leaving = new HashSet<>();
    private final Set<NodeId> lost = new HashSet<>();
    private final Set<NodeId> dead = new HashSet<>();
    private PeerView view;
    private int passedOver;
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
        lost.clear();
        lost.addAll(view.members());
        lost.removeAll(next.members());
        lost.removeAll(leaving);
        leaving.retainAll(next.members());
        dead.retainAll(next.members());
        passedOver = 0;
        view = next;
        // A view that changes all the time is no reason to be patient for ever.
        viewedAt = isMeeting(now) ? viewedAt : now;
        spoken.retainAll(next.members());
        complete |= next.members().size() >= rules.quorum().nodes();
    }

    ViewId viewId() {
        return ViewId.of(view);
    }

    /** Who hands terms out in this view, as far as this member is concerned. */
    NodeId registrar() {
        if (passedOver > 0) {
            return view.members().get(passedOver % view.members().size());
        }
        return view.registrar();
    }

    /**
     * The registrar does not answer: from here on this member turns to the next one in the view. Only where promises carry
     * safety; else two registrars must never grant in one view, and a silent one is replaced by the view that excludes it.
     */
    void passOver(NodeId registrar) {
        if (rules.quorum().isByPromise() && registrar.equals(registrar())) {
            passedOver++;
        }
    }

    List<NodeId> others() {
        return view.members().stream()
                .filter(member -> !member.equals(rules.self()))
                .toList();
    }

    // ---- who has left ----------------------------------------------------------------------------------------------

    /** A member says that it leaves in good order, perhaps after the view without it has come. */
    void leaves(NodeId member) {
        if (view.has(member)) {
            leaving.add(member);
        }
        lost.remove(member);
    }

    /**
     * Records that a member's process is dead: it is not waited for as registrar, nor missed in the next view.
     *
     * @return whether that changes anything
     */
    boolean markDead(NodeId member) {
        boolean missed = lost.remove(member);
        boolean news = view.has(member) && dead.add(member);
        if (news) {
            leaving.add(member);
        }
        passOver(member);
        return missed || news;
    }

    /** The members of the view that a registrar waits for: under a quorum policy all but the dead. */
    List<NodeId> expected() {
        return view.members().stream()
                .filter(member -> !rules.quorum().isByPromise() || !dead.contains(member))
                .toList();
    }

    /** Whether this view is without a member that did not say that it would leave. */
    boolean hasLostSomebody() {
        return !lost.isEmpty();
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
