package dev.primus.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;

@Name("dev.primus.Renewal")
@Label("Renewal")
@Category("Primus")
@Description("One call has asked for the renewal of all that a node holds")
@StackTrace(false)
final class RenewalEvent extends Event {
    @Label("Happened At")
    @Timestamp(Timestamp.MILLISECONDS_SINCE_EPOCH)
    long at;

    @Label("Node")
    String node = "";

    @Label("Elections")
    long elections;

    @Label("Unconfirmed")
    @Description("Elections whose renewal was refused or not answered")
    long unconfirmed;

    @Label("Latency")
    @Timespan(Timespan.MICROSECONDS)
    long latency;

    @Label("Least Headroom")
    @Description("What was left of the nearest deadline when the answer came; 0 if nothing was held")
    @Timespan(Timespan.MILLISECONDS)
    long headroom;
}
