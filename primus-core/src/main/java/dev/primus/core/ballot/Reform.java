package dev.primus.core.ballot;

import dev.primus.core.Availability;
import dev.primus.core.ElectionName;
import dev.primus.core.Electorate;
import dev.primus.core.ElectorateVersion;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Ruling;
import dev.primus.core.Suffrage;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage.Amended;
import dev.primus.core.ballot.BallotMessage.Amendment;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Reply;
import dev.primus.core.spi.Mark;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who votes, changed while the cluster runs: by a leader, one voter at a time. Until majorities of those who voted and of those
 * who will have a change on their disks, everybody who knows of it counts by both; so whatever is carried by somebody who
 * does not know of it shares a voter with whatever is carried by somebody who does.
 *
 * <p>A leader that finds a change half made cannot tell whether it is valid, and makes it. One that finds voters who know of
 * a change that it does not know of was elected by enough who do not: that change can never be valid any more, and is
 * replaced by the present electorate, said again in the leader's own term.
 */
final class Reform {
    private static final Ruling CHANGED_HANDS =
            Ruling.undecided("the leader has changed before it was done: whether it will be is not known");

    private final Chamber chamber;
    private final Map<ElectionName, Change> open = new HashMap<>();
    private final Map<ElectionName, Unsaid> unsaid = new HashMap<>();
    private final Map<ElectionName, Absences> absences = new HashMap<>();

    /** A change of this member's own making, and who has it on disk. */
    private static final class Change {
        private final Term term;
        private final ElectorateVersion version;
        private final Set<NodeName> keepers = new HashSet<>();
        private boolean carried;
        private @Nullable Waiting waiting;

        Change(Term term, ElectorateVersion version, @Nullable Waiting waiting) {
            this.term = term;
            this.version = version;
            this.waiting = waiting;
        }

        void answer(Ruling ruling) {
            if (waiting != null) {
                waiting.reply().accept(ruling);
                waiting = null;
            }
        }

        MonoTime deadline() {
            return waiting == null ? MonoTime.NEVER : waiting.deadline();
        }
    }

    /** Who has asked for it. */
    private record Waiting(MonoTime deadline, Consumer<Ruling> reply) {}

    /** That this member has a change on disk, which is not said before it has. */
    private record Unsaid(NodeId leader, Term term, Suffrage suffrage) {}

    Reform(Chamber chamber) {
        this.chamber = chamber;
    }

    // ---- a leader's ------------------------------------------------------------------------------------------------

    /**
     * A node is to vote from now on, or no more.
     *
     * @param reply is told once it is so, or why not
     */
    void request(Ward ward, NodeName node, boolean joins, MonoTime deadline, Consumer<Ruling> reply, MonoTime now) {
        Holding mine = ward.holding();
        Suffrage suffrage = ward.franchise().suffrage();
        if (mine == null || !mine.granted()) {
            reply.accept(Ruling.refused("%s does not lead any more".formatted(chamber.self())));
        } else if (suffrage == null) {
            reply.accept(Ruling.refused("voters are counted here, not named: who votes can be changed where all nodes"
                    + " were started with their names"));
        } else if (!suffrage.isSettled() || open.containsKey(ward.election())) {
            reply.accept(Ruling.refused("another change is under way"));
        } else {
            String refusal = joins ? whyNotJoin(suffrage, node) : whyNotLeave(suffrage, node);
            if (refusal.isEmpty()) {
                Set<NodeName> next = with(suffrage.inForce().members(), node, joins);
                propose(ward, mine.term(), next, new Waiting(deadline, reply), now);
            } else {
                reply.accept(Ruling.refused(refusal));
            }
        }
    }

    private String whyNotJoin(Suffrage suffrage, NodeName node) {
        if (suffrage.counts(node)) {
            return "%s votes already".formatted(node);
        }
        if (suffrage.inForce().members().size() >= Electorate.MOST) {
            return "there are %d voters, and no more are possible".formatted(Electorate.MOST);
        }
        return chamber.accord().isVoter(node) ? "" : "%s is not within reach, or only watches".formatted(node);
    }

