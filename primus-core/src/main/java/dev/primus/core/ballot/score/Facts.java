package dev.primus.core.ballot.score;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is known of a candidate. Most of it the candidate states of itself; its capabilities and its failed terms a voter
 * replaces by what it knows better, see {@link #withCapabilities} and {@link #withFailedTerms}.
 *
 * @param uptimeMillis for how long its process has been running
 * @param freeCpu how much of its processors was idle of late
 * @param networkQuality how well it reaches the others, 1 being best
 * @param experienceMillis for how long it has been a node in all its lives
 * @param failedTerms how many of its terms ended otherwise than by its own will
 */
public record Facts(
        long uptimeMillis,
        Set<Capability> capabilities,
        Share freeCpu,
        Share freeMemory,
        Share freeDisk,
        Share networkQuality,
        long experienceMillis,
        int failedTerms) {

    /** Nobody has run, or counts, for longer. */
    public static final Duration LONGEST = Duration.ofDays(36_500);

    public static final int MOST_CAPABILITIES = 64;
    public static final int MOST_FAILED_TERMS = 1_000_000;

    /** Of one of whom nothing is known yet. */
    public static final Facts NONE = new Facts(0, Set.of(), Share.NONE, Share.NONE, Share.NONE, Share.NONE, 0, 0);

    public Facts {
        checkSpan("uptime", uptimeMillis);
        checkSpan("experience", experienceMillis);
        if (failedTerms < 0 || failedTerms > MOST_FAILED_TERMS) {
            throw new IllegalArgumentException(
                    "failed_terms = %d: allowed is 0 to %d".formatted(failedTerms, MOST_FAILED_TERMS));
        }
        if (capabilities.size() > MOST_CAPABILITIES) {
            throw new IllegalArgumentException("capabilities = %d names: allowed are %d at most"
                    .formatted(capabilities.size(), MOST_CAPABILITIES));
        }
        capabilities = Collections.unmodifiableSet(new TreeSet<>(capabilities));
    }

    public Facts withUptime(Duration other) {
        return new Facts(
                millis("uptime", other),
                capabilities,
                freeCpu,
                freeMemory,
                freeDisk,
                networkQuality,
                experienceMillis,
                failedTerms);
    }

    /** For the candidate itself, and for a voter that goes by what the membership vouches for. */
    public Facts withCapabilities(Collection<Capability> other) {
        return new Facts(
                uptimeMillis,
                new TreeSet<>(other),
                freeCpu,
                freeMemory,
                freeDisk,
                networkQuality,
                experienceMillis,
                failedTerms);
    }

    public Facts withFreeCpu(double other) {
        return withResources(Share.of("free_cpu", other), freeMemory, freeDisk);
    }

    public Facts withFreeMemory(double other) {
        return withResources(freeCpu, Share.of("free_memory", other), freeDisk);
    }

    public Facts withFreeDisk(double other) {
        return withResources(freeCpu, freeMemory, Share.of("free_disk", other));
    }

    public Facts withResources(Share cpu, Share memory, Share disk) {
        return new Facts(uptimeMillis, capabilities, cpu, memory, disk, networkQuality, experienceMillis, failedTerms);
    }

    public Facts withNetworkQuality(double other) {
        return withNetworkQuality(Share.of("network_quality", other));
    }

    public Facts withNetworkQuality(Share other) {
        return new Facts(
                uptimeMillis, capabilities, freeCpu, freeMemory, freeDisk, other, experienceMillis, failedTerms);
    }

    public Facts withExperience(Duration other) {
        return new Facts(
                uptimeMillis,
                capabilities,
                freeCpu,
                freeMemory,
                freeDisk,
                networkQuality,
                millis("experience", other),
                failedTerms);
    }

    /** For a voter, which reads it from the records of terms: nobody is asked for its own failures. */
    public Facts withFailedTerms(int other) {
        return new Facts(
                uptimeMillis, capabilities, freeCpu, freeMemory, freeDisk, networkQuality, experienceMillis, other);
    }

    /** Whether this candidate may stand for election at all, whatever its score. */
    public boolean mayStand() {
        return Capability.entitle(capabilities);
    }

    private static long millis(String field, Duration span) {
        if (span.isNegative() || span.compareTo(LONGEST) > 0) {
            throw refused(field, span.toString());
        }
        return span.toMillis();
    }

    private static void checkSpan(String field, long millis) {
        if (millis < 0 || millis > LONGEST.toMillis()) {
            throw refused(field, millis + " ms");
        }
    }

    private static IllegalArgumentException refused(String field, String value) {
        return new IllegalArgumentException(
                "%s = %s: allowed is 0 to %d days".formatted(field, value, LONGEST.toDays()));
    }
}
