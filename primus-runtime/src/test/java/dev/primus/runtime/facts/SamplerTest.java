package dev.primus.runtime.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ballot.score.Capability;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Share;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What a node states of itself is measured, and no single sample decides it")
@Tag("B6")
class SamplerTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Reading next = reading(Duration.ofMinutes(5), 0.5);

    @Test
    @DisplayName("the first sample counts as it is, and all of it is in the facts")
    void first() {
        next = new Reading(Duration.ofMinutes(5), share(0.1), share(0.2), share(0.3));
        Sampler sampler = sampler();
        sampler.networkQuality(share(0.4));

        assertThat(sampler.facts())
                .isEqualTo(Facts.NONE
                        .withUptime(Duration.ofMinutes(5))
                        .withCapabilities(Set.of(Capability.ADMIN_ELECTION))
                        .withFreeCpu(0.1)
                        .withFreeMemory(0.2)
                        .withFreeDisk(0.3)
                        .withNetworkQuality(0.4));
    }

    @Test
    @DisplayName("one spike is not seen at all, in whichever direction")
    void spike() {
        Sampler sampler = sampler();
        sample(sampler, 0.5);
        assertThat(sample(sampler, 0.0)).isEqualTo(share(0.5));
        assertThat(sample(sampler, 0.6)).isEqualTo(share(0.5));
        assertThat(sample(sampler, 0.6)).isEqualTo(share(0.6));
        assertThat(sample(sampler, 1.0)).isEqualTo(share(0.6));
        assertThat(sample(sampler, 0.6)).isEqualTo(share(0.6));
    }

    @Test
    @DisplayName("what lasts for two samples is believed; of two samples the lesser is")
    void lasting() {
        Sampler sampler = sampler();
        assertThat(sample(sampler, 0.9)).isEqualTo(share(0.5));
        assertThat(sample(sampler, 0.9)).isEqualTo(share(0.9));
        assertThat(sample(sampler, 0.1)).isEqualTo(share(0.9));
        assertThat(sample(sampler, 0.1)).isEqualTo(share(0.1));
    }

    @Test
    @DisplayName("what cannot be measured stays as it was, and was nothing before it was ever measured")
    void unmeasured() {
        next = reading(Duration.ofMinutes(5), null);
        Sampler sampler = sampler();
        assertThat(sampler.facts().freeCpu()).isEqualTo(Share.NONE);
        assertThat(sample(sampler, 0.7)).isEqualTo(share(0.7));
        assertThat(sample(sampler, null)).isEqualTo(share(0.7));
        assertThat(sampler.facts().networkQuality()).as("nobody has told").isEqualTo(Share.NONE);
    }

    @Test
    @DisplayName("experience grows with the node's own time, from its start on, and over restarts")
    void experience() {
        try (Sampler sampler = sampler()) {
            assertThat(sampler.facts().experienceMillis())
                    .as("the process was no node before")
                    .isZero();
            next = reading(Duration.ofMinutes(65), 0.5);
            sampler.sample();
            assertThat(sampler.facts().experienceMillis()).isEqualTo(3_600_000);
            assertThat(sampler.facts().uptimeMillis()).isEqualTo(3_900_000);
        }
        next = reading(Duration.ofMinutes(1), 0.5);
        try (Sampler sampler = sampler()) {
            next = reading(Duration.ofMinutes(31), 0.5);
            sampler.sample();
            assertThat(sampler.facts().experienceMillis()).isEqualTo(5_400_000);
            assertThat(sampler.facts().uptimeMillis()).isEqualTo(1_860_000);
        }
    }

    @Test
    @DisplayName("it is written down once a minute, not at every sample")
    void writesSeldom() {
        Sampler sampler = sampler();
        next = reading(Duration.ofMinutes(5).plusSeconds(59), 0.5);
        sampler.sample();
        assertThat(file()).doesNotExist();
        next = reading(Duration.ofMinutes(6), 0.5);
        sampler.sample();
        assertThat(Experience.open(file()).total()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    @DisplayName("an uptime that goes back takes no experience away")
    void backwards() {
        Sampler sampler = sampler();
        next = reading(Duration.ofMinutes(4), 0.5);
        sampler.sample();
        next = reading(Duration.ofMinutes(7), 0.5);
        sampler.sample();

        assertThat(sampler.facts().experienceMillis()).isEqualTo(120_000);
    }

    @Test
    @DisplayName("a disk that fails stops nobody: experience goes on, and is kept once it can be")
    void failingDisk() throws IOException {
        Sampler sampler = sampler();
        Path inTheWay = folder.resolve("state");
        Files.writeString(inTheWay, "not a folder");
        for (int minutes = 6; minutes <= 8; minutes++) {
            next = reading(Duration.ofMinutes(minutes), 0.5);
            sampler.sample();
        }
        assertThat(sampler.facts().experienceMillis()).isEqualTo(180_000);

        Files.delete(inTheWay);
        sampler.close();
        assertThat(Experience.open(file()).total()).isEqualTo(Duration.ofMinutes(3));
    }

    @Test
    @DisplayName("a gauge that hangs keeps nobody from the facts, nor from closing")
    void hangingGauge() {
        AtomicReference<Sampler> sampler = new AtomicReference<>();
        AtomicReference<Facts> seen = new AtomicReference<>();
        Gauge hanging = () -> {
            if (sampler.get() != null) {
                CompletableFuture<Facts> other = CompletableFuture.supplyAsync(() -> {
                    sampler.get().close();
                    return sampler.get().facts();
                });
                seen.set(other.orTimeout(20, TimeUnit.SECONDS).join());
            }
            return next;
        };
        sampler.set(new Sampler(hanging, Experience.open(file()), Set.of()));
        sampler.get().sample();

        assertThat(seen.get().uptimeMillis()).isEqualTo(300_000);
    }

    private Sampler sampler() {
        return new Sampler(() -> next, Experience.open(file()), Set.of(Capability.ADMIN_ELECTION));
    }

    private Path file() {
        return folder.resolve("state/experience");
    }

    private Share sample(Sampler sampler, @Nullable Double free) {
        next = reading(next.uptime().plus(Sampler.PERIOD), free);
        sampler.sample();
        Facts facts = sampler.facts();
        assertThat(facts.freeMemory()).isEqualTo(facts.freeCpu());
        assertThat(facts.freeDisk()).isEqualTo(facts.freeCpu());
        return facts.freeCpu();
    }

    private static Reading reading(Duration uptime, @Nullable Double free) {
        Share share = free == null ? null : share(free);
        return new Reading(uptime, share, share, share);
    }

    private static Share share(double value) {
        return Share.of("share", value);
    }
}
