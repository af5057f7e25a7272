package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A judge who never finds anything proves nothing, so each kind of violation is planted once. */
@DisplayName("The judge of histories")
class JournalsTest {
    @TempDir
    Path folder;

    private final List<Journal> journals = new ArrayList<>();

    private void journal(String process, String... lines) throws IOException {
        Path file = folder.resolve(process);
        Files.writeString(file, String.join("\n", lines) + "\n");
        journals.add(new Journal(process, file));
    }

    private List<String> violations() {
        return new Journals(journals).violations();
    }

    private static String granted(int seq, int token) {
        return record(seq, "became_leader", token);
    }

    private static String record(int seq, String event, int token) {
        return "{\"seq\":%d,\"event\":\"%s\",\"election\":\"e\",\"term\":\"%d\"}".formatted(seq, event, token);
    }

    @Test
    @DisplayName("passes terms that follow one another, even within one millisecond")
    void orderly() throws IOException {
        journal("a", granted(1, 1), "held e 1 100 110", "held e 1 200 210", record(2, "revoked", 1));
        journal("b", granted(1, 2), "held e 2 205 215", "held e 2 300 310");

        assertThat(violations()).isEmpty();
    }

    @Test
    @DisplayName("passes a process that was stopped between clock and question, which proves nothing")
    void stoppedWhileAsking() throws IOException {
        journal("a", "held e 1 100 110", "held e 1 200 900");
        journal("b", "held e 2 400 410", "held e 2 500 510");

        assertThat(violations()).isEmpty();
    }

    @Test
    @DisplayName("finds two terms that overlap")
    void overlap() throws IOException {
        journal("a", "held e 1 100 110", "held e 1 250 260");
        journal("b", "held e 2 200 210", "held e 2 300 310");

        assertThat(violations()).singleElement().asString().contains("two leaders");
    }

    @Test
    @DisplayName("finds a stale claim of a term that had been succeeded, however short and late")
    void staleClaim() throws IOException {
        journal("a", "held e 1 100 110", "held e 1 900 910");
        journal("b", "held e 2 200 210", "held e 2 300 310");
        journal("c", "held e 3 400 410");

        assertThat(violations()).hasSize(2).allMatch(violation -> violation.contains("a led e with token 1"));
    }

    @Test
    @DisplayName("finds tokens that fall as time goes on")
    void fallingTokens() throws IOException {
        journal("a", "held e 2 100 110", "held e 2 200 210");
        journal("b", "held e 1 300 310", "held e 1 400 410");

        assertThat(violations()).singleElement().asString().contains("two leaders");
    }

    @Test
    @DisplayName("finds one token in two hands")
    void sameToken() throws IOException {
        journal("a", granted(1, 7), "held e 7 100 110");
        journal("b", granted(1, 7), "held e 7 200 210");

        assertThat(violations())
                .hasSize(2)
                .anyMatch(found -> found.contains("one token twice"))
                .anyMatch(found -> found.contains("granted to a and to b"));
    }

    @Test
    @DisplayName("keeps elections apart")
    void otherElection() throws IOException {
        journal("a", "held e 1 100 110", "held e 1 250 260");
        journal("b", "held f 1 200 210", "held f 1 300 310");

        assertThat(violations()).isEmpty();
    }

    @Test
    @DisplayName("finds a grant without an end before the next one, an end without a grant, and a gap in the feed")
    void pairs() throws IOException {
        journal("a", granted(1, 1), granted(2, 2));
        journal("b", record(1, "revoked", 3));
        journal("c", record(1, "joined", 0), record(3, "left", 0));

        assertThat(violations()).hasSize(3);
    }

    @Test
    @DisplayName("reads a journal whose last line was torn by kill -9, and goes on when more is written")
    void tornLine() throws IOException {
        Path file = folder.resolve("torn");
        Files.writeString(file, "held e 1 100 110\nheld e 1 20");
        Journal journal = new Journal("torn", file);
        assertThat(journal.held()).hasSize(1);

        Files.writeString(file, "held e 1 100 110\nheld e 1 200 210\n");
        assertThat(journal.held()).hasSize(2);
    }
}
