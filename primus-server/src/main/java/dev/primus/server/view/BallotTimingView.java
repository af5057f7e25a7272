package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.core.BallotTiming;
import dev.primus.core.LeaseTiming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the times of a ballot promise, and what they bear. */
public final class BallotTimingView {
    private final BallotTiming timing;
    private final LeaseTiming lease;
    private final TimingView held;

    public BallotTimingView(BallotTiming timing) {
        this.timing = timing;
        this.lease = timing.lease();
        this.held = new TimingView(lease);
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("heartbeat timeout  %s  (E)".formatted(Spans.exactly(timing.heartbeatTimeout())));
        lines.add("heartbeat every    %s  (H, give or take a tenth)".formatted(Spans.exactly(lease.renewEvery())));
        lines.add("round trip         %s at most".formatted(Spans.exactly(lease.ioTimeout())));
        lines.add("margin             " + Spans.exactly(lease.margin()));
        lines.add("drift              " + TimingView.percent(lease.drift()));
        lines.add("drain              " + Spans.exactly(lease.drain()));
        lines.add("discovery timeout  %s, asked again after %s"
                .formatted(Spans.exactly(timing.discovery()), Spans.exactly(timing.backoff())));
        lines.add("election timeout   " + Spans.exactly(timing.election()));
        lines.add("windows            %s after an election, %s for a new leader"
                .formatted(Spans.exactly(timing.electionWindow()), Spans.exactly(timing.leaderWindow())));
        if (held.isSensible()) {
            lines.add("");
            lines.add("A leader acts for at most (E - margin)/(1 + drift) = %s after a heartbeat was sent."
                    .formatted(Spans.exactly(lease.reign())));
            lines.add(TimingView.rule("H * 1.1 + 2 * round trip + drain", held.busy(), "that", lease.reign()));
            lines.add("");
            promises(lines);
        }
        return lines;
    }

    private void promises(List<String> lines) {
        lines.add("Worst takeover after a crash     E * (1 + drift) + election timeout + round trip = %s"
                .formatted(Spans.exactly(worstTakeover())));
        lines.add("  each election without result   %s more at most: a rest, and another try"
                .formatted(Spans.exactly(anotherTry())));
        lines.add("Hand-over in good order          %s at most".formatted(Spans.exactly(handOver())));
        lines.add("First leader after a start       %s at most, once enough voters are there"
                .formatted(Spans.exactly(firstLeader())));
        lines.add("Pause or silence borne           E - H - round trip = %s before another is elected"
                .formatted(Spans.exactly(borneSilence())));
        lines.add("  by the leader itself           %s before it stops its duties; any length without two leaders"
                .formatted(Spans.exactly(held.bornePause())));
        lines.add("Drift between clocks borne       %s, with %s to spare on top; %s without"
                .formatted(
                        TimingView.percent(lease.drift()),
                        Spans.exactly(lease.margin()),
                        TimingView.percent(held.mostDrift())));
    }

    /** Followers wait a heartbeat timeout by their own clocks, then vote, then acknowledge. */
    private Duration worstTakeover() {
        return timing.silence().plus(handOver());
    }

    private Duration handOver() {
        return timing.election().plus(lease.ioTimeout());
    }

    /** Who has failed rests for up to two heartbeat timeouts. */
    private Duration anotherTry() {
        return timing.heartbeatTimeout().multipliedBy(2).plus(handOver());
    }

    /** Who has just begun is silent for as long as a former life may have promised something, and asks who leads. */
    private Duration firstLeader() {
        Duration asks = timing.discovery().multipliedBy(3);
        return (asks.compareTo(timing.silence()) < 0 ? timing.silence() : asks).plus(handOver());
    }

    private Duration borneSilence() {
        Duration spare = timing.heartbeatTimeout().minus(lease.renewEvery()).minus(lease.ioTimeout());
        return spare.isNegative() ? Duration.ZERO : spare;
    }

    public ObjectNode json() {
        ObjectNode json = Json.document();
        json.put("engine", "ballot");
        json.put("heartbeatTimeoutMs", timing.heartbeatTimeout().toMillis());
        json.put("heartbeatEveryMs", lease.renewEvery().toMillis());
        json.put("roundTripMs", lease.ioTimeout().toMillis());
        json.put("marginMs", lease.margin().toMillis());
        json.put("drift", lease.drift());
        json.put("drainMs", lease.drain().toMillis());
        json.put("discoveryTimeoutMs", timing.discovery().toMillis());
        json.put("discoveryBackoffMs", timing.backoff().toMillis());
        json.put("electionTimeoutMs", timing.election().toMillis());
        json.put("electionMinTermMs", timing.electionWindow().toMillis());
        json.put("leaderMinTermMs", timing.leaderWindow().toMillis());
        json.put("safe", timing.violations().isEmpty());
        if (held.isSensible()) {
            json.put("reignMs", lease.reign().toMillis());
            json.put("worstTakeoverMs", worstTakeover().toMillis());
            json.put("anotherTryMs", anotherTry().toMillis());
            json.put("handOverMs", handOver().toMillis());
            json.put("firstLeaderMs", firstLeader().toMillis());
            json.put("borneSilenceMs", borneSilence().toMillis());
            json.put("bornePauseMs", held.bornePause().toMillis());
            json.put("mostDrift", held.mostDrift());
        }
        ArrayNode violations = json.putArray("violations");
        timing.violations().forEach(violation -> violations.add(violation));
        return json;
    }
}
