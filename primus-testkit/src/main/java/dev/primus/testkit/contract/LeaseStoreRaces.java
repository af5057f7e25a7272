package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStores;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many contestants at once: of all that race for a term exactly one wins, round after round. */
public abstract class LeaseStoreRaces {
    private static final Duration LEASE = Duration.ofSeconds(60);

    private final ClusterName cluster =
            new ClusterName("r" + UUID.randomUUID().toString().substring(0, 13));

    /** The place under test. */
    protected abstract LeaseStores stores();

    protected int racers() {
        return 32;
    }

    protected int rounds() {
        return 40;
    }

    protected Duration ioTimeout() {
        return Duration.ofSeconds(10);
    }

    @Test
    @Tag("L5")
    @DisplayName("S2 of many racing exactly one wins each term, and tokens never repeat or fall")
    void exactlyOneWinner() throws Exception {
        ElectionName election = new ElectionName("race");
        race(() -> election);
    }

    @Test
    @Tag("L2")
    @DisplayName(
            "S2 exactly one wins when all enrol, look and bid at the same time, in an election that is new each round")
    void exactlyOneWinnerOfNewElections() throws Exception {
        int[] round = {0};
        race(() -> new ElectionName("new-" + round[0]++));
    }

    private void race(java.util.function.Supplier<ElectionName> elections) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(racers());
        List<Contestant> all = new ArrayList<>();
        try {
            for (int i = 0; i < racers(); i++) {
                NodeId id = NodeId.of("n" + i, "%04d".formatted(i));
                all.add(Contestant.open(stores(), cluster, id, LEASE, ioTimeout()));
            }
            long last = 0;
            ElectionName former = null;
            for (int round = 0; round < rounds(); round++) {
                ElectionName election = elections.get();
                Win win = oneRound(pool, all, election);
                if (election.equals(former)) {
                    assertThat(win.hold().token().value()).isEqualTo(last + 1);
                }
                former = election;
                last = win.hold().token().value();
                assertThat(win.winner().looks(election).holder())
                        .isEqualTo(win.winner().id());
                assertThat(win.winner().releases(win.hold()).verdict()).isEqualTo(Verdict.YES);
            }
        } finally {
            all.forEach(Contestant::close);
            pool.shutdownNow();
        }
    }

    private record Win(Contestant winner, Hold hold) {}

    private static Win oneRound(ExecutorService pool, List<Contestant> all, ElectionName election) throws Exception {
        CyclicBarrier start = new CyclicBarrier(all.size());
        List<Callable<List<Win>>> tries = new ArrayList<>();
        for (Contestant one : all) {
            tries.add(() -> {
                start.await();
                return oneTry(one, election);
            });
        }
        List<Win> wins = new ArrayList<>();
        for (Future<List<Win>> result : pool.invokeAll(tries)) {
            wins.addAll(result.get());
        }
        if (wins.isEmpty()) {
            // every try met somebody else's lock: allowed, and settled by trying alone
            Contestant first = all.get(0);
            return new Win(first, first.wins(election));
        }
        assertThat(wins).as("winners of one term").hasSize(1);
        return wins.get(0);
    }

    private static List<Win> oneTry(Contestant one, ElectionName election) {
        one.enroll(election, Enrolment.Part.CANDIDATE);
        Answer look = one.store().look(List.of(election)).get(0);
        if (look.verdict() != Verdict.YES) {
            return List.of();
        }
        Bid bid = Contestant.bidOn(Objects.requireNonNull(look.seen()));
        Answer answer = one.bids(bid);
        return answer.verdict() == Verdict.YES ? List.of(new Win(one, bid.hold())) : List.of();
    }
}
