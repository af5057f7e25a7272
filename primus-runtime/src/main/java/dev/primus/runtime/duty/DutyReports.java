package dev.primus.runtime.duty;

import dev.primus.core.Term;
import java.time.Duration;

/** What duties have to tell. */
public interface DutyReports {
    void started(String duty, Term term);

    void ended(String duty, Term term);

    void failed(String duty, Term term, Throwable cause);

    void restarting(String duty, Term term, Duration after);

    void abandoned(String duty, Term term, String whereabouts);

    /** It failed more often than its supervision bears: the term has to end. */
    void gaveUp(String duty, Term term);
}
