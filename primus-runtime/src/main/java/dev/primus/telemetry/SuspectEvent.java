package dev.primus.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import org.jspecify.annotations.Nullable;

@Name("dev.primus.Suspect")
@Label("Suspect Spell")
@Category("Primus")
@Description("A term was in doubt after a pause, and is so no longer")
@StackTrace(false)
final class SuspectEvent extends Event {
    @Label("Happened At")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long at;

    @Label("Node")
    String node = "";

    @Label("Election")
    String election = "";

    @Label("Term")
    @Nullable
    String term;

    @Label("Length")
    @Timespan(Timespan.MILLISECONDS)
    long length;

    @Label("Confirmed")
    @Description("Whether the term was confirmed; if not, it was lost")
    boolean confirmed;
}
