package dev.primus.server.control;

import dev.primus.BallotOffice;
import dev.primus.DutyStatus;
import dev.primus.Election;
import dev.primus.Health;
import dev.primus.HeartbeatStatus;
import dev.primus.Leader;
import dev.primus.Leadership;
import dev.primus.Part;
import dev.primus.Primus;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.Term;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreException;
import dev.primus.core.spi.TermRecord;
import dev.primus.server.duties.polls.Run;
import dev.primus.server.view.MembersView;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Answers what is asked of one node, by whatever road it came. Safe for use from any thread; an act, and a wait, occupies
 * the caller's thread until it is over.
 */
public final class Control {
    /** Time passes without a record: a lease can run out unnoticed. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    /** Well within what a caller waits for an answer. */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(2);

    private static final Duration TO_TELL_OF_HEARTBEATS = Duration.ofMillis(500);

    private final Subject subject;
    private final InstantSource clock;
    private final NextLeader nextLeader;
    private final HandOver handOver;
    private final Triggering triggering;
    private final Explaining explaining;
    private final Voting voting;
    private volatile boolean hurried;
    private final Pausing pausing;
    private final StoreLook look = new StoreLook(LONGEST_LOOK);

    Control(Subject subject, InstantSource clock) {
        this.subject = subject;
        this.clock = clock;
        this.nextLeader = new NextLeader(subject);
        this.handOver = new HandOver(subject, nextLeader);
        this.triggering = new Triggering(subject, nextLeader);
        this.explaining = new Explaining(subject);
        this.voting = new Voting(subject);
        this.pausing = new Pausing(subject);
    }

    public static Control of(Primus primus) {
        return of(primus, Extras.NONE);
    }

    public static Control of(Primus primus, Extras extras) {
        return of(primus, extras, PastElections.NONE);
    }

    public static Control of(Primus primus, Extras extras, PastElections past) {
        return new Control(Subject.of(primus, extras, past), InstantSource.system());
    }

    /**
     * Never throws for what a caller did.
     *
     * @param caller who asks, as the road knows it
     */
    public Answer answer(Request request, String caller) {
        return request.by(this, caller);
    }

    /** The node ends: whoever still waits to see something is told soon what was seen by now. */
    public void hurry() {
        hurried = true;
        nextLeader.hurry();
    }

    // ---- looking ---------------------------------------------------------------------------------------------

    Answer status() {
        Health health = subject.health();
        List<Answer.Seat> seats = subject.elections().stream()
                .map(this::seat)
                .sorted(Comparator.comparing(Answer.Seat::election))
                .toList();
        return new Answer.Node(
                subject.id().toString(),
                subject.cluster().value(),
                ProcessHandle.current().pid(),
                health.status().name(),
                health.why(),
                iso(clock.instant()),
                subject.timing().lease().toMillis(),
                seats,
                subject.office().map(office -> heartbeats(office, seats)).orElse(null));
    }

