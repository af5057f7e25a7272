package dev.primus.server.control;

import dev.primus.BallotOffice;
import dev.primus.HeartbeatStatus;
import dev.primus.core.ElectionName;
import dev.primus.core.ElectionPhase;
import dev.primus.core.Electorate;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Ruling;
import dev.primus.core.Suffrage;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.score.Capability;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.ballot.score.Scoring;
import dev.primus.core.ballot.score.Weights;
import dev.primus.feed.FeedKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a voter knows, as the test wants it. */
public final class FakeOffice implements BallotOffice {
    private static final NodeId FITTEST = NodeId.parse("core-1#00aa11bb");

    private final FakeSubject node;
    private final List<Report> reports = new ArrayList<>();
    public final List<String> asked = new ArrayList<>();
    private String refusal = "";
    CompletableFuture<Ruling> ruling = CompletableFuture.completedFuture(Ruling.DONE);
    CompletableFuture<Set<NodeName>> reach =
            CompletableFuture.completedFuture(Set.of(new NodeName("core-1"), new NodeName("core-2")));
    private @Nullable Suffrage suffrage = Suffrage.of(
            Electorate.first(Set.of(new NodeName("core-1"), new NodeName("core-2"), new NodeName("core-3"))));
    private boolean decided = true;
    private CompletableFuture<Report> dryRun = new CompletableFuture<>();
    CompletableFuture<HeartbeatStatus> heartbeat =
            CompletableFuture.completedFuture(new HeartbeatStatus(false, false, null, Duration.ofMillis(450), null));

    FakeOffice(FakeSubject node) {
        this.node = node;
        reports.add(won(43));
        reports.add(won(42));
        dryRun.complete(won(44));
    }

    /** Asked for an election, this is why there is none. */
    public FakeOffice refuses(String why) {
        refusal = why;
        return this;
    }

    /** Voters are counted. */
    public FakeOffice namesNobody() {
        suffrage = null;
        return this;
    }

    /** A change of who votes is under way. */
    public FakeOffice changesTo(String... names) {
        Electorate next =
                new Electorate(42, 1, Stream.of(names).map(NodeName::new).collect(Collectors.toSet()));
        suffrage = Objects.requireNonNull(suffrage).proposing(next);
        return this;
    }

    /** This is what a wish to change who votes comes to. */
    public FakeOffice rules(Ruling said) {
        ruling = CompletableFuture.completedFuture(said);
        return this;
    }

    /** No election ends while anybody looks. */
    FakeOffice neverDecides() {
        decided = false;
        return this;
    }

    FakeOffice tellsNothing() {
        reports.clear();
        dryRun = CompletableFuture.failedFuture(new IllegalStateException("the loop has ended"));
        return this;
    }

    /** Won by the one with more experience; the other would not have been followed by many. */
    public static Report won(long token) {
        Facts plain = Facts.NONE
                .withCapabilities(Set.of(Capability.ADMIN_ELECTION))
                .withUptime(Duration.ofHours(3))
                .withFreeCpu(0.5)
                .withFreeMemory(0.25)
                .withFreeDisk(0.75);
        Facts known = plain.withExperience(Duration.ofHours(84)).withFailedTerms(1);
        Term winner = Term.of(FITTEST, token);
        return new Report(
                new ElectionName("coordinator"),
                Trigger.HEARTBEAT_TIMEOUT,
                FakeSubject.NOW,
                Duration.ofMillis(412),
                winner,
                List.of(entry("core-1#00aa11bb", true, known), entry("core-2#7f3a9c04", false, plain)),
                Map.of(new NodeName("core-1"), winner, new NodeName("core-2"), winner),
                Map.of(new NodeName("core-3"), "it is bound to another until it has not heard it for 15 s"));
    }

    private static Report.Entry entry(String id, boolean viable, Facts facts) {
        return new Report.Entry(NodeId.parse(id), viable, facts, Scoring.of(facts, Weights.DEFAULT));
    }

    @Override
    public CompletableFuture<ElectionPhase> phase(String election) {
        return CompletableFuture.completedFuture(ElectionPhase.IDLE);
    }

    @Override
    public List<Report> reports(String election) {
        return reports;
    }

    @Override
    public CompletableFuture<Report> dryRun(String election) {
        return dryRun;
    }

    @Override
    public CompletableFuture<String> trigger(String election, boolean override) {
        asked.add(election + (override ? " by all means" : ""));
        if (refusal.isEmpty() && decided) {
            FakeSeat seat = (FakeSeat) node.elections.get(0);
            Term next = Term.of(FITTEST, 43);
            seat.follows(FITTEST.toString(), 43);
            seat.tell(FeedKind.LEADER_CHANGED, next, null);
        }
        return CompletableFuture.completedFuture(refusal);
    }

    @Override
    public CompletableFuture<HeartbeatStatus> heartbeat(String election) {
        return heartbeat;
    }

    @Override
    public void onElectionComplete(Consumer<Report> listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Optional<Suffrage>> voters(String election) {
        return CompletableFuture.completedFuture(Optional.ofNullable(suffrage));
    }

    @Override
    public CompletableFuture<Set<NodeName>> withinReach() {
        return reach;
    }

    @Override
    public CompletableFuture<Ruling> admit(String election, String name) {
        asked.add("admit %s %s".formatted(election, name));
        return ruling;
    }

    @Override
    public CompletableFuture<Ruling> dismiss(String election, String name) {
        asked.add("dismiss %s %s".formatted(election, name));
        return ruling;
    }
}
