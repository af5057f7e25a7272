package dev.primus.server.duties.partitions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.partition.Move;
import dev.primus.core.partition.TaskList;
import dev.primus.core.partition.Weight;
import dev.primus.core.spi.Catalogue;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.WorkBooks;
import dev.primus.core.spi.WorkerCard;
import dev.primus.core.spi.WorkerStore;
import dev.primus.jdbc.JdbcStore;
import dev.primus.testkit.FakeElection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The duty of {@code primus node --allocate}, on a file. */
class SharingOutTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final FakeElection election = new FakeElection("coordinator");
    private final List<Move> moves = new ArrayList<>();
    private JdbcStore store;
    private int opened;
    private int slept;

    @Test
    @Tag("P2")
    void aStoreThatCannotBeOpenedIsTriedAgainUntilWorkIsSharedOut(@TempDir Path folder) throws Exception {
        store = JdbcStore.sqlite(folder.resolve("work.db"));
        try (WorkBooks books = store.work(ClusterName.DEFAULT, SECOND);
                WorkerStore workers = store.workers(ClusterName.DEFAULT, SECOND)) {
            books.define(new Catalogue.Entry(TaskList.of("billing/invoices", 10), true));
            workers.enlist(new WorkerCard(NodeId.of("w-1", "0001"), Weight.ONE, "-", ""), Duration.ofMinutes(1));
            election.duringSleep(this::endLater);
            election.grant();

            election.run(new SharingOut(this::open, SECOND, moves::addAll));

            assertThat(opened).isEqualTo(3);
            assertThat(moves)
                    .singleElement()
                    .satisfies(move -> assertThat(move.size()).isEqualTo(10));
            assertThat(books.snapshot().orders())
                    .singleElement()
                    .satisfies(orders -> assertThat(orders.held().size()).isEqualTo(10));
        }
    }

    private PlanStore open() {
        if (++opened < 3) {
            throw new StoreException("not now");
        }
        return store.plans(ClusterName.DEFAULT, SECOND);
    }

    private void endLater() {
        if (++slept == 10) {
            election.expire();
        } else {
            election.duringSleep(this::endLater);
        }
    }
}
