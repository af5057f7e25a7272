package dev.primus.core.ballot.score;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What counts how much. All voters of a cluster must use the same: see {@link #violations()} for what is allowed. Weights
 * are counted in millionths.
 *
 * @param uptime the weights of the parts of a score; with the other five they make 1
 * @param reputation 0 by default: whether failed terms should count is for the operator to decide
 * @param inResources what counts how much among the resources
 * @param capabilities what each capability adds; together they count as 1 at most
 * @param uptimeCap the uptime that counts as 1
 * @param experienceCap the experience that counts as 1
 * @param failedTermsCap so many failed terms leave no reputation
 */
public record Weights(
        double uptime,
        double capability,
        double resources,
        double network,
        double experience,
        double reputation,
        Resources inResources,
        Map<Capability, Double> capabilities,
        Duration uptimeCap,
        Duration experienceCap,
        int failedTermsCap) {

    /** The weights within the part that tells of resources; together they make 1. */
    public record Resources(double cpu, double memory, double disk, double network) {}

    public static final Weights DEFAULT = new Weights(
            0.3,
            0.2,
            0.2,
            0.15,
            0.15,
            0,
            new Resources(0.3, 0.3, 0.2, 0.2),
            Map.of(
                    Capability.ADMIN_ELECTION, 0.25,
                    Capability.KEY_RECONSTRUCTION, 0.25,
                    Capability.SEMANTIC_ANALYSIS, 0.25,
                    Capability.PROJECT_MANAGER, 0.35,
                    Capability.CONTEXT_CURATION, 0.35),
            Duration.ofHours(24),
            Duration.ofHours(168),
            10);

    private static final Duration SHORTEST_CAP = Duration.ofSeconds(1);

    public Weights {
        capabilities = Collections.unmodifiableMap(new TreeMap<>(capabilities));
    }

    /** Other weights of the parts, without reputation. */
    public Weights withParts(double uptime, double capability, double resources, double network, double experience) {
        return withParts(uptime, capability, resources, network, experience, 0);
    }

    public Weights withParts(
            double uptime, double capability, double resources, double network, double experience, double reputation) {
        return new Weights(
                uptime,
                capability,
                resources,
                network,
                experience,
                reputation,
                inResources,
                capabilities,
                uptimeCap,
                experienceCap,
                failedTermsCap);
    }

    public Weights withResources(Resources other) {
        return new Weights(
                uptime,
                capability,
                resources,
                network,
                experience,
                reputation,
                other,
                capabilities,
                uptimeCap,
                experienceCap,
                failedTermsCap);
    }

    public Weights withCapabilities(Map<Capability, Double> other) {
        return new Weights(
                uptime,
                capability,
                resources,
                network,
                experience,
                reputation,
                inResources,
                other,
                uptimeCap,
                experienceCap,
                failedTermsCap);
    }

    public Weights withCaps(Duration fullUptime, Duration fullExperience, int noReputation) {
        return new Weights(
                uptime,
                capability,
                resources,
                network,
                experience,
                reputation,
                inResources,
                capabilities,
                fullUptime,
                fullExperience,
                noReputation);
    }

    /** What makes these weights useless, each with the setting, its value and what is allowed; empty if nothing does. */
    public List<String> violations() {
        List<String> found = new ArrayList<>();
        Map<String, Double> parts = new TreeMap<>(Map.of(
                "weights.uptime", uptime,
                "weights.capability", capability,
                "weights.resources", resources,
                "weights.network", network,
                "weights.experience", experience,
                "weights.reputation", reputation));
        mustMakeOne(found, "weights", parts);
        Map<String, Double> inner = new TreeMap<>(Map.of(
                "weights.resources.cpu", inResources.cpu,
                "weights.resources.memory", inResources.memory,
                "weights.resources.disk", inResources.disk,
                "weights.resources.network", inResources.network));
        mustMakeOne(found, "weights.resources", inner);
        capabilities.forEach((name, weight) -> mustBeShare(found, "weights.capabilities." + name, weight));
        mustBeCap(found, "uptime_cap", uptimeCap);
        mustBeCap(found, "experience_cap", experienceCap);
        if (failedTermsCap < 1 || failedTermsCap > Facts.MOST_FAILED_TERMS) {
            found.add("failed_terms_cap = %d: allowed is 1 to %d".formatted(failedTermsCap, Facts.MOST_FAILED_TERMS));
        }
        return found;
    }

    /** These weights, or an exception that lists every violation. */
    public Weights orThrow() {
        List<String> found = violations();
        if (!found.isEmpty()) {
            throw new IllegalArgumentException("unusable weights: " + String.join("; ", found));
        }
        return this;
    }

    private static void mustMakeOne(List<String> found, String what, Map<String, Double> weights) {
        int before = found.size();
        weights.forEach((setting, weight) -> mustBeShare(found, setting, weight));
        if (found.size() > before) {
            return;
        }
        long sum = 0;
        for (Map.Entry<String, Double> weight : weights.entrySet()) {
            sum += Share.of(weight.getKey(), weight.getValue()).millionths();
        }
        if (sum != Share.WHOLE) {
            found.add("%s = %s in sum: allowed is 1, to the millionth; they are %s"
                    .formatted(what, Share.text(sum), weights));
        }
    }

    private static void mustBeShare(List<String> found, String setting, double value) {
        if (!Share.isAllowed(value)) {
            found.add("%s = %s: allowed is 0 to 1".formatted(setting, value));
        }
    }

    private static void mustBeCap(List<String> found, String setting, Duration value) {
        if (value.compareTo(SHORTEST_CAP) < 0 || value.compareTo(Facts.LONGEST) > 0) {
            found.add("%s = %s: allowed is 1 s to %d days".formatted(setting, value, Facts.LONGEST.toDays()));
        }
    }
}
