package dev.primus.testkit;

import dev.primus.Change;
import dev.primus.Duty;
import dev.primus.DutyStatus;
import dev.primus.Election;
import dev.primus.Handover;
import dev.primus.Leader;
import dev.primus.Leadership;
import dev.primus.Part;
import dev.primus.core.ElectionName;
import dev.primus.core.FencingToken;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An election for unit tests: the test decides who leads. No thread, no clock, no sleep; everything happens in the call
 * that asks for it, listeners included. Not safe for use from several threads.
 */
public final class FakeElection implements Election {
    private final ElectionName name;
    private final NodeId self;
    private final List<Consumer<Change>> listeners = new ArrayList<>();
    private final List<Duration> sleeps = new ArrayList<>();
    private @Nullable Runnable duringSleep;
    private @Nullable FakeLeadership held;
    private @Nullable Leader leader;
    private @Nullable Leader lastTold;
    private @Nullable String heir;
    private long lastToken;
    private boolean closed;

    public FakeElection(String name) {
        this.name = new ElectionName(name);
        this.self = NodeId.of("this-node", "00000001");
    }

    public FakeElection onChange(Consumer<Change> listener) {
        listeners.add(listener);
        return this;
    }

    // ---- what the test does ----------------------------------------------------------------------------------

    /** This node leads from now on, with the next token. */
    public Leadership grant() {
        if (closed) {
            throw new IllegalStateException("closed: this election is over");
        }
        if (held != null) {
            revoke(LossReason.EXPIRED);
        }
        FakeLeadership granted = new FakeLeadership(new Term(self, new FencingToken(++lastToken)));
        held = granted;
        leader = new Leader(granted.term, Instant.EPOCH);
        tell(new Change.Granted(name, granted));
        tellOf(leader);
        return granted;
    }

    /** This node leads no more. Does nothing if it does not lead. */
    public void revoke(LossReason reason) {
        FakeLeadership former = held;
        if (former != null) {
            former.state = Leadership.State.ENDED;
            held = null;
            leader = null;
            tell(new Change.Revoked(name, former.term, reason));
        }
    }

    /** The deadline passes without a renewal. */
    public void expire() {
        revoke(LossReason.EXPIRED);
    }

    /** A pause makes this node doubt that it leads. */
    public void suspend() {
        if (held != null && held.state == Leadership.State.HELD) {
            held.state = Leadership.State.SUSPECT;
            tell(new Change.Suspended(name, held.term));
        }
    }

    /** The doubt is over. */
    public void resume() {
        if (held != null && held.state == Leadership.State.SUSPECT) {
            held.state = Leadership.State.HELD;
            tell(new Change.Resumed(name, held.term));
        }
    }

    /** Another node leads, with the next token. */
    public void ledBy(String node) {
        revoke(LossReason.TAKEN);
        leader = new Leader(Term.of(NodeId.of(node, "00000002"), ++lastToken), Instant.EPOCH);
        tellOf(leader);
    }

    private void tellOf(Leader now) {
        Leader previous = lastTold;
        lastTold = now;
        tell(new Change.LeaderChanged(name, previous, now));
    }

    /** Something happens while a duty sleeps: it is done in the next call of {@link Leadership#sleep}. */
    public FakeElection duringSleep(Runnable event) {
        duringSleep = event;
        return this;
    }

    /** Runs a duty as long as it wants, or until it sleeps while its term has ended. */
    public void run(Duty duty) throws Exception {
        FakeLeadership present = held;
        if (present == null) {
            throw new IllegalStateException("nothing is granted: call grant() first");
        }
        try {
            duty.run(present);
        } catch (InterruptedException e) {
            if (present.state != Leadership.State.ENDED) {
                throw e;
            }
        }
    }

    /** How long duties wanted to sleep, in order. */
    public List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }

    /** To whom leadership was handed over last; empty if never. */
    public Optional<String> heir() {
        return Optional.ofNullable(heir);
    }

    public boolean isClosed() {
        return closed;
    }

    private void tell(Change change) {
        listeners.forEach(listener -> listener.accept(change));
    }

    // ---- what the code under test sees -----------------------------------------------------------------------

    @Override
    public ElectionName name() {
        return name;
    }

    @Override
    public boolean isLeader() {
        return held != null && held.isHeld();
    }

    @Override
    public Optional<Leadership> leadership() {
        return Optional.<Leadership>ofNullable(held).filter(Leadership::isHeld);
    }

    /** Always empty: a fake election has no store that could be away. */
    @Override
    public Optional<Instant> leaderUnknownSince() {
        return Optional.empty();
    }

    @Override
    public Optional<Leader> leader() {
        return Optional.ofNullable(leader);
    }

    @Override
    public Part part() {
        if (held != null) {
            return held.isHeld() ? Part.LEADING : Part.IN_DOUBT;
        }
        return closed ? Part.AWAY : Part.STANDBY;
    }

    /** It knows of none: duties are the test's own, see {@link #run}. */
    @Override
    public List<DutyStatus> duties() {
        return List.of();
    }

    @Override
    public boolean awaitLeadership(Duration most) {
        return isLeader();
    }

    @Override
    public CompletableFuture<Handover> resign() {
        return handOver(LossReason.RELEASED);
    }

    @Override
    public CompletableFuture<Handover> demote(Duration stayOut) {
        return handOver(LossReason.UNHEALTHY);
    }

    @Override
    public CompletableFuture<Handover> transferTo(String node) {
        heir = node;
        return handOver(LossReason.TRANSFERRED);
    }

    private CompletableFuture<Handover> handOver(LossReason reason) {
        Handover outcome = held == null ? Handover.NOT_LEADING : Handover.RELEASED;
        revoke(reason);
        return CompletableFuture.completedFuture(outcome);
    }

    @Override
    public void close() {
        revoke(LossReason.SHUTDOWN);
        closed = true;
    }

    /** A term that is as the test wants it. */
    private final class FakeLeadership implements Leadership {
        private final Term term;
        private State state = State.HELD;

        FakeLeadership(Term term) {
            this.term = term;
        }

        @Override
        public ElectionName election() {
            return name;
        }

        @Override
        public Term term() {
            return term;
        }

        @Override
        public boolean isHeld() {
            return state == State.HELD;
        }

        @Override
        public State state() {
            return state;
        }

        /** Only sleeping takes time here. */
        @Override
        public long nanos() {
            return sleeps.stream().mapToLong(Duration::toNanos).sum();
        }

        @Override
        public Duration remaining() {
            return isHeld() ? Duration.ofSeconds(1) : Duration.ZERO;
        }

        @Override
        public boolean sleep(Duration span) throws InterruptedException {
            sleeps.add(span);
            Runnable event = duringSleep;
            duringSleep = null;
            if (event != null) {
                event.run();
            }
            if (state == State.ENDED) {
                throw new InterruptedException("the term has ended");
            }
            return isHeld();
        }
    }
}
