package dev.primus.core.partition;

import dev.primus.core.NodeName;
import dev.primus.core.partition.Holding.Shares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Makes a plan of a situation: always the same of the same, and an empty one of what a plan aimed at.
 *
 * <p>Promised, for each list: an active worker has its share by capacity, rounded down or up, so that workers of equal
 * capacity differ by one partition at most; and no plan with that result has fewer moves. So of one list a worker that leaves
 * moves what it had and nothing else, and to one that joins goes its share, rounded down, and nothing moves between others.
 *
 * <p>Aimed at, for the sum of all lists: the same. Where a partition may go to several, it goes to who has least of all
 * lists; but a partition that has an active worker is moved for the sum alone only beyond {@link PlanSettings#tolerance()}.
 *
 * <p>Pins and zones are kept to first, and what can still be even is. May be called from any thread.
 */
public final class Planner {
    private final Situation situation;
    private final Crew crew;
    private final Assignment present;
    private final Ledger ledger;
    private final List<Draft> drafts = new ArrayList<>();
    private final SortedMap<TaskListName, Holding> target = new TreeMap<>();

    private Planner(Situation situation) {
        this.situation = situation;
        this.crew = new Crew(
                situation.workers(),
                situation.present().names(),
                situation.settings().zones());
        this.present = situation.present().renumbered(crew.names());
        this.ledger = new Ledger(crew);
    }

    public static Plan plan(Situation situation) {
        return new Planner(situation).plan();
    }

    private Plan plan() {
        for (TaskListName list : present.lists()) {
            if (!situation.has(list)) {
                Shares held = present.holding(list).held();
                for (int i = 0; i < held.count(); i++) {
                    ledger.letGo(list, held.part(i), held.worker(i), Reason.REMOVED);
                }
            }
        }
        read();
        if (crew.active().length > 0) {
            decide();
        }
        drafts.forEach(this::carryOut);
        return new Plan(situation, withoutTheGone(), ledger.inOrder());
    }

    private void read() {
        int common = situation.lists().stream()
                .mapToInt(list -> list.weight().hundredths())
                .reduce(0, Crew::commonDivisor);
        for (TaskList list : situation.lists()) {
            Claims claims = Claims.of(crew, list, present.holding(list.name()), situation);
            drafts.add(new Draft(list.name(), list.weight().hundredths() / common, claims));
        }
    }

    private void decide() {
        Sums sums = new Sums(crew);
        Remainders remainders = new Remainders(crew, sums);
        drafts.forEach(remainders::expect);
        sums.open(drafts.stream()
                .mapToLong(draft -> draft.weight() * draft.claims().partitions())
                .sum());
        drafts.forEach(remainders::settle);
        if (drafts.size() > 1) {
            new Evening(crew, sums, drafts, situation.settings().tolerance()).even();
        }
    }

    private void carryOut(Draft draft) {
        Recipients recipients = crew.active().length > 0 ? Recipients.of(crew, draft) : Recipients.none(crew, draft);
        draft.claims().tell(draft, recipients.target(), recipients.matched(), ledger);
        if (recipients.target().count() > 0) {
            target.put(draft.name(), Holding.uncontested(recipients.target()));
        }
    }

    /** Who is no worker any more has nothing in the target, and need not be remembered. */
    private Assignment withoutTheGone() {
        Assignment all = new Assignment(crew.names(), target);
        NodeName[] known = situation.workers().stream().map(Worker::name).toArray(NodeName[]::new);
        return Arrays.equals(known, crew.names()) ? all : all.renumbered(known);
    }
}
