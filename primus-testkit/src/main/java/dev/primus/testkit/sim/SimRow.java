package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.Witness;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A row in a database that votes with two members. It judges by its own clock, may be out of reach of one or of both, and
 * may have done what it was asked though nobody hears of it.
 */
final class SimRow {
    private static final double UNHEARD = 0.02;

    /**
     * @param until no time once it was given back
     */
    private record Promise(Term term, long until) {}

    private static final long GIVEN_BACK = -1;

    private final World world;
    private final Chance chance;
    private final Map<ElectionName, Promise> promises = new HashMap<>();
    private final Map<String, Long> awayUntil = new HashMap<>();

    SimRow(World world, Chance chance) {
        this.world = world;
        this.chance = chance;
    }

    /** This machine cannot reach it for so long. */
    void away(String machine, long until) {
        awayUntil.merge(machine, until, Math::max);
    }

    void comeBack() {
        awayUntil.clear();
    }

    Witness asSeenBy(SimProcess process) {
        return new Access(process);
    }

    private final class Access implements Witness {
        private final SimProcess process;

        Access(SimProcess process) {
            this.process = process;
        }

        @Override
        public List<Word> ask(List<Plea> pleas) {
            return answered(
                    pleas.stream().map(plea -> word(plea, wouldPromise(plea))).toList());
        }

        @Override
        public List<Word> promise(List<Plea> pleas, Duration span) {
            mustBeThere();
            return answered(
                    pleas.stream().map(plea -> promised(plea, span.toNanos())).toList());
        }

        private Word promised(Plea plea, long span) {
            boolean agreed = wouldPromise(plea);
            if (agreed) {
                promises.put(plea.election(), new Promise(plea.term(), world.now() + span));
                process.promisedByRow(plea.election());
            }
            return word(plea, agreed);
        }

        @Override
        public void release(List<Plea> pleas) {
            mustBeThere();
            for (Plea plea : pleas) {
                Promise kept = promises.get(plea.election());
                if (kept != null && kept.term.equals(plea.term())) {
                    promises.put(plea.election(), new Promise(kept.term, GIVEN_BACK));
                }
            }
            answered(List.of());
        }

        private void mustBeThere() {
            if (awayUntil.getOrDefault(process.name(), 0L) > world.now()) {
                throw new StoreException("the row is out of reach");
            }
        }

        private List<Word> answered(List<Word> words) {
            mustBeThere();
            if (chance.happens(UNHEARD)) {
                throw new StoreException("the answer was lost");
            }
            return words;
        }

        @Override
        public void close() {}
    }

    private Witness.Word word(Witness.Plea plea, boolean agreed) {
        Promise kept = promises.get(plea.election());
        long left = agreed || kept == null ? 0 : Math.max(0, kept.until - world.now());
        long highest = kept == null ? 0 : kept.term.token().value();
        return new Witness.Word(plea.election(), agreed, highest, Duration.ofNanos(left));
    }

    private boolean wouldPromise(Witness.Plea plea) {
        Promise kept = promises.get(plea.election());
        if (kept == null) {
            return true;
        }
        if (kept.term.equals(plea.term())) {
            return kept.until != GIVEN_BACK;
        }
        boolean bound = world.now() < kept.until
                && !kept.term.leader().equals(plea.term().leader());
        return !bound && plea.term().token().compareTo(kept.term.token()) > 0;
    }
}
