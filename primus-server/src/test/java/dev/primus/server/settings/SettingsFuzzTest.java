package dev.primus.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.primus.server.talk.Complaint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged settings files: read, or refused with a sentence for people, and nothing else. */
@Tag("B12")
class SettingsFuzzTest {
    private static final boolean BUILD = "build".equals(System.getProperty("primus.tier", "build"));
    private static final long SECONDS = Long.getLong("primus.fuzz.seconds", BUILD ? 2 : 60);
    private static final long SEED = Long.getLong("primus.fuzz.seed", BUILD ? 1 : System.nanoTime());
    private static final String[] WORDS = {
        "[", "]", "[[", "=", "\"", "'''", "1e999999", "-", ".", "{", "}", "\u0000", "#", "\n", "1979-13-01"
    };
    private static final String GOOD = """
            engine = "ballot"
            node = "core-1"
            duration = "10s"

            [security.election_config]
            heartbeat_timeout = "15s"
            capabilities = ["admin_election", "semantic_analysis"]

            [ballot]
            leader_min_term = "45s"
            """;

    private final Random chance = new Random(SEED);

    @Test
    void damagedFiles(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("primus.toml");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        long refused = 0;
        while (System.nanoTime() < end) {
            byte[] bytes = damaged();
            Files.write(file, bytes);
            try {
                SettingsFile.read(file);
            } catch (Complaint forPeople) {
                refused++;
            } catch (RuntimeException | Error e) {
                fail("seed %d, input %s".formatted(SEED, HexFormat.of().formatHex(bytes)), e);
            }
        }
        assertThat(refused).as("seed %d", SEED).isPositive();
    }

    private byte[] damaged() {
        byte[] bytes = GOOD.getBytes(StandardCharsets.UTF_8);
        for (int hits = 1 + chance.nextInt(4); hits > 0 && bytes.length > 1; hits--) {
            int at = chance.nextInt(bytes.length);
            bytes = switch (chance.nextInt(4)) {
                case 0 -> Arrays.copyOf(bytes, at);
                case 1 -> with(bytes, at, 1, new byte[] {(byte) chance.nextInt(256)});
                case 2 -> with(bytes, at, chance.nextInt(16), new byte[0]);
                default -> with(bytes, at, 0, WORDS[chance.nextInt(WORDS.length)].getBytes(StandardCharsets.UTF_8));
            };
        }
        return bytes;
    }

    private static byte[] with(byte[] bytes, int at, int less, byte[] more) {
        int rest = Math.min(bytes.length, at + less);
        byte[] all = Arrays.copyOf(bytes, at + more.length + bytes.length - rest);
        System.arraycopy(more, 0, all, at, more.length);
        System.arraycopy(bytes, rest, all, at + more.length, bytes.length - rest);
        return all;
    }
}
