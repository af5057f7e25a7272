package dev.primus.core.election;

import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.Pause;
import dev.primus.core.Term;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Those who carry effects out. Each engine extends this by the requests only it makes. */
public interface Hands {
    void grant(Term term, MonoTime stopBy);

    void prolong(Term term, MonoTime stopBy);

    void suspend(Term term);

    void resume(Term term, MonoTime stopBy);

    void revoke(Term term, LossReason reason);

    void stopDuties(Term term, MonoTime by);

    void follow(Term leader, @Nullable Instant since);

    void vacant(boolean lapsed);

    void leaderUnknown();

    void paused(@Nullable Pause pause);

    void released(Term term, LossReason reason, boolean confirmed);

    void alarm(Effect.Alarm alarm);

    /** Hands a request of an engine to the port that can answer it. */
    void request(EngineRequest request);
}
