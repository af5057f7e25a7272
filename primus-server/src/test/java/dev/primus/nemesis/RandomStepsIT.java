package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.Availability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The property test of the documents: whatever is started, stopped and killed, in whatever order, at most one leads, all
 * duties are on exactly one node, and whenever a majority is up somebody leads.
 */
@Tag("G14")
class RandomStepsIT {
    @TempDir
    private Path folder;

    @Test
    @DisplayName("12 random starts, stops and kills of up to 4 nodes")
    void aFew() throws Exception {
        play(4, 12, 7);
    }

    @Test
    @Tag("long")
    @DisplayName("200 random starts, stops and kills of up to 7 nodes")
    void many() throws Exception {
        play(7, 200, 11);
    }

    private void play(int nodes, int steps, long seed) throws Exception {
        Random chance = new Random(seed);
        String[] names = new String[nodes];
        for (int i = 0; i < nodes; i++) {
            names[i] = "n" + i;
        }
        try (PeerArena arena =
                new PeerArena(folder, Availability.MAJORITY).fast().local(names)) {
            Map<String, Child> up = new LinkedHashMap<>();
            arena.startAll().forEach(child -> up.put(child.node(), child));
            arena.awaitOne();
            for (int step = 0; step < steps; step++) {
                String node = names[chance.nextInt(nodes)];
                Child running = up.get(node);
                if (running == null) {
                    up.put(node, arena.start(node).get(0));
                } else if (chance.nextBoolean()) {
                    up.remove(node);
                    running.kill9();
                } else {
                    up.remove(node);
                    running.term();
                    running.awaitEnd();
                }
                if (up.size() > nodes / 2) {
                    Child leader = arena.awaitOne();
                    assertThat(up.values()).as("the leader after step %d", step).contains(leader);
                } else {
                    assertNobodyLeads(arena, new ArrayList<>(up.values()));
                }
            }
            arena.close();
            assertThat(arena.history().violations())
                    .as("what the journals show")
                    .isEmpty();
            arena.checkDutiesAlone();
            System.out.printf(
                    "nemesis: registry: %d steps, %d processes, %d terms, never two leaders%n",
                    steps, arena.children().size(), arena.history().beliefs().size());
        }
    }

    /** Without a majority whoever led has stopped within its lease. */
    private static void assertNobodyLeads(PeerArena arena, List<Child> up) {
        arena.until(
                "nobody leads",
                PeerArena.SLACK,
                () -> up.stream()
                        .allMatch(child -> child.heldSince(PeerArena.ELECTION, System.nanoTime() - 500_000_000L)
                                .isEmpty()));
    }
}
