package dev.primus.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timestamp;
import org.jspecify.annotations.Nullable;

@Name("dev.primus.Transition")
@Label("Leadership transition")
@Category("Primus")
@Description("Who leads has changed, as far as this node knows")
@StackTrace(false)
final class TransitionEvent extends Event {
    @Label("Happened At")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long at;

    @Label("Node")
    String node = "";

    @Label("Election")
    String election = "";

    @Label("Kind")
    @Description("The event of the feed")
    String kind = "";

    @Label("Leader")
    @Nullable
    String leader;

    @Label("Term")
    @Nullable
    String term;

    @Label("Reason")
    @Nullable
    String reason;
}
