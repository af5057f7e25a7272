package dev.primus.nemesis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one process wrote, read as far as it goes: more may come, and a torn last line is not a line. Stamps are the
 * host's monotonic clock in nanoseconds. Safe for use from any thread.
 */
final class Journal {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** At some instant from {@code before} to {@code after} the process believed to lead. */
    record Held(String election, long token, long before, long after) {}

    /** At some instant from {@code before} to {@code after} it did not; {@code token} is of the last term it held. */
    record Free(String election, long token, long before, long after) {}

    /** A record of the feed. */
    record Feed(String election, long seq, String event, long token, String reason, long nanos) {}

    /** A write to the account: {@code what} is try, wrote or rejected. */
    record Write(String what, String election, long token, long nanos, long value) {}

    /** A duty of a term has begun, or ended. */
    record Duty(String name, long token, boolean began, long nanos) {}

    /** A vote, or the question who would win: {@code what} is elected or survey; the candidates are in order, best first. */
    record Vote(String what, String winner, String trigger, List<Stood> candidates) {
        Stood of(String node) {
            return candidates.stream()
                    .filter(each -> each.node().equals(node))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** A candidate, and whether enough would have followed it; all numbers in millionths. */
    record Stood(String node, int score, int freeCpu, int freeMemory, int network, boolean viable) {}

    private final String process;
    private final Path file;
    private final List<Held> held = new ArrayList<>();
    private final List<Free> free = new ArrayList<>();
    private final List<Feed> feed = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();
    private final List<Duty> duties = new ArrayList<>();
    private final List<Vote> votes = new ArrayList<>();
    private final List<String> failPoints = new ArrayList<>();
    private final List<String> handovers = new ArrayList<>();
    private String torn = "";
    private String id = "";
    private long startedAt;
    private long position;

    Journal(String process, Path file) {
        this.process = process;
        this.file = file;
    }

    String process() {
        return process;
    }

    /** Name and incarnation; empty as long as the process has not started. */
    synchronized String id() {
        readOn();
        return id;
    }

    synchronized long startedAt() {
        return startedAt;
    }

    synchronized List<Held> held() {
        readOn();
        return List.copyOf(held);
    }

    synchronized List<Free> free() {
        readOn();
        return List.copyOf(free);
    }

    synchronized List<Feed> feed() {
        readOn();
        return List.copyOf(feed);
    }

    synchronized List<Write> writes() {
        readOn();
        return List.copyOf(writes);
    }

    synchronized List<Duty> duties() {
        readOn();
        return List.copyOf(duties);
    }

    synchronized List<Vote> votes(String what) {
        readOn();
        return votes.stream().filter(vote -> vote.what().equals(what)).toList();
    }

    synchronized List<String> failPoints() {
        readOn();
        return List.copyOf(failPoints);
    }

    synchronized List<String> handovers() {
        readOn();
        return List.copyOf(handovers);
    }

    private void readOn() {
        if (!Files.exists(file)) {
            return;
        }
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            byte[] more = new byte[(int) (open.length() - position)];
            open.seek(position);
            open.readFully(more);
            position += more.length;
            take(new String(more, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(String more) {
        String text = torn + more;
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            line(text.substring(from, end));
            from = end + 1;
        }
        torn = text.substring(from);
    }

    private void line(String line) {
        if (line.startsWith("{")) {
            feed.add(record(line));
            return;
        }
        String[] words = line.split(" ");
        switch (words[0]) {
            case "start" -> {
                startedAt = Long.parseLong(words[1]);
                id = words[2];
            }
            case "held" -> held.add(new Held(words[1], number(words, 2), number(words, 3), number(words, 4)));
            case "free" -> free.add(new Free(words[1], number(words, 2), number(words, 3), number(words, 4)));
            case "try", "wrote", "rejected" ->
                writes.add(new Write(words[0], words[1], number(words, 2), number(words, 3), number(words, 4)));
            case "duty" -> duties.add(new Duty(words[1], number(words, 2), words[3].equals("began"), number(words, 4)));
            case "elected", "survey" -> votes.add(vote(words));
            case "failpoint" -> failPoints.add(words[1]);
            case "handover" -> handovers.add(words[1]);
            case "end" -> {}
            default -> throw new IllegalStateException(file + " has a line of no kind: " + line);
        }
    }

    private static Vote vote(String[] words) {
        List<Stood> candidates = Stream.of(words)
                .skip(3)
                .map(word -> word.split("="))
                .map(Journal::stood)
                .toList();
        return new Vote(words[0], words[1], words[2], candidates);
    }

    private static Stood stood(String[] word) {
        return new Stood(
                word[0],
                Integer.parseInt(word[1]),
                Integer.parseInt(word[2]),
                Integer.parseInt(word[3]),
                Integer.parseInt(word[4]),
                Boolean.parseBoolean(word[5]));
    }

    private static long number(String[] words, int at) {
        return Long.parseLong(words[at]);
    }

    private static Feed record(String line) {
        try {
            JsonNode json = JSON.readTree(line);
            return new Feed(
                    json.path("election").asText(),
                    json.path("seq").asLong(),
                    json.path("event").asText(),
                    json.path("term").asLong(),
                    json.path("reason").asText(),
                    json.path("nanos").asLong());
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