    /** The node's own thread has to answer, which may be stuck: then all else is told without it. */
    private static @Nullable List<Answer.Heartbeat> heartbeats(BallotOffice office, List<Answer.Seat> seats) {
        List<CompletableFuture<Answer.Heartbeat>> asked = seats.stream()
                .map(seat -> office.heartbeat(seat.election()).thenApply(status -> heartbeat(seat.election(), status)))
                .toList();
        try {
            CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                    .get(TO_TELL_OF_HEARTBEATS.toNanos(), TimeUnit.NANOSECONDS);
            return asked.stream().map(CompletableFuture::join).toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (TimeoutException | ExecutionException e) {
            return null;
        }
    }

    private static Answer.Heartbeat heartbeat(String election, HeartbeatStatus status) {
        return new Answer.Heartbeat(
                election,
                status.running(),
                status.isAdmin(),
                status.lastSent() == null ? null : iso(status.lastSent()),
                status.interval().toMillis(),
                status.next() == null ? null : iso(status.next()));
    }

    Answer paused() {
        Set<ElectionName> ours = ours();
        try {
            List<Sighting> rows = look.at(() -> {
                try (Ledger books = subject.ledger()) {
                    return books.elections();
                }
            });
            return new Answer.Paused(
                    subject.id().toString(),
                    rows.stream()
                            .filter(row -> ours.contains(row.election()))
                            .flatMap(row ->
                                    Optional.ofNullable(row.pause())
                                            .map(pause -> paused(row.election(), pause))
                                            .stream())
                            .toList());
        } catch (StoreException e) {
            return new Answer.Mistake(Answer.Mistake.Kind.NO_STORE, String.valueOf(e.getMessage()));
        }
    }

    Answer history(Request.History request) {
        ElectionName election = request.election();
        if (!ours().contains(election)) {
            return new Answer.Refusal(
                    subject.id().toString(),
                    Rule.NOT_TAKING_PART,
                    "this node takes no part in '%s'".formatted(election));
        }
        try {
            return look.at(() -> {
                try (Ledger books = subject.ledger()) {
                    String running = books.elections().stream()
                            .filter(row -> row.election().equals(election) && row.isLive())
                            .map(row -> Long.toString(row.epoch()))
                            .findFirst()
                            .orElse(null);
                    List<Answer.Term> terms = books.history(election, request.most()).stream()
                            .map(Control::term)
                            .toList();
                    return new Answer.History(subject.id().toString(), election.value(), running, terms);
                }
            });
        } catch (StoreException e) {
            return new Answer.Mistake(Answer.Mistake.Kind.NO_STORE, String.valueOf(e.getMessage()));
        }
    }

    Answer explain(Request.Explain request) {
        return explaining.explain(request);
    }

    Answer voters(Request.Voters request) {
        return voting.voters(request.election());
    }

    private static Answer.Term term(TermRecord term) {
        return new Answer.Term(
                term.term().token().toString(),
                term.term().leader().toString(),
                iso(term.granted()),
                term.ended() == null ? null : iso(term.ended()),
                term.reason() == null ? null : term.reason().name());
    }

    private static Answer.Pause paused(ElectionName election, Pause pause) {
        return new Answer.Pause(election.value(), pause.by(), pause.why(), iso(pause.since()));
    }

    private Set<ElectionName> ours() {
        return subject.elections().stream().map(Election::name).collect(Collectors.toSet());
    }

    Answer members() {
        Set<ElectionName> ours = ours();
        try (Ledger books = subject.ledger()) {
            List<Sighting> rows = books.elections().stream()
                    .filter(row -> ours.contains(row.election()))
                    .toList();
            return new Answer.Members(
                    subject.id().toString(),
                    subject.cluster().value(),
                    iso(clock.instant()),
                    MembersView.members(books, rows));
        } catch (StoreException e) {
            return new Answer.Mistake(Answer.Mistake.Kind.NO_STORE, String.valueOf(e.getMessage()));
        }
    }

    Answer polls() {
        try {
            return subject.extras()
                    .polls()
                    .<Answer>map(runs -> new Answer.Polls(
                            subject.id().toString(),
                            subject.cluster().value(),
                            iso(clock.instant()),
                            runs.stream().map(Control::poll).toList()))
                    .orElseGet(() -> notSet("no polls are set there; they are in its settings file, as [[polls]]"));
        } catch (SQLException e) {
            return new Answer.Mistake(Answer.Mistake.Kind.NO_STORE, String.valueOf(e.getMessage()));
        }
    }

    private static Answer notSet(String what) {
        return new Answer.Mistake(Answer.Mistake.Kind.NOT_SET, what);
    }

    private static Answer.Poll poll(Run run) {
        return new Answer.Poll(
                run.key().schedule(),
                iso(Instant.ofEpochMilli(run.key().due())),
                run.state().word(),
                run.node() == null ? null : run.node().toString(),
                run.token() == 0 ? null : Long.toString(run.token()),
                time(run.started()),
                time(run.ended()),
                run.outcome());
    }

    private static @Nullable String time(long millis) {
        return millis == 0 ? null : iso(Instant.ofEpochMilli(millis));
    }

    Answer clusterHealth() {
        return subject.extras()
                .clusterHealth()
                .<Answer>map(report -> new Answer.ClusterHealth(
                        subject.id().toString(),
                        subject.cluster().value(),
                        report.isHealthy() ? "healthy" : "degraded",
                        report.reasons(),
                        iso(Instant.ofEpochMilli(report.checked())),
                        report.nodes().stream()
                                .map(one -> new Answer.Standing(
                                        one.node(), one.up(), iso(Instant.ofEpochMilli(one.since()))))
                                .toList()))
                .orElseGet(
                        () -> notSet("it does not watch over the cluster's health; health.check_every would make it"));
    }

    Answer check(Request.Check request) {
        return verdict(request.election(), Condition.LEADING);
    }

    /** Whoever takes no part yet may be about to, so that is told only when the time is over. */
    Answer await(Request.Wait request) {
        long end = System.nanoTime() + Duration.ofMillis(request.millis()).toNanos();
        try (FeedEar ear = new FeedEar(subject.feed(), request.election())) {
            Answer answer = verdict(request.election(), request.condition());
            while (!holds(answer) && !hurried && System.nanoTime() - end < 0) {
                Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
                ear.await(record -> true, left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN);
                answer = verdict(request.election(), request.condition());
            }
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return verdict(request.election(), request.condition());
        }
    }

    private static boolean holds(Answer answer) {
        return answer instanceof Answer.Verdict verdict && verdict.holds();
    }

    /** Whoever takes no part holds nothing either; but a misspelt name must not pass for a release. */
    private Answer verdict(ElectionName election, Condition condition) {
        Answer.Seat seat = find(election).map(this::seat).orElseGet(() -> noSeat(election));
        return seat.part() == Part.AWAY
                ? new Answer.Refusal(subject.id().toString(), Rule.NOT_TAKING_PART, takesNoPart(seat))
                : new Answer.Verdict(subject.id().toString(), condition.holds(seat), seat);
    }

    private String takesNoPart(Answer.Seat seat) {
        String going = seat.duties().stream()
                .filter(Condition::goesOn)
                .map(DutyStatus::name)
                .collect(Collectors.joining(", "));
        return "%s takes no part in '%s'%s"
                .formatted(
                        subject.id().name(),
                        seat.election(),
                        going.isEmpty() ? "" : ", but has not ended yet: " + going);
    }

    /** Each reading is of a moment of its own; what is held decides, since the news of it come later. */
    private Answer.Seat seat(Election election) {
        Part seen = election.part();
        Optional<Leadership> held = election.leadership();
        Optional<Leader> news = election.leader();
        Optional<Term> term = held.map(Leadership::term).or(() -> news.map(Leader::term));
        return new Answer.Seat(
                election.name().value(),
                held.isPresent() ? Part.LEADING : seen == Part.LEADING ? Part.IN_DOUBT : seen,
                term.map(known -> known.leader().toString()).orElse(null),
                term.map(known -> known.token().toString()).orElse(null),
                news.filter(known -> term.equals(Optional.of(known.term())))
                        .map(known -> iso(known.since()))
                        .orElse(null),
                term.isPresent()
                        ? null
                        : election.leaderUnknownSince().map(Control::iso).orElse(null),
                held.map(known -> known.remaining().toMillis()).orElse(null),
                election.duties());
    }

    private static Answer.Seat noSeat(ElectionName election) {
        return new Answer.Seat(election.value(), Part.AWAY, null, null, null, null, null, List.of());
    }

    private Optional<Election> find(ElectionName election) {
        return subject.elections().stream()
                .filter(one -> one.name().equals(election))
                .findFirst();
    }

    private static String iso(Instant time) {
        return time.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    // ---- acting ----------------------------------------------------------------------------------------------

    Answer resign(Request.Resign request, String caller) {
        return handOver(draft("resign", request.election(), null, request.intent()), request.evenIfPaused(), caller);
    }

    Answer transfer(Request.Transfer request, String caller) {
        return handOver(draft("transfer", request.election(), request.to(), request.intent()), false, caller);
    }

    Answer trigger(Request.Trigger request, String caller) {
        return triggering.perform(
                draft("trigger", request.election(), null, request.intent()), request.override(), caller);
    }

    Answer pause(Request.Pause request, String caller) {
        return pausing.pause(draft("pause", request.election(), null, request.intent()), caller);
    }

    Answer resume(Request.Resume request, String caller) {
        return pausing.resume(draft("resume", request.election(), null, request.intent()), caller);
    }

    Answer addVoter(Request.AddVoter request, String caller) {
        return voting.add(draft("add_voter", request.election(), request.voter(), request.intent()), caller);
    }

    Answer removeVoter(Request.RemoveVoter request, String caller) {
        return voting.remove(draft("remove_voter", request.election(), request.voter(), request.intent()), caller);
    }

    private Answer handOver(Draft draft, boolean evenIfPaused, String caller) {
        return handOver.perform(draft, find(draft.election()), evenIfPaused, caller);
    }

    private Draft draft(String act, ElectionName name, @Nullable NodeName whom, Intent intent) {
        Answer.Seat before = find(name).map(this::seat).orElseGet(() -> noSeat(name));
        return new Draft(act, name, whom, intent, subject, before, subject.patience());
    }
}