    private String whyNotLeave(Suffrage suffrage, NodeName node) {
        if (!suffrage.counts(node)) {
            return "%s does not vote".formatted(node);
        }
        if (suffrage.inForce().members().size() == 1) {
            return "%s is the only voter".formatted(node);
        }
        Electorate next = Electorate.first(with(suffrage.inForce().members(), node, false));
        Set<NodeName> names = chamber.assembly().names();
        return next.isCarriedBy(names)
                ? ""
                : "of the %d that would remain %d are within reach, and %d are needed"
                        .formatted(next.members().size(), next.present(names), next.majority());
    }

    private static Set<NodeName> with(Set<NodeName> members, NodeName node, boolean joins) {
        Set<NodeName> next = new HashSet<>(members);
        if (joins) {
            next.add(node);
        } else {
            next.remove(node);
        }
        return next;
    }

    private void propose(Ward ward, Term term, Set<NodeName> members, @Nullable Waiting waiting, MonoTime now) {
        Suffrage present = ward.franchise().suffrage();
        if (present == null) {
            return;
        }
        long number = term.token().value();
        ElectorateVersion last = present.version();
        long change = last.term() == number ? last.change() + 1 : 1;
        Electorate next = new Electorate(number, change, members);
        ward.franchise().hears(present.proposing(next));
        Change begun = new Change(term, next.version(false), waiting);
        Change former = open.put(ward.election(), begun);
        if (former != null) {
            former.answer(CHANGED_HANDS);
        }
        tell(ward, begun, chamber.assembly().all(), now);
    }

    /** Who has enough that keep it says that it is valid; for itself it is as soon as its own disk has that. */
    private void tell(Ward ward, Change change, List<NodeId> whom, MonoTime now) {
        Suffrage suffrage = ward.franchise().suffrage();
        if (suffrage != null) {
            tell(ward, change.term, change.carried ? suffrage.settled() : suffrage, whom, now);
        }
    }

    private void tell(Ward ward, Term term, Suffrage suffrage, List<NodeId> whom, MonoTime now) {
        chamber.post().send(whom, new Amendment(ward.election(), term, suffrage), now);
    }

    /** With every heartbeat of a term: goes on with what was begun, here or by a former leader. */
    void attend(Ward ward, Holding mine, MonoTime now) {
        Suffrage suffrage = ward.franchise().suffrage();
        if (suffrage == null || !mine.granted()) {
            return;
        }
        Change change = open.get(ward.election());
        if (change != null && change.term.equals(mine.term())) {
            tell(ward, change, change.carried ? chamber.assembly().all() : membersWithout(change.keepers), now);
        } else if (!suffrage.isSettled()) {
            propose(ward, mine.term(), suffrage.newest().members(), null, now);
        } else if (chamber.rules().quorum().availability() == Availability.LAST_KNOWN) {
            absencesOf(ward.election(), mine.term())
                    .next(suffrage.inForce(), now)
                    .ifPresent(node -> propose(
                            ward,
                            mine.term(),
                            with(suffrage.inForce().members(), node, !suffrage.counts(node)),
                            null,
                            now));
        }
    }

    /** Who was away before this term is nobody's business any more. */
    private Absences absencesOf(ElectionName election, Term term) {
        return absences.compute(
                election, (name, known) -> known == null || !known.isOf(term) ? new Absences(chamber, term) : known);
    }

    private List<NodeId> membersWithout(Set<NodeName> keepers) {
        return chamber.assembly().all().stream()
                .filter(member -> !keepers.contains(member.name()))
                .toList();
    }

    /** Tells those who count by another electorate. */
    void heard(NodeId from, Heard message, MonoTime now) {
        for (Reply reply : message.replies()) {
            Ward ward = chamber.wards().of(reply.election());
            Holding mine = ward.holding();
            Suffrage suffrage = ward.franchise().suffrage();
            if (mine == null || !mine.granted() || !mine.term().equals(reply.term()) || suffrage == null) {
                continue;
            }
            if (reply.electorate().knowsLessThan(suffrage.version())) {
                tell(ward, mine.term(), suffrage, List.of(from), now);
            } else if (suffrage.version().isBefore(reply.electorate())
                    && !open.containsKey(ward.election())
                    && chamber.isCredible(ward.election(), reply.electorate().term())) {
                propose(ward, mine.term(), suffrage.newest().members(), null, now);
            }
        }
    }

