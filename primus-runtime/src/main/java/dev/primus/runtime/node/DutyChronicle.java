package dev.primus.runtime.node;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;
import dev.primus.feed.FeedKind;
import dev.primus.runtime.duty.DutyReports;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What duties do, as records of the feed.
 *
 * @param onGivingUp what follows when one failed beyond its supervision
 */
record DutyChronicle(ElectionName election, Chronicle chronicle, Runnable onGivingUp) implements DutyReports {
    private static final Logger LOG = LoggerFactory.getLogger(DutyChronicle.class);

    @Override
    public void started(String duty, Term term) {
        note(FeedKind.DUTY_STARTED, term, Map.of("duty", duty));
    }

    @Override
    public void ended(String duty, Term term) {
        note(FeedKind.DUTY_ENDED, term, Map.of("duty", duty));
    }

    @Override
    public void failed(String duty, Term term, Throwable cause) {
        LOG.warn("election {}: duty {} failed in term {}", election, duty, term, cause);
        note(FeedKind.DUTY_FAILED, term, Map.of("duty", duty, "cause", String.valueOf(cause)));
    }

    @Override
    public void restarting(String duty, Term term, Duration after) {
        note(FeedKind.DUTY_RESTARTING, term, Map.of("duty", duty, "after_millis", Long.toString(after.toMillis())));
    }

    @Override
    public void abandoned(String duty, Term term, String whereabouts) {
        note(FeedKind.DUTY_ABANDONED, term, Map.of("duty", duty, "whereabouts", whereabouts));
    }

    @Override
    public void gaveUp(String duty, Term term) {
        note(FeedKind.DUTY_GAVE_UP, term, Map.of("duty", duty));
        onGivingUp.run();
    }

    private void note(FeedKind kind, Term term, Map<String, String> details) {
        chronicle.note(election, kind, term, null, details);
    }
}
