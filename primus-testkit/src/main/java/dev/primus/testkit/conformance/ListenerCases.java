package dev.primus.testkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.Change;
import dev.primus.Election;
import dev.primus.Handover;
import dev.primus.Leadership;
import dev.primus.core.LossReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What listeners hear, and what they cannot spoil. */
abstract class ListenerCases extends HandoverCases {
    @Test
    @DisplayName("C8 granted and revoked come in pairs with rising terms, and nothing is held when revoked is heard")
    void pairs() throws Exception {
        List<String> heard = new CopyOnWriteArrayList<>();
        List<Long> tokens = new CopyOnWriteArrayList<>();
        AtomicReference<Leadership> granted = new AtomicReference<>();
        join("a", change -> {
            if (change instanceof Change.Granted now) {
                granted.set(now.leadership());
                tokens.add(now.leadership().token());
                heard.add("granted " + now.leadership().token());
            } else if (change instanceof Change.Revoked former) {
                assertThat(Objects.requireNonNull(granted.get()).isHeld()).isFalse();
                heard.add("revoked " + former.term().token() + " " + former.reason());
            }
        });
        Election election = election("a");
        for (int term = 1; term <= 3; term++) {
            settled();
            done(election.resign());
        }
        settled();
        assertThat(where().until(() -> heard.size() >= 7, where().worstTakeover()))
                .isTrue();
        assertThat(tokens).hasSize(4).isSorted().doesNotHaveDuplicates();
        List<String> expected = new ArrayList<>();
        for (long token : tokens.subList(0, 3)) {
            expected.add("granted " + token);
            expected.add("revoked " + token + " " + LossReason.RELEASED);
        }
        expected.add("granted " + tokens.get(3));
        assertThat(heard).isEqualTo(expected);
    }

    @Test
    @DisplayName("a listener that throws, and one that blocks, delay nobody but themselves")
    void badListeners() throws Exception {
        List<Change> heard = new CopyOnWriteArrayList<>();
        Duration ages = where().worstTakeover().multipliedBy(20);
        join(
                "a",
                change -> {
                    throw new IllegalStateException("a careless listener");
                },
                change -> block("a", ages),
                heard::add);
        settled();
        Election election = election("a");
        Leadership held = election.leadership().orElseThrow();
        where().pass(where().worstTakeover().multipliedBy(2));
        assertThat(held.isHeld()).isTrue();
        assertThat(done(election.resign())).isEqualTo(Handover.RELEASED);
        assertThat(held.isHeld()).isFalse();
        assertThat(where().until(
                                () -> heard.stream().anyMatch(Change.Revoked.class::isInstance),
                                where().worstTakeover()))
                .isTrue();
    }
}
