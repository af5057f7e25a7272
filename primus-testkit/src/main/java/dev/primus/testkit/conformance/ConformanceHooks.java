package dev.primus.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Change;
import dev.primus.Election;
import dev.primus.Primus;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Where the cases play, who takes part, and how long things may take. */
abstract class ConformanceHooks {
    static final String NAME = "coordinator";

    final Map<String, Election> elections = new LinkedHashMap<>();
    private final Map<String, Primus> nodes = new LinkedHashMap<>();
    private @Nullable Ground prepared;

    /** A fresh place to play. */
    protected abstract Ground ground() throws Exception;

    final Ground where() {
        return Objects.requireNonNull(prepared);
    }

    @BeforeEach
    void prepare() throws Exception {
        prepared = ground();
    }

    @AfterEach
    void cleanUp() {
        where().close();
    }

    final Election election(String node) {
        return Objects.requireNonNull(elections.get(node));
    }

    final Primus node(String name) {
        return Objects.requireNonNull(nodes.get(name));
    }

    final Primus start(String node) {
        Primus started = where().start(node);
        nodes.put(node, started);
        return started;
    }

    final void joinAll(String... names) {
        for (String name : names) {
            join(name);
        }
    }

    @SafeVarargs
    final void join(String node, Consumer<Change>... listeners) {
        var builder = start(node).election(NAME);
        for (Consumer<Change> listener : listeners) {
            builder.onChange(listener);
        }
        elections.put(node, builder.join());
    }

    final void block(String node, Duration span) {
        try {
            where().block(node, span);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    final List<String> leaders() {
        return elections.entrySet().stream()
                .filter(entry -> entry.getValue().isLeader())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whoever knows who leads is known as a candidate itself. */
    final void everybodyKnowsALeader() throws InterruptedException {
        assertThat(where().until(
                                () -> elections.values().stream()
                                        .allMatch(election -> election.leader().isPresent()),
                                where().worstTakeover()))
                .isTrue();
    }

    /** Who leads, once somebody does. */
    final String settled() throws InterruptedException {
        assertThat(where().until(
                                () -> !leaders().isEmpty(),
                                where().worstTakeover().multipliedBy(2)))
                .as("somebody leads")
                .isTrue();
        assertThat(leaders()).hasSize(1);
        return leaders().get(0);
    }

    final <T> T done(CompletableFuture<T> future) throws InterruptedException {
        assertThat(where().until(future::isDone, where().worstTakeover().multipliedBy(2)))
                .isTrue();
        return future.join();
    }
}
