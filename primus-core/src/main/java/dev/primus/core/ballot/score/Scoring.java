package dev.primus.core.ballot.score;

import java.util.HashMap;
import java.util.Map;

/**
 * Makes a score of facts, in whole numbers from end to end: weights are turned into millionths once, every part is
 * rounded to the nearest millionth, and so is the total. It is thereby at most one millionth off the formula.
 */
public final class Scoring {
    private final int uptime;
    private final int capability;
    private final int resources;
    private final int network;
    private final int experience;
    private final int reputation;
    private final int cpuInResources;
    private final int memoryInResources;
    private final int diskInResources;
    private final int networkInResources;
    private final Map<Capability, Integer> capabilities = new HashMap<>();
    private final long uptimeCapMillis;
    private final long experienceCapMillis;
    private final int failedTermsCap;

    /** Refuses weights that have {@link Weights#violations()}. */
    public Scoring(Weights given) {
        Weights weights = given.orThrow();
        uptime = millionths(weights.uptime());
        capability = millionths(weights.capability());
        resources = millionths(weights.resources());
        network = millionths(weights.network());
        experience = millionths(weights.experience());
        reputation = millionths(weights.reputation());
        cpuInResources = millionths(weights.inResources().cpu());
        memoryInResources = millionths(weights.inResources().memory());
        diskInResources = millionths(weights.inResources().disk());
        networkInResources = millionths(weights.inResources().network());
        weights.capabilities().forEach((name, weight) -> capabilities.put(name, millionths(weight)));
        uptimeCapMillis = weights.uptimeCap().toMillis();
        experienceCapMillis = weights.experienceCap().toMillis();
        failedTermsCap = weights.failedTermsCap();
    }

    /** The same in one go, for those who score once. */
    public static Score of(Facts facts, Weights weights) {
        return new Scoring(weights).of(facts);
    }

    public Score of(Facts facts) {
        Share uptimePart = Share.of(facts.uptimeMillis(), uptimeCapMillis);
        Share capabilityPart = capabilityOf(facts);
        Share resourcesPart = resourcesOf(facts);
        Share networkPart = facts.networkQuality();
        Share experiencePart = Share.of(facts.experienceMillis(), experienceCapMillis);
        Share reputationPart = Share.of(failedTermsCap - facts.failedTerms(), failedTermsCap);
        Share total = rounded(weighed(uptime, uptimePart)
                + weighed(capability, capabilityPart)
                + weighed(resources, resourcesPart)
                + weighed(network, networkPart)
                + weighed(experience, experiencePart)
                + weighed(reputation, reputationPart));
        return new Score(total, uptimePart, capabilityPart, resourcesPart, networkPart, experiencePart, reputationPart);
    }

    private Share capabilityOf(Facts facts) {
        long sum = 0;
        for (Capability each : facts.capabilities()) {
            sum += capabilities.getOrDefault(each, 0);
        }
        return Share.of(sum, Share.WHOLE);
    }

    private Share resourcesOf(Facts facts) {
        return rounded(weighed(cpuInResources, facts.freeCpu())
                + weighed(memoryInResources, facts.freeMemory())
                + weighed(diskInResources, facts.freeDisk())
                + weighed(networkInResources, facts.networkQuality()));
    }

    private static long weighed(int weight, Share part) {
        return (long) weight * part.millionths();
    }

    /** Weights make one whole, so that this can never be more than the whole. */
    private static Share rounded(long weighed) {
        return new Share((int) ((weighed + Share.WHOLE / 2) / Share.WHOLE));
    }

    private static int millionths(double weight) {
        return Share.of("weight", weight).millionths();
    }
}