    void amended(NodeId from, Amended message, MonoTime now) {
        Ward ward = chamber.wards().of(message.election());
        Change change = open.get(message.election());
        Holding mine = ward.holding();
        Suffrage suffrage = ward.franchise().suffrage();
        if (change == null
                || mine == null
                || suffrage == null
                || !message.term().equals(ward.oath().leader(now))
                || !mine.term().equals(message.term())
                || !change.term.equals(message.term())
                || !change.version.isSameAs(message.version())
                || !chamber.accord().isVoter(from)) {
            return;
        }
        change.keepers.add(from.name());
        if (!change.carried && suffrage.isCarriedBy(change.keepers)) {
            change.carried = true;
            tell(ward, change, chamber.assembly().all(), now);
        }
    }

    // ---- a voter's -------------------------------------------------------------------------------------------------

    void amendment(NodeId from, Amendment message, MonoTime now) {
        Ward ward = chamber.wards().of(message.election());
        Suffrage known = ward.franchise().suffrage();
        Suffrage news = message.suffrage();
        Term term = message.term();
        boolean followed = term.leader().equals(from) && term.equals(ward.oath().leader(now));
        if (known == null
                || !followed
                || news.isOlderThan(known)
                || news.version().disagreesWith(known.version())
                || news.version().term() > term.token().value()) {
            return;
        }
        ward.franchise().hears(news);
        Unsaid word = new Unsaid(from, term, news);
        if (ward.franchise().isKept(news)) {
            say(ward.election(), word, now);
        } else if (!word.equals(unsaid.put(ward.election(), word))) {
            Mark mark = new Mark(ward.election(), term, chamber.rules().timing().silence(), news);
            chamber.hands().keep(List.of(mark));
        }
    }

    /**
     * Who has voted in a later term meanwhile may have done so for one who does not know of the change: its word would count
     * on both sides.
     */
    private void sayUnlessLater(Ward ward, Unsaid word, MonoTime now) {
        if (word.term().equals(ward.oath().sworn())) {
            say(ward.election(), word, now);
        }
    }

    private void say(ElectionName election, Unsaid word, MonoTime now) {
        if (chamber.wards().of(election).oath().mayTellOf(word.term())) {
            Amended said = new Amended(election, word.term(), word.suffrage().version());
            chamber.post().send(word.leader(), said, now);
        }
    }

    void kept(List<Mark> durable, MonoTime now) {
        for (Mark mark : durable) {
            Suffrage suffrage = mark.suffrage();
            if (suffrage == null) {
                continue;
            }
            Ward ward = chamber.wards().of(mark.election());
            ward.franchise().kept(suffrage);
            chamber.wards().edition().changed();
            Unsaid word = unsaid.get(mark.election());
            if (word != null && word.suffrage().equals(suffrage)) {
                unsaid.remove(mark.election());
                sayUnlessLater(ward, word, now);
            }
            Change change = open.get(mark.election());
            if (change != null && suffrage.isSettled() && change.version.isSameAs(suffrage.version())) {
                open.remove(mark.election());
                change.answer(Ruling.DONE);
            }
        }
    }

    /** Whether a change of the voters is under way, or on its way to the disk. */
    boolean isOpen(ElectionName election) {
        return open.containsKey(election) || unsaid.containsKey(election);
    }

    void forget(ElectionName election) {
        unsaid.remove(election);
    }

    /** Who asks again has it tried again. */
    void notKept(List<Mark> failed) {
        for (Mark mark : failed) {
            unsaid.remove(mark.election());
            chamber.wards().of(mark.election()).franchise().notKept();
        }
    }

    // ---- time ------------------------------------------------------------------------------------------------------

    MonoTime wakeAt() {
        MonoTime next = MonoTime.NEVER;
        for (Change change : open.values()) {
            next = MonoTime.earlier(next, change.deadline());
        }
        return next;
    }

    void woken(MonoTime now) {
        for (Map.Entry<ElectionName, Change> each : List.copyOf(open.entrySet())) {
            Change change = each.getValue();
            Holding mine = chamber.wards().of(each.getKey()).holding();
            if (mine == null || !mine.term().equals(change.term)) {
                open.remove(each.getKey());
                change.answer(CHANGED_HANDS);
            } else if (!now.isBefore(change.deadline())) {
                change.answer(Ruling.undecided("too few voters have kept it yet; it goes on"));
            }
        }
    }
}
