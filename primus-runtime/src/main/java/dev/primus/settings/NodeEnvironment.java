package dev.primus.settings;

import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeName;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an environment says of a node inside an application. Every question refuses a value that is not allowed. */
public record NodeEnvironment(Map<String, String> variables) {
    private static final Logger LOG = LoggerFactory.getLogger(NodeEnvironment.class);

    public Optional<NodeName> node() {
        return Variable.NODE.in(variables);
    }

    public Optional<ClusterName> cluster() {
        return Variable.CLUSTER.in(variables);
    }

    /** Whether this node may lead, if anything is said about that. */
    public Optional<Eligibility> eligibility() {
        Optional<Boolean> said = Variable.ELIGIBLE.in(variables);
        Optional<String> type = Variable.TYPE.in(variables);
        return said.isEmpty() && type.isEmpty()
                ? Optional.empty()
                : Optional.of(Eligibility.of(said.orElse(null), type.orElse(null)));
    }

    /** After how many leases without a leader there is an alarm. */
    public Optional<Integer> leaderlessAlarm() {
        return Variable.LEADERLESS_ALARM.in(variables);
    }

    /** The times {@code before}, with those that are set here; another lease brings all other times along. */
    public LeaseTiming timing(LeaseTiming before) {
        LeaseTiming timing = Variable.LEASE
                .in(variables)
                .map(lease -> LeaseTiming.of(lease).withStrictClock(before.strictClock()))
                .orElse(before);
        timing = Variable.RENEW_EVERY.in(variables).map(timing::withRenewEvery).orElse(timing);
        timing = Variable.MARGIN.in(variables).map(timing::withMargin).orElse(timing);
        timing = Variable.DRIFT.in(variables).map(timing::withDrift).orElse(timing);
        timing = Variable.IO_TIMEOUT.in(variables).map(timing::withIoTimeout).orElse(timing);
        timing = Variable.DRAIN.in(variables).map(timing::withDrain).orElse(timing);
        return Variable.STRICT_CLOCK.in(variables).map(timing::withStrictClock).orElse(timing);
    }

    /** A static assignment is the program's affair: an application told to hold no election must not hold one. */
    public void refuseStaticAssignment() {
        if (!Variable.ELECTION_ENABLED.in(variables).orElse(true)) {
            throw new IllegalArgumentException("%s = 'false': allowed is true; the library knows no static assignment."
                    .formatted(Variable.ELECTION_ENABLED.names().get(0)));
        }
        if (Variable.CLUSTER_COORDINATOR.in(variables).isPresent()) {
            LOG.warn("{} is deprecated, and ignored while election is on", Variable.CLUSTER_COORDINATOR.names());
        }
    }
}
