package dev.primus.runtime.facts;

import dev.primus.core.ballot.score.Capability;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Share;
import dev.primus.core.spi.StoreException;
import java.time.Duration;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node states of itself: measured at every {@link #sample()}, smoothed, and ready at any time. Somebody has to
 * call it, every {@link #PERIOD} or so, on a thread that may block.
 */
public final class Sampler implements AutoCloseable {
    /** How often samples are best taken: the smoothing is over two periods. */
    public static final Duration PERIOD = Duration.ofSeconds(10);

    /** What a crash may cost of a node's experience. */
    static final Duration KEEP_EVERY = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);

    private final Gauge gauge;
    private final Experience experience;
    private final Smoothed cpu = new Smoothed();
    private final Smoothed memory = new Smoothed();
    private final Smoothed disk = new Smoothed();
    private Duration counted;
    private boolean failing;

    private volatile Facts measured;
    private volatile Share networkQuality = Share.NONE;

    /** Takes the first sample. Experience counts from here on, and not from the start of the process. */
    public Sampler(Gauge gauge, Experience experience, Collection<Capability> capabilities) {
        this.gauge = gauge;
        this.experience = experience;
        Reading first = gauge.read();
        counted = first.uptime();
        measured = taken(Facts.NONE.withCapabilities(capabilities), first);
    }

    /** Measures. May block as long as the gauge or the disk does. */
    public void sample() {
        take(gauge.read());
    }

    /** What was measured last. From any thread; never blocks. */
    public Facts facts() {
        return measured.withNetworkQuality(networkQuality);
    }

    /** How well this node reaches the others, as somebody else has found out; nothing until then. From any thread. */
    public void networkQuality(Share quality) {
        networkQuality = quality;
    }

    /** Writes down what experience there is. */
    @Override
    public synchronized void close() {
        keep();
    }

    /** Without the gauge, so that one which hangs does not keep {@link #close()} from its work. */
    private synchronized void take(Reading reading) {
        Duration more = reading.uptime().minus(counted);
        if (!more.isNegative()) {
            experience.add(more);
            counted = reading.uptime();
        }
        measured = taken(measured, reading);
        if (experience.unkept().compareTo(KEEP_EVERY) >= 0) {
            keep();
        }
    }

    private Facts taken(Facts before, Reading reading) {
        return before.withUptime(reading.uptime())
                .withResources(
                        cpu.with(reading.freeCpu()), memory.with(reading.freeMemory()), disk.with(reading.freeDisk()))
                .withExperience(experience.total());
    }

    /** A disk that fails costs experience after a restart, and nothing before: it is told of once. */
    private void keep() {
        try {
            experience.keep();
        } catch (StoreException e) {
            if (!failing) {
                LOG.warn("experience cannot be kept, a restart would lose it", e);
            }
            failing = true;
            return;
        }
        if (failing) {
            LOG.info("experience is kept again");
        }
        failing = false;
    }
}
