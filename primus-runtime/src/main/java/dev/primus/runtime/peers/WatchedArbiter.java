package dev.primus.runtime.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.lease.LeaseRequest;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Verdict;
import dev.primus.deathwatch.DeathWatch;
import dev.primus.runtime.effect.Arbiter;
import dev.primus.runtime.effect.StoreCall;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Peers under death watch. All that a companion has to know passes here: which terms the peers confirmed, when that was
 * asked for, and which terms are over. On the node's thread.
 */
public final class WatchedArbiter implements Arbiter {
    private final Arbiter peers;
    private final DeathWatch watch;
    private final LongSupplier clock;

    public WatchedArbiter(Arbiter peers, DeathWatch watch, LongSupplier clock) {
        this.peers = peers;
        this.watch = watch;
        this.clock = clock;
    }

    @Override
    public void carry(StoreCall call, Consumer<List<Answer>> reply) {
        Map<ElectionName, LeaseRequest> asked = new HashMap<>();
        call.requests().forEach(request -> asked.put(request.election(), request));
        long sentAt = clock.getAsLong();
        peers.carry(call, answers -> {
            answers.forEach(answer -> report(asked.get(answer.election()), answer, sentAt));
            reply.accept(answers);
        });
    }

    /** An unknown outcome changes nothing: the term that was confirmed before runs on to its end. */
    private void report(@Nullable LeaseRequest request, Answer answer, long sentAt) {
        if (answer.verdict() == Verdict.UNKNOWN) {
            return;
        }
        boolean yes = answer.verdict() == Verdict.YES;
        if (request instanceof LeaseRequest.Acquire acquire && yes) {
            Hold bid = acquire.bid().hold();
            Hold won = answer.granted() == null ? bid : new Hold(bid.election(), answer.granted(), bid.nonce());
            MonoTime since = answer.since();
            watch.confirmed(List.of(won), since == null ? sentAt : since.nanos());
        } else if (request instanceof LeaseRequest.Renew renew) {
            if (yes) {
                watch.confirmed(List.of(renew.hold()), sentAt);
            } else {
                watch.ended(List.of(renew.hold()));
            }
        } else if (request instanceof LeaseRequest.Release release) {
            watch.ended(List.of(release.parting().hold()));
        }
    }

    @Override
    public boolean takesMany() {
        return peers.takesMany();
    }

    @Override
    public void begin(Consumer<Runnable> mailbox, Consumer<Hint> hints, BiConsumer<ElectionName, LossReason> orders) {
        peers.begin(mailbox, hints, orders);
    }

    @Override
    public Map<String, String> signature() {
        return peers.signature();
    }

    @Override
    public LossReason whenSilent() {
        return peers.whenSilent();
    }

    @Override
    public String silence() {
        return peers.silence();
    }

    @Override
    public Duration checkEvery() {
        return peers.checkEvery();
    }

    @Override
    public MonoTime turn(MonoTime now) {
        return peers.turn(now);
    }

    @Override
    public CompletableFuture<Void> leave() {
        return peers.leave();
    }

    @Override
    public String obstacle(ElectionName election, MonoTime now) {
        return peers.obstacle(election, now);
    }
}
