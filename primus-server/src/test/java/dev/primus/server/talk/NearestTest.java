package dev.primus.server.talk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> VERBS = List.of("status", "history", "members", "node", "demo");

    @Test
    void findsWhatWasMeant() {
        assertThat(Nearest.to("statsu", VERBS)).contains("status");
        assertThat(Nearest.to("histroy", VERBS)).contains("history");
        assertThat(Nearest.to("nod", VERBS)).contains("node");
    }

    @Test
    void doesNotGuessWildly() {
        assertThat(Nearest.to("leader", VERBS)).isEmpty();
        assertThat(Nearest.to("z", List.of("x", "y"))).isEmpty();
    }
}
