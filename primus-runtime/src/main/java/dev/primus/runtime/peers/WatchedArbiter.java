package dev.primus.runtime.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.lease.LeaseRequest;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.PeerRelease;
import dev.primus.core.spi.Verdict;
import dev.primus.deathwatch.DeathWatch;
import dev.primus.deathwatch.companion.ReleaseKeys;
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
    /** As many as surely fit into one frame of the pipe; a cluster that is larger waits for promises to run out. */
    private static final int MOST_ADDRESSES = 64;

    private final PeerArbiter<?> peers;
    private final DeathWatch watch;
    private final LongSupplier clock;
    private final ReleaseKeys keys;
    private List<String> reached = List.of();

    /** @param keys the same that the peers were told the digests of */
    public WatchedArbiter(PeerArbiter<?> peers, DeathWatch watch, LongSupplier clock, ReleaseKeys keys) {
        this.peers = peers;
        this.watch = watch;
        this.clock = clock;
        this.keys = keys;
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
            confirmed(won, since == null ? sentAt : since.nanos());
        } else if (request instanceof LeaseRequest.Renew renew) {
            if (yes) {
                confirmed(renew.hold(), sentAt);
            } else {
                watch.ended(List.of(forCompanion(renew.hold())));
            }
        } else if (request instanceof LeaseRequest.Release release) {
            watch.ended(List.of(forCompanion(release.parting().hold())));
        }
    }

    private void confirmed(Hold hold, long sentAt) {
        List<String> now =
                peers.releaseAddresses().stream().sorted().limit(MOST_ADDRESSES).toList();
        if (!now.equals(reached)) {
            reached = now;
            watch.reaches(Map.of(PeerRelease.ADDRESSES, String.join(" ", now)));
        }
        watch.confirmed(List.of(forCompanion(hold)), sentAt);
    }

    /** What proves a term to the members is its release key, not the nonce, which the registrar knows too. */
    private Hold forCompanion(Hold hold) {
        return new Hold(hold.election(), hold.token(), keys.key(hold.election(), hold.nonce()));
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
