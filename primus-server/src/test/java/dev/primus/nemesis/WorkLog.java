package dev.primus.nemesis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The file that copies of a program append to, each line with its token. Appending is atomic, so the order of the lines
 * is the order of the writes: a copy that works on while a later one does shows a lower token after a higher one.
 */
record WorkLog(Path file) {

    /** One write of one process of one copy. */
    record Line(long token, long pid) {}

    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        try {
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    String[] words = line.split(" ");
                    lines.add(new Line(Long.parseLong(words[0]), Long.parseLong(words[1])));
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return lines;
    }

    /** The token of the latest copy that wrote; 0 if none has. */
    long highest() {
        return lines().stream().mapToLong(Line::token).max().orElse(0);
    }

    /** What a reader that takes every line sees of two copies at work at once. */
    List<String> overlaps() {
        List<String> found = new ArrayList<>();
        long highest = 0;
        List<Line> lines = lines();
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            if (line.token() < highest) {
                found.add("line %d: token %d after %d".formatted(i + 1, line.token(), highest));
            }
            highest = Math.max(highest, line.token());
        }
        return found;
    }

    /** What a reader takes that remembers the highest token and refuses lower ones. */
    List<Line> fenced() {
        List<Line> taken = new ArrayList<>();
        long fence = 0;
        for (Line line : lines()) {
            if (line.token() >= fence) {
                fence = line.token();
                taken.add(line);
            }
        }
        return taken;
    }
}
