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

@Name("dev.primus.DutyRestart")
@Label("Duty Restart")
@Category("Primus")
@Description("A duty is to be begun again")
@StackTrace(false)
final class DutyRestartEvent extends Event {
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

    @Label("Duty")
    @Nullable
    String duty;

    @Label("Delay")
    @Timespan(Timespan.MILLISECONDS)
    long delay;
}
