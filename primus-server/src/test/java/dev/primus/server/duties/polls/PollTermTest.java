package dev.primus.server.duties.polls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeId;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A coordinator's duty that is restarted within its term, after the wall clock was set back. */
class PollTermTest {
    private static final long TOKEN = 7;
    private static final long START = 1_700_000_000_000L;
    private static final long HOUR = 3_600_000;
    private static final List<Schedule> SCHEDULES =
            List.of(new Schedule("s", Duration.ofSeconds(10), Duration.ofSeconds(1), URI.create("tcp://a:1")));

    private final NodeId self = NodeId.of("a", "0001");
    private final NodeId other = NodeId.of("b", "0001");
    private final Map<NodeId, PollMember> members = new TreeMap<>();
    private final List<PollMessage.Kept> answers = new ArrayList<>();
    private final List<PollMessage.Order> orders = new ArrayList<>();
    private boolean cut;

    @BeforeEach
    void two() {
        for (NodeId node : List.of(self, other)) {
            members.put(node, new PollMember(node, new PollMessage.Role(true, false)));
        }
    }

    private PollTerm begin(@Nullable PollTerm former, long now) {
        PollTerm term = new PollTerm(TOKEN, self, SCHEDULES, former, 2, 100, 1_000);
        carry(term, term.viewed(members.keySet(), now), now);
        assertThat(term.isBegun()).isTrue();
        return term;
    }

    /** Delivers at once, what is meant for the other node only while nothing is cut. */
    private void carry(PollTerm term, List<Deed> deeds, long now) {
        Deque<Deed> open = new ArrayDeque<>(deeds);
        while (!open.isEmpty()) {
            if (!(open.remove() instanceof Deed.Tell tell)) {
                continue;
            }
            if (tell.message() instanceof PollMessage.Order order) {
                orders.add(order);
            } else if (!cut || tell.to().equals(self)) {
                for (Deed answer : members.get(tell.to()).heard(self, tell.message(), now)) {
                    PollMessage said = ((Deed.Tell) answer).message();
                    if (said instanceof PollMessage.Kept kept && tell.to().equals(other)) {
                        answers.add(kept);
                    }
                    open.addAll(term.heard(tell.to(), said, now));
                }
            }
        }
    }

    @Test
    @DisplayName("a late answer to the former is not counted: nothing is ordered that the members do not have")
    void lateAnswer() {
        PollTerm former = begin(null, START);
        carry(former, former.tick(START + 10_000), START + 10_000);
        assertThat(orders).as("both members have it").isNotEmpty();
        PollMessage.Kept late = answers.get(answers.size() - 1);

        long now = START - HOUR;
        PollTerm restarted = begin(former, now);
        orders.clear();
        cut = true;
        long due = now + 10_000;
        while (due < START + 30_000) {
            carry(restarted, restarted.tick(due), due);
            due += 10_000;
        }
        assertThat(restarted.isSpread())
                .as("there is something that the other node lacks")
                .isFalse();
        orders.clear();
        carry(restarted, restarted.heard(other, late, due), due);
        assertThat(orders).isEmpty();
    }

    @Test
    @DisplayName("what the former has put on record is known, even if the members' answers are late ones and lack it")
    void recordsStay() {
        PollTerm former = begin(null, START);
        carry(former, former.tick(START + 10_000), START + 10_000);
        List<Run> known = former.orchestrator().book().all();
        assertThat(known).isNotEmpty();

        PollTerm restarted = new PollTerm(TOKEN, self, SCHEDULES, former, 2, 100, 1_000);
        restarted.viewed(members.keySet(), START - HOUR);
        PollMessage.Known nothing = new PollMessage.Known(TOKEN, new PollMessage.Role(true, false), 1, 1, List.of());
        restarted.heard(self, nothing, START - HOUR);
        restarted.heard(other, nothing, START - HOUR);
        assertThat(restarted.orchestrator().book().all().stream().map(Run::key))
                .containsAll(known.stream().map(Run::key).toList());
    }

    @Test
    @DisplayName("a later term owes nothing to the former")
    void anotherToken() {
        PollTerm former = begin(null, START);
        PollTerm later = new PollTerm(TOKEN + 1, self, SCHEDULES, former, 2, 100, 1_000);
        carry(later, later.viewed(members.keySet(), START), START);
        carry(later, later.tick(START + 10_000), START + 10_000);
        assertThat(later.isSpread()).isTrue();
    }
}
