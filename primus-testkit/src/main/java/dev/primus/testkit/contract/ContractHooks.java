package dev.primus.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.LeaseStores;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;

/** Where the cases play, what a store may offer them, and who plays. */
abstract class ContractHooks {
    static final Duration SHORT = Duration.ofMillis(600);
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    static final Duration LONG = Duration.ofSeconds(60);

    final ElectionName election = new ElectionName("coordinator");
    final ClusterName cluster =
            new ClusterName("c" + UUID.randomUUID().toString().substring(0, 13));
    private final List<AutoCloseable> opened = new ArrayList<>();
    private int incarnations;

    /** The place under test. May be the same for all cases. */
    protected abstract LeaseStores stores();

    /** How long a verb may take in these cases. */
    protected Duration ioTimeout() {
        return Duration.ofSeconds(2);
    }

    /** Whether the store pushes hints. */
    protected boolean pushesHints() {
        return true;
    }

    /** Locks the row of an election against changes until the result is closed, as a foreign transaction would. */
    protected AutoCloseable lockLease(ClusterName in, ElectionName which) throws Exception {
        return Assumptions.abort("this store has no rows that can be locked one by one");
    }

    /** Locks the row that guarded transactions hold, until the result is closed. */
    protected AutoCloseable lockTerm(ClusterName in, ElectionName which) throws Exception {
        return Assumptions.abort("this store has no rows that can be locked one by one");
    }

    /** Deletes an election's rows as a careless operator would. */
    protected void deleteRows(ClusterName in, ElectionName which) throws Exception {
        Assumptions.abort("rows of this store cannot be deleted");
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    /** For cases that are not about time and ask for much at once: a busy machine may take longer than usual. */
    final Contestant patientNode(String name) {
        return opened(Contestant.open(stores(), cluster, id(name), LONG, PATIENCE));
    }

    /** A new process of a node. */
    final Contestant node(String name, Duration lease) {
        return opened(Contestant.open(stores(), cluster, id(name), lease, ioTimeout()));
    }

    final NodeId id(String name) {
        return NodeId.of(name, "%04d".formatted(++incarnations));
    }

    final Ledger ledger() {
        return opened(stores().ledger(cluster));
    }

    final <C extends AutoCloseable> C opened(C one) {
        opened.add(one);
        return one;
    }

    /** What is UNKNOWN is asked again, for a busy machine may exceed the I/O timeout; what is refused is not. */
    static void enrollAll(Contestant node, List<ElectionName> names) {
        List<Enrolment> open = names.stream()
                .map(name -> new Enrolment(name, Enrolment.Part.CANDIDATE))
                .toList();
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            List<Answer> answers = node.store().enroll(open);
            assertThat(answers).hasSameSizeAs(open).noneMatch(answer -> answer.verdict() == Verdict.NO);
            Set<ElectionName> unknown = answers.stream()
                    .filter(answer -> answer.verdict() == Verdict.UNKNOWN)
                    .map(Answer::election)
                    .collect(Collectors.toSet());
            if (unknown.isEmpty()) {
                return;
            }
            assertThat(System.nanoTime() - until)
                    .as("still unknown after %s: %s", PATIENCE, answers)
                    .isNegative();
            open = open.stream().filter(one -> unknown.contains(one.election())).toList();
        }
    }
}
