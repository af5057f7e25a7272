package dev.primus.runtime.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.Pause;
import dev.primus.core.peers.Member;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Pauses;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.TermRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** What this member of a cluster remembers, and what operators tell it. */
public final class PeerBooks implements Ledger, Pauses {
    private final PeerArbiter<?> arbiter;
    private final Duration patience;

    public PeerBooks(PeerArbiter<?> arbiter, Duration patience) {
        this.arbiter = arbiter;
        this.patience = patience;
    }

    @Override
    public List<Sighting> elections() {
        return arbiter.books().elections();
    }

    @Override
    public List<TermRecord> latest(List<ElectionName> elections) {
        return elections.stream()
                .sorted()
                .flatMap(election -> history(election, 1).stream())
                .toList();
    }

    @Override
    public List<TermRecord> history(ElectionName election, int most) {
        return arbiter.books().history().getOrDefault(election, List.of()).stream()
                .limit(most)
                .toList();
    }

    @Override
    public List<CandidateRecord> candidates(List<ElectionName> elections) {
        Set<ElectionName> wanted = Set.copyOf(elections);
        return arbiter.books().candidates().stream()
                .filter(candidate -> wanted.contains(candidate.election()))
                .sorted(Comparator.comparing(CandidateRecord::election).thenComparing(CandidateRecord::node))
                .toList();
    }

    @Override
    public boolean pause(ElectionName election, String by, String why) {
        Instant at = Instant.ofEpochMilli(arbiter.wallMillis());
        return ask(member -> member.pause(election, new Pause(by, why, at), arbiter.now()));
    }

    @Override
    public boolean resume(ElectionName election) {
        return ask(member -> member.pause(election, null, arbiter.now()));
    }

    private <T> T ask(Function<Member<?>, T> question) {
        return await(arbiter.ask(question::apply));
    }

    private <T> T await(CompletableFuture<T> answer) {
        try {
            return arbiter.await(answer, patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException("interrupted while this node was asked", e);
        } catch (TimeoutException e) {
            throw new StoreException("this node did not answer within " + patience, e);
        } catch (ExecutionException e) {
            throw new StoreException("this node cannot be asked: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {}
}
