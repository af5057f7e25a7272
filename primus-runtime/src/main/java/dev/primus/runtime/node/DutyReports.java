package dev.primus.runtime.node;

import dev.primus.core.ElectionName;
import dev.primus.core.Term;
import dev.primus.feed.FeedKind;
import dev.primus.runtime.duty.DutyCrew;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What duties do, as records of the feed. */
record DutyReports(ElectionName election, Chronicle chronicle) implements DutyCrew.Reports {
    private static final Logger LOG = LoggerFactory.getLogger(DutyReports.class);

    @Override
    public void started(String duty, Term term) {
        chronicle.note(election, FeedKind.DUTY_STARTED, term, null, Map.of("duty", duty));
    }

    @Override
    public void ended(String duty, Term term) {
        chronicle.note(election, FeedKind.DUTY_ENDED, term, null, Map.of("duty", duty));
    }

    @Override
    public void failed(String duty, Term term, Throwable cause) {
        LOG.warn("election {}: duty {} failed in term {}", election, duty, term, cause);
        chronicle.note(
                election, FeedKind.DUTY_FAILED, term, null, Map.of("duty", duty, "cause", String.valueOf(cause)));
    }

    @Override
    public void abandoned(String duty, Term term, String whereabouts) {
        chronicle.note(election, FeedKind.DUTY_ABANDONED, term, null, Map.of("duty", duty, "whereabouts", whereabouts));
    }
}
