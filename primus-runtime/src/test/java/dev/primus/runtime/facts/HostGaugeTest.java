package dev.primus.runtime.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.primus.core.ballot.score.Share;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The host is really measured")
@Tag("B6")
class HostGaugeTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    @DisplayName("this very host has some memory and some disk to spare, and a process that has been running")
    void realReading() {
        Gauge gauge = HostGauge.of(folder);
        Reading first = gauge.read();
        Reading second = gauge.read();

        assertThat(second.freeMemory()).isNotNull().isGreaterThan(Share.NONE).isLessThan(Share.ALL);
        assertThat(second.freeDisk()).isNotNull().isGreaterThan(Share.NONE).isLessThanOrEqualTo(Share.ALL);
        if (second.freeCpu() != null) {
            assertThat(second.freeCpu()).isBetween(Share.NONE, Share.ALL);
        }
        assertThat(first.uptime()).isGreaterThan(Duration.ZERO).isLessThanOrEqualTo(second.uptime());
    }

    @Test
    @DisplayName("what is measured here makes facts")
    void realFacts() {
        try (Sampler sampler =
                new Sampler(HostGauge.of(folder), Experience.open(folder.resolve("experience")), Set.of())) {
            sampler.sample();
            assertThat(sampler.facts().freeMemory()).isGreaterThan(Share.NONE);
            assertThat(sampler.facts().uptimeMillis()).isPositive();
        }
    }

    @Test
    @DisplayName("a disk that is not there is refused; one that goes away later is not known")
    void goneDisk() throws IOException {
        Path gone = folder.resolve("gone");
        assertThatThrownBy(() -> HostGauge.of(gone))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("disk = %s: allowed is a path that exists", gone);
        Files.createDirectory(gone);
        Gauge gauge = HostGauge.of(gone);
        Files.delete(gone);

        assertThat(gauge.read().freeDisk()).isNull();
    }

    @Test
    @DisplayName("what the host does not say is not known, rather than nothing or all")
    void unknown() {
        assertThat(HostGauge.idle(-1)).isNull();
        assertThat(HostGauge.idle(Double.NaN)).isNull();
        assertThat(HostGauge.idle(1.5)).isNull();
        assertThat(HostGauge.idle(0.25)).isEqualTo(new Share(750_000));
        assertThat(HostGauge.share(5, 0)).isNull();
        assertThat(HostGauge.share(-1, 10)).isNull();
        assertThat(HostGauge.share(5, 10)).isEqualTo(new Share(500_000));
    }

    @Test
    @DisplayName("pages that Linux would give back count as free, unless the memory is that of a container")
    void pages() throws IOException {
        Path file = folder.resolve("meminfo");
        Files.writeString(file, """
                MemTotal:           1000 kB
                MemFree:             100 kB
                MemAvailable:        700 kB
                HugePages_Total:       0
                """);
        MemoryInfo info = new MemoryInfo(file);

        assertThat(info.available(1000 * 1024, 100 * 1024)).isEqualTo(700 * 1024);
        assertThat(info.available(500 * 1024, 100 * 1024)).as("a container").isEqualTo(100 * 1024);
        assertThat(info.available(1000 * 1024, 800 * 1024)).isEqualTo(800 * 1024);
        assertThat(new MemoryInfo(folder.resolve("none")).available(1000, 10))
                .as("another system")
                .isEqualTo(10);
        Files.writeString(file, "MemTotal:           1000 kB\n");
        assertThat(info.available(1000 * 1024, 100 * 1024)).as("an old kernel").isEqualTo(100 * 1024);
    }

    @Test
    @DisplayName(
            "of what the host and the process itself have to spare the lesser counts; of what is not known the other")
    void lesser() {
        assertThat(HostGauge.lesser(new Share(3), new Share(2))).isEqualTo(new Share(2));
        assertThat(HostGauge.lesser(new Share(2), new Share(3))).isEqualTo(new Share(2));
        assertThat(HostGauge.lesser(null, new Share(3))).isEqualTo(new Share(3));
        assertThat(HostGauge.lesser(new Share(2), null)).isEqualTo(new Share(2));
        assertThat(HostGauge.lesser(null, null)).isNull();
    }

    @Test
    @DisplayName("a process that works all the time on the one processor it may use has nothing to spare")
    void ownLoad() {
        OwnLoad own = new OwnLoad();

        assertThat(own.idle(seconds(1), seconds(1), 1))
                .as("nothing to compare with")
                .isNull();
        assertThat(own.idle(seconds(11), seconds(11), 1)).isEqualTo(Share.NONE);
        assertThat(own.idle(seconds(21), seconds(11), 1)).isEqualTo(Share.ALL);
        assertThat(own.idle(seconds(31), seconds(16), 2)).isEqualTo(new Share(750_000));
        assertThat(own.idle(seconds(41), seconds(40), 2))
                .as("never less than nothing")
                .isEqualTo(Share.NONE);
    }

    @Test
    @DisplayName("a look too soon after another, or without an answer, says nothing and spoils nothing")
    void tooSoon() {
        OwnLoad own = new OwnLoad();
        own.idle(seconds(1), seconds(0), 1);

        assertThat(own.idle(seconds(1).plusMillis(49), seconds(0), 1)).isNull();
        assertThat(own.idle(seconds(2), Duration.ofNanos(-1), 1)).isNull();
        assertThat(own.idle(seconds(5), seconds(1), 1)).isEqualTo(new Share(750_000));
    }

    private static Duration seconds(long many) {
        return Duration.ofSeconds(many);
    }

    @Test
    @DisplayName(
            "what this very process holds on to is missing in its heap after the next collection, and garbage is not")
    void heap() {
        Heap heap = new Heap();
        System.gc();
        Share before = heap.free();
        byte[] held = new byte[64 << 20];
        System.gc();
        Share holding = heap.free();
        held[0] = 1; // It is not garbage before this line.
        int expected = Share.of(held.length, Runtime.getRuntime().maxMemory()).millionths();

        assertThat(before).isNotNull();
        assertThat(holding).isNotNull();
        assertThat(before.millionths() - holding.millionths())
                .as("what is held, but for what else has become garbage meanwhile")
                .isBetween(expected * 3 / 4, expected * 5 / 4);
    }
}
