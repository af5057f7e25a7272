package dev.primus.testkit;

import dev.primus.core.LeaseTiming;
import dev.primus.testkit.sim.SimCluster;
import dev.primus.testkit.sim.SimSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Makes the clusters that {@link PrimusCluster} asks for. Safe for tests that run side by side. */
final class PrimusClusterExtension implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final Namespace OURS = Namespace.create(PrimusClusterExtension.class);

    @Override
    public void beforeEach(ExtensionContext test) {
        PrimusCluster wanted = wanted(test);
        long seed = wanted.seed() == 0 ? ThreadLocalRandom.current().nextLong(1, 1_000_000_000) : wanted.seed();
        SimCluster cluster = new SimCluster(SimSettings.of(seed, wanted.nodes())
                .withTiming(LeaseTiming.of(Duration.ofMillis(wanted.leaseMillis()))));
        cluster.startAll();
        for (String election : wanted.elections()) {
            cluster.everybodyJoins(election);
        }
        test.getStore(OURS).put(SimCluster.class, cluster);
    }

    private static PrimusCluster wanted(ExtensionContext test) {
        Optional<PrimusCluster> onMethod = test.getElement().map(element -> element.getAnnotation(PrimusCluster.class));
        return onMethod.orElseGet(() -> {
            PrimusCluster onClass = test.getRequiredTestClass().getAnnotation(PrimusCluster.class);
            if (onClass == null) {
                throw new IllegalStateException("@PrimusCluster is neither on the test nor on its class");
            }
            return onClass;
        });
    }

    @Override
    public void afterEach(ExtensionContext test) {
        SimCluster cluster = cluster(test);
        try (cluster) {
            if (test.getExecutionException().isEmpty()) {
                cluster.oneLeaderAtMost();
            } else {
                test.publishReportEntry("primus.seed", Long.toString(cluster.seed()));
                test.getExecutionException()
                        .get()
                        .addSuppressed(new AssertionError("@PrimusCluster(seed = %d)".formatted(cluster.seed())));
            }
        }
    }

    private static SimCluster cluster(ExtensionContext test) {
        SimCluster cluster = test.getStore(OURS).get(SimCluster.class, SimCluster.class);
        if (cluster == null) {
            throw new IllegalStateException("there is no cluster for " + test.getDisplayName());
        }
        return cluster;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == SimCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        return cluster(test);
    }
}
