package dev.primus;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeName;
import dev.primus.core.election.Wish;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Ledger;
import dev.primus.runtime.node.Seat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An election as seen from a node's seat in it. */
final class SeatedElection implements Election {
    private static final Logger LOG = LoggerFactory.getLogger(SeatedElection.class);

    private final Primus primus;
    private final Seat seat;

    SeatedElection(Primus primus, Seat seat) {
        this.primus = primus;
        this.seat = seat;
    }

    @Override
    public ElectionName name() {
        return seat.election();
    }

    @Override
    public boolean isLeader() {
        Leadership held = seat.held();
        return held != null && held.isHeld();
    }

    @Override
    public Optional<Leadership> leadership() {
        return Optional.ofNullable(seat.held()).filter(Leadership::isHeld);
    }

    @Override
    public Optional<Leader> leader() {
        return Optional.ofNullable(seat.leader());
    }

    @Override
    public Optional<Instant> leaderUnknownSince() {
        return Optional.ofNullable(seat.unknownSince());
    }

    @Override
    public Part part() {
        return seat.part();
    }

    @Override
    public List<DutyStatus> duties() {
        return seat.duties();
    }

    @Override
    public boolean awaitLeadership(Duration most) throws InterruptedException {
        CompletableFuture<Void> granted = new CompletableFuture<>();
        Consumer<Change> ear = change -> {
            if (change instanceof Change.Granted || change instanceof Change.Resumed) {
                granted.complete(null);
            }
        };
        seat.addListener(ear);
        try {
            if (!isLeader()) {
                primus.stage().await(granted, most);
            }
            return isLeader();
        } catch (TimeoutException | ExecutionException e) {
            return isLeader();
        } finally {
            seat.removeListener(ear);
        }
    }

    @Override
    public CompletableFuture<Handover> resign() {
        return ask(Wish.RESIGN);
    }

    @Override
    public CompletableFuture<Handover> demote(Duration stayOut) {
        return ask(Wish.standAside(LossReason.UNHEALTHY, stayOut));
    }

    @Override
    public CompletableFuture<Handover> transferTo(String node) {
        NodeName heir = new NodeName(node);
        if (primus.isClosed()) {
            return CompletableFuture.completedFuture(Handover.NOT_LEADING);
        }
        if (heir.equals(primus.id().name())) {
            return CompletableFuture.failedFuture(new IllegalArgumentException(
                    "cannot transfer '%s' to '%s': that is this node".formatted(name(), node)));
        }
        return CompletableFuture.runAsync(
                        () -> checkMayTakeOver(heir), primus.stage().lane("ledger"))
                .thenCompose(checked -> ask(Wish.transferTo(heir)));
    }

    private CompletableFuture<Handover> ask(Wish wish) {
        return primus.stage().onLane(seat.ask(wish));
    }

    private void checkMayTakeOver(NodeName heir) {
        try (Ledger ledger = primus.ledger()) {
            ledger.elections().stream()
                    .filter(row -> row.election().equals(name()) && row.pause() != null)
                    .forEach(row -> {
                        throw new IllegalArgumentException(
                                "cannot transfer '%s' to '%s': it is %s".formatted(name(), heir, row.pause()));
                    });
            List<NodeName> able = ledger.candidates(List.of(name())).stream()
                    .filter(candidate -> candidate.alive() && candidate.part() == Enrolment.Part.CANDIDATE)
                    .map(CandidateRecord::node)
                    .map(node -> node.name())
                    .distinct()
                    .toList();
            if (!able.contains(heir)) {
                throw new IllegalArgumentException(
                        "cannot transfer '%s' to '%s': candidates alive are %s".formatted(name(), heir, able));
            }
        }
    }

    @Override
    public void close() {
        seat.ask(Wish.LEAVE);
        try {
            primus.stage().await(seat.left(), primus.patience());
        } catch (TimeoutException | ExecutionException e) {
            LOG.warn("leaving '{}' took too long; what is still held runs out by itself", name());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
