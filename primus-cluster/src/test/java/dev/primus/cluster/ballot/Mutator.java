package dev.primus.cluster.ballot;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes damaged frames of good ones; the same chance makes the same. None of them is one of the good. */
final class Mutator {
    private static final String[] WORDS = {
        "\"",
        "{",
        "}",
        "[[[[[[[[[[",
        ",",
        ":",
        "null",
        "-1",
        "1e999999",
        "9223372036854775808",
        "\\ud83d",
        "\u0000",
        "NaN",
        "#",
        " "
    };

    private final Random chance;
    private final List<byte[]> corpus;
    private long made;

    Mutator(Random chance, List<byte[]> corpus) {
        this.chance = chance;
        this.corpus = corpus;
    }

    long made() {
        return made;
    }

    byte[] next() {
        made++;
        while (true) {
            byte[] bytes = pick().clone();
            for (int hits = 1 + chance.nextInt(4); hits > 0; hits--) {
                bytes = hit(bytes);
            }
            byte[] damaged = bytes;
            if (corpus.stream().noneMatch(good -> Arrays.equals(good, damaged))) {
                return damaged;
            }
        }
    }

    private byte[] pick() {
        return corpus.get(chance.nextInt(corpus.size()));
    }

    private byte[] hit(byte[] bytes) {
        if (bytes.length == 0) {
            return new byte[] {(byte) chance.nextInt(256)};
        }
        int at = chance.nextInt(bytes.length);
        return switch (chance.nextInt(7)) {
            case 0 -> replaced(bytes, at, (byte) chance.nextInt(256));
            case 1 -> replaced(bytes, at, (byte) (bytes[at] ^ 1 << chance.nextInt(8)));
            case 2 -> Arrays.copyOf(bytes, at);
            case 3 -> spliced(bytes, at, at, randomBytes());
            case 4 -> spliced(bytes, at, Math.min(bytes.length, at + 1 + chance.nextInt(16)), new byte[0]);
            case 5 -> spliced(bytes, at, at, WORDS[chance.nextInt(WORDS.length)].getBytes(StandardCharsets.UTF_8));
            default -> {
                byte[] other = pick();
                yield spliced(
                        bytes, at, bytes.length, Arrays.copyOfRange(other, chance.nextInt(other.length), other.length));
            }
        };
    }

    private byte[] randomBytes() {
        byte[] bytes = new byte[1 + chance.nextInt(64)];
        chance.nextBytes(bytes);
        return bytes;
    }

    private static byte[] replaced(byte[] bytes, int at, byte value) {
        byte[] changed = bytes.clone();
        changed[at] = value;
        return changed;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] between) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(bytes, 0, from);
        all.writeBytes(between);
        all.write(bytes, to, bytes.length - to);
        return all.toByteArray();
    }
}
