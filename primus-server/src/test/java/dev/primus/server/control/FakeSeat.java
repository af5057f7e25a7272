package dev.primus.server.control;

import dev.primus.DutyStatus;
import dev.primus.Election;
import dev.primus.Handover;
import dev.primus.Leader;
import dev.primus.Leadership;
import dev.primus.Part;
import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.feed.FeedKind;
import dev.primus.feed.FeedRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A part in an election that the test decides, up to how a hand-over goes. */
public final class FakeSeat implements Election {
    private final ElectionName name;
    private final FakeSubject node;
    private volatile Part part = Part.STANDBY;
    private volatile Leader leader;
    private volatile Term own;
    private volatile Instant unknownSince;
    private List<DutyStatus> duties = List.of();
    private CompletableFuture<Handover> handover = CompletableFuture.completedFuture(Handover.RELEASED);
    private String successor;
    final List<String> asked = new ArrayList<>();

    FakeSeat(String name, FakeSubject node) {
        this.name = new ElectionName(name);
        this.node = node;
    }

    public FakeSeat leads(long token) {
        part = Part.LEADING;
        own = Term.of(node.self, token);
        leader = new Leader(own, FakeSubject.NOW.minus(Duration.ofMinutes(4)));
        return this;
    }

    /** As in the moment between the grant and the news of it. */
    FakeSeat unheardOf() {
        leader = null;
        return this;
    }

    public FakeSeat follows(String other, long token) {
        leader = new Leader(Term.of(NodeId.parse(other), token), FakeSubject.NOW.minus(Duration.ofMinutes(4)));
        return this;
    }

    /** The store is away, and the lease that was last seen has ended. */
    public FakeSeat cannotTellSince(Instant time) {
        leader = null;
        unknownSince = time;
        return this;
    }

    public FakeSeat in(Part now) {
        part = now;
        return this;
    }

    public FakeSeat with(DutyStatus... some) {
        duties = List.of(some);
        return this;
    }

    /** Who leads once this node has given it up; nobody if never said. */
    public FakeSeat then(String next) {
        successor = next;
        return this;
    }

    public FakeSeat handingOver(CompletableFuture<Handover> outcome) {
        handover = outcome;
        return this;
    }

    @Override
    public Optional<Instant> leaderUnknownSince() {
        return Optional.ofNullable(unknownSince);
    }

    @Override
    public ElectionName name() {
        return name;
    }

    @Override
    public boolean isLeader() {
        return part == Part.LEADING;
    }

    @Override
    public Optional<Leadership> leadership() {
        return isLeader() ? Optional.of(new Held()) : Optional.empty();
    }

    @Override
    public Optional<Leader> leader() {
        return Optional.ofNullable(leader);
    }

    @Override
    public Part part() {
        return part;
    }

    @Override
    public List<DutyStatus> duties() {
        return duties;
    }

    @Override
    public boolean awaitLeadership(Duration most) {
        return isLeader();
    }

    @Override
    public CompletableFuture<Handover> resign() {
        return handOver("resign");
    }

    @Override
    public CompletableFuture<Handover> demote(Duration stayOut) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Handover> transferTo(String heir) {
        return handOver("transfer to " + heir);
    }

    private CompletableFuture<Handover> handOver(String how) {
        asked.add(how);
        if (!handover.isCompletedExceptionally() && handover.getNow(null) == Handover.RELEASED) {
            Term former = own;
            tell(FeedKind.REVOKED, former, LossReason.RELEASED);
            in(Part.STANDBY);
            leader = null;
            if (successor != null) {
                node.later(Duration.ofMillis(8));
                follows(successor, former.token().value() + 1);
                tell(FeedKind.LEADER_CHANGED, leader.term(), null);
            }
        }
        return handover;
    }

    void tell(FeedKind kind, Term term, LossReason reason) {
        node.feed.append(
                kind, (seq, time, self) -> new FeedRecord(seq, time, self, name, kind, term, reason, Map.of()));
    }

    @Override
    public void close() {}

    /** A term with some seconds left. */
    private final class Held implements Leadership {
        @Override
        public ElectionName election() {
            return name;
        }

        @Override
        public Term term() {
            return own;
        }

        @Override
        public boolean isHeld() {
            return true;
        }

        @Override
        public State state() {
            return State.HELD;
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Duration remaining() {
            return Duration.ofMillis(7900);
        }

        @Override
        public boolean sleep(Duration span) {
            return true;
        }
    }
}
