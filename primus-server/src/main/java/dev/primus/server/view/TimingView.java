package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.core.LeaseTiming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the times of a lease promise, and what they bear. */
public final class TimingView {
    private final LeaseTiming timing;

    public TimingView(LeaseTiming timing) {
        this.timing = timing;
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("lease        " + Spans.exactly(timing.lease()));
        lines.add("renew every  " + Spans.exactly(timing.renewEvery()) + "  (give or take a tenth)");
        lines.add("margin       " + Spans.exactly(timing.margin()));
        lines.add("drift        " + percent(timing.drift()));
        lines.add("I/O timeout  " + Spans.exactly(timing.ioTimeout()));
        lines.add("drain        " + Spans.exactly(timing.drain()));
        if (isSensible()) {
            lines.add("");
            rules(lines);
            lines.add("");
            promises(lines);
        }
        return lines;
    }

    /** Whether there is a reign at all to talk about. */
    boolean isSensible() {
        return !timing.reign().isNegative() && !timing.reign().isZero();
    }

    private void rules(List<String> lines) {
        lines.add("A leader acts for at most (lease - margin)/(1 + drift) = %s after a renewal was sent."
                .formatted(Spans.exactly(timing.reign())));
        lines.add(rule("renew every * 1.1 + 2 * I/O timeout + drain", busy(), "that", timing.reign()));
        lines.add(rule("that", timing.reign(), "12/13 of the lease", slewed()));
    }

    static String rule(String left, Duration low, String right, Duration high) {
        Duration spare = high.minus(low);
        return "  %s = %s  <=  %s = %s: %s"
                .formatted(
                        left,
                        Spans.exactly(low),
                        right,
                        Spans.exactly(high),
                        spare.isNegative()
                                ? "BROKEN by " + Spans.exactly(spare.negated())
                                : "holds, " + Spans.exactly(spare) + " to spare");
    }

    private void promises(List<String> lines) {
        lines.add("Worst takeover after a crash     %s, with a store that answers within the I/O timeout"
                .formatted(Spans.exactly(timing.worstTakeover())));
        lines.add("  with guarded transactions      %s more: a transaction of lease/4 may end first"
                .formatted(Spans.exactly(timing.lease().multipliedBy(3).dividedBy(4))));
        lines.add("Drift between clocks borne       %s, with a clock step of %s on top; %s without one"
                .formatted(percent(timing.drift()), Spans.exactly(timing.margin()), percent(mostDrift())));
        lines.add("Pause or store outage borne      %s without a change of leader; any length without two leaders"
                .formatted(Spans.exactly(bornePause())));
        lines.add(
                "Load on the store at rest        %.2f requests/s for a process that leads, %.2f for one that stands by"
                        .formatted(perSecond(timing.renewEvery()), perSecond(timing.lease())));
    }

    private static double perSecond(Duration period) {
        return 1e9 / period.toNanos();
    }

    Duration busy() {
        return Duration.ofNanos((long) (timing.renewEvery().toNanos() * 1.1))
                .plus(timing.ioTimeout().multipliedBy(2))
                .plus(timing.drain());
    }

    private Duration slewed() {
        return timing.lease().multipliedBy(12).dividedBy(13);
    }

    double mostDrift() {
        return (double) timing.lease().toNanos() / timing.reign().toNanos() - 1;
    }

    /** From the latest moment a renewal is sent to the last one at which its answer still helps. */
    Duration bornePause() {
        Duration spare = timing.reign()
                .minus(timing.drain())
                .minus(timing.ioTimeout())
                .minus(Duration.ofNanos((long) (timing.renewEvery().toNanos() * 1.1)));
        return spare.isNegative() ? Duration.ZERO : spare;
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100).replace(".0 %", " %");
    }

    public ObjectNode json() {
        ObjectNode json = Json.document();
        json.put("leaseMs", timing.lease().toMillis());
        json.put("renewEveryMs", timing.renewEvery().toMillis());
        json.put("marginMs", timing.margin().toMillis());
        json.put("drift", timing.drift());
        json.put("ioTimeoutMs", timing.ioTimeout().toMillis());
        json.put("drainMs", timing.drain().toMillis());
        json.put("safe", timing.violations().isEmpty());
        if (isSensible()) {
            json.put("reignMs", timing.reign().toMillis());
            json.put("worstTakeoverMs", timing.worstTakeover().toMillis());
            json.put("mostDrift", mostDrift());
            json.put("bornePauseMs", bornePause().toMillis());
        }
        ArrayNode violations = json.putArray("violations");
        timing.violations().forEach(violation -> violations.add(violation));
        return json;
    }
}
