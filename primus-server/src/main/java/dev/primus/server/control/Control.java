package dev.primus.server.control;

import dev.primus.Election;
import dev.primus.Health;
import dev.primus.Leader;
import dev.primus.Leadership;
import dev.primus.Part;
import dev.primus.Primus;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeName;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreException;
import dev.primus.server.view.MembersView;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Answers what is asked of one node, by whatever road it came. Safe for use from any thread; an act, and a wait, occupies
 * the caller's thread until it is over.
 */
public final class Control {
    /** Time passes without a record: a lease can run out unnoticed. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final Subject subject;
    private final InstantSource clock;
    private final HandOver handOver;
    private final Pausing pausing;

    Control(Subject subject, InstantSource clock) {
        this.subject = subject;
        this.clock = clock;
        this.handOver = new HandOver(subject);
        this.pausing = new Pausing(subject);
    }

    public static Control of(Primus primus) {
        return new Control(Subject.of(primus), InstantSource.system());
    }

    /**
     * Never throws for what a caller did.
     *
     * @param caller who asks, as the road knows it
     */
    public Answer answer(Request request, String caller) {
        return request.by(this, caller);
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
                seats);
    }

    Answer members() {
        Set<ElectionName> ours =
                subject.elections().stream().map(Election::name).collect(Collectors.toSet());
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

    Answer check(Request.Check request) {
        return verdict(request.election(), Condition.LEADING);
    }

    Answer await(Request.Wait request) {
        long end = System.nanoTime() + Duration.ofMillis(request.millis()).toNanos();
        try (FeedEar ear = new FeedEar(subject.feed(), request.election())) {
            Answer.Verdict verdict = verdict(request.election(), request.condition());
            while (!verdict.holds() && System.nanoTime() - end < 0) {
                Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
                ear.await(record -> true, left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN);
                verdict = verdict(request.election(), request.condition());
            }
            return verdict;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return verdict(request.election(), request.condition());
        }
    }

    private Answer.Verdict verdict(ElectionName election, Condition condition) {
        Answer.Seat seat = find(election).map(this::seat).orElseGet(() -> noSeat(election));
        return new Answer.Verdict(subject.id().toString(), condition.holds(seat.part(), seat.leader() != null), seat);
    }

    private Answer.Seat seat(Election election) {
        Optional<Leadership> held = election.leadership();
        Optional<Leader> leader = election.leader();
        Part part = election.part();
        return new Answer.Seat(
                election.name().value(),
                part,
                leader.map(known -> known.node().toString()).orElse(null),
                leader.map(known -> known.term().token().toString()).orElse(null),
                leader.map(known -> iso(known.since())).orElse(null),
                held.map(term -> term.remaining().toMillis()).orElse(null),
                election.duties());
    }

    private static Answer.Seat noSeat(ElectionName election) {
        return new Answer.Seat(election.value(), Part.AWAY, null, null, null, null, List.of());
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

    Answer pause(Request.Pause request, String caller) {
        return pausing.pause(draft("pause", request.election(), null, request.intent()), caller);
    }

    Answer resume(Request.Resume request, String caller) {
        return pausing.resume(draft("resume", request.election(), null, request.intent()), caller);
    }

    private Answer handOver(Draft draft, boolean evenIfPaused, String caller) {
        return handOver.perform(draft, find(draft.election()), evenIfPaused, caller);
    }

    private Draft draft(String act, ElectionName name, @Nullable NodeName heir, Intent intent) {
        Answer.Seat before = find(name).map(this::seat).orElseGet(() -> noSeat(name));
        return new Draft(act, name, heir, intent, subject, before);
    }
}
