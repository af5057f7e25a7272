package dev.primus.guard;

import dev.primus.Leadership;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Judges requests by their {@link TokenHeader}, in any HTTP handler. Safe for use from any thread.
 *
 * <pre>{@code
 * Admission answer = guard.write(exchange.getRequestHeaders().get(TokenHeader.NAME), () -> store(body));
 * exchange.sendResponseHeaders(HeaderGuard.statusOf(answer), -1);
 * }</pre>
 *
 * <p>Its mark is in memory: a restart of this process forgets everything, and several processes behind one address know
 * nothing of each other. Where the handler writes to a database, read the claim with {@link TokenHeader#read} and hand it
 * to a fence row there, in the handler's own transaction.
 */
public final class HeaderGuard implements Guard, Barrier {
    private static final String ALLOWED =
            "one header " + TokenHeader.NAME + " is needed: a number from 1, and perhaps ;owner=name#incarnation";

    private final MemoryFence fence;
    private final LongAdder unreadable = new LongAdder();

    public HeaderGuard(String resource) {
        this(new MemoryFence(resource));
    }

    /** For a resource that is also written by others than requests; their writes are counted here too. */
    public HeaderGuard(MemoryFence fence) {
        this.fence = fence;
    }

    /** Judges, and writes if admitted; see {@link MemoryFence#write}. */
    public <E extends Exception> Admission write(@Nullable List<String> values, MemoryFence.Write<E> write) throws E {
        return judge(TokenHeader.read(values), write);
    }

    /** The same for servers that hand out one value. */
    public <E extends Exception> Admission write(@Nullable String value, MemoryFence.Write<E> write) throws E {
        return judge(TokenHeader.read(value), write);
    }

    private <E extends Exception> Admission judge(Optional<Claim> claim, MemoryFence.Write<E> write) throws E {
        if (claim.isPresent()) {
            return fence.write(claim.get(), write);
        }
        unreadable.increment();
        return new Admission.Unreadable(fence.resource(), ALLOWED);
    }

    /** 200 if let in, 412 (precondition failed) if stale, 400 without a readable token. */
    public static int statusOf(Admission answer) {
        if (answer.isAdmitted()) {
            return 200;
        }
        return answer instanceof Admission.Stale ? 412 : 400;
    }

    /** For a leader in the same process; any other raises the mark by its first request. */
    @Override
    public void raise(Leadership leadership) {
        fence.raise(leadership);
    }

    @Override
    public String resource() {
        return fence.resource();
    }

    @Override
    public long admitted() {
        return fence.admitted();
    }

    @Override
    public long rejected() {
        return fence.rejected() + unreadable.sum();
    }
}
