package dev.primus.jdbc.store;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.LeaseStore;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.StoreSession;
import dev.primus.core.spi.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One node's session with a database. Renewals have a connection of their own, so that nothing else can delay them; the
 * other verbs share a second one.
 */
public final class LeaseSession implements LeaseStore {
    private final StoreSession session;
    private final Verbs verbs;
    private final Line renewals;
    private final Line others;
    private final HintChannel channel;
    private final Judgement judgement;
    private final Heartbeat heartbeat;
    private final StormLog log;
    private final BatchSize looks;
    private final BatchSize extensions;
    private final BatchSize changes;

    public LeaseSession(StoreSession session, Lines lines, Verbs verbs, HintChannel channel) {
        this.session = session;
        this.verbs = verbs;
        this.channel = channel;
        this.renewals = lines.line("renewals");
        renewals.connectEarly();
        this.others = lines.line("verbs", verbs::rehearse);
        others.connectEarly();
        this.judgement = new Judgement(session.self());
        this.heartbeat = new Heartbeat(session.lease());
        this.looks = BatchSize.growing(others.chunk(), session.ioTimeout());
        this.extensions = BatchSize.growing(others.chunk(), session.ioTimeout());
        this.changes = BatchSize.fixed(others.chunk(), session.ioTimeout());
        this.log = new StormLog("lease store of " + session.cluster());
    }

    /** The connection of all verbs but renewals. */
    public Line verbsLine() {
        return others;
    }

    /** Whoever comes in looks next, so the rows are read at once; not for those who leave. */
    @Override
    public List<Answer> enroll(List<Enrolment> enrolments) {
        Set<ElectionName> enrolled = new HashSet<>();
        Round<Enrolment> round = new Round<>(
                Enrolment::election,
                (connection, items) -> {
                    verbs.enroll(connection, items);
                    heartbeat.shown();
                    enrolled.addAll(names(items, item -> true));
                    return names(items, item -> item.part() == Enrolment.Part.GONE);
                },
                (item, row, repeated) ->
                        row != null && enrolled.contains(item.election()) ? Verdict.YES : Verdict.UNKNOWN,
                this::lookAlive,
                true,
                changes);
        return round.run(others, deadline(), enrolments, log, "enroll");
    }

    @Override
    public List<Answer> look(List<ElectionName> elections) {
        Round<ElectionName> round = new Round<>(
                name -> name,
                (connection, items) -> Set.of(),
                (name, row, repeated) -> row == null ? Verdict.NO : Verdict.YES,
                this::lookAlive,
                true,
                looks);
        return round.run(others, deadline(), elections, log, "look");
    }

    @Override
    public List<Answer> acquire(List<Bid> bids) {
        Round<Bid> round = new Round<>(
                Bid::election,
                (connection, items) -> {
                    Set<ElectionName> won = verbs.acquire(connection, items);
                    if (!won.isEmpty()) {
                        channel.won(connection);
                    }
                    return won;
                },
                judgement::ofBid,
                this::lookOnly,
                false,
                changes);
        return round.run(others, deadline(), bids, log, "acquire");
    }

    @Override
    public List<Answer> renew(List<Hold> holds) {
        Round<Hold> round =
                new Round<>(Hold::election, verbs::renew, judgement::ofRenewal, this::lookOnly, true, extensions);
        return round.run(renewals, deadline(), holds, log, "renew");
    }

    @Override
    public List<Answer> release(List<Parting> partings) {
        Round<Parting> round = new Round<>(
                Parting::election,
                (connection, items) -> {
                    Set<ElectionName> freed = verbs.release(connection, items);
                    if (!freed.isEmpty()) {
                        channel.released(connection);
                    }
                    return freed;
                },
                (parting, row, repeated) -> judgement.ofRelease(parting.hold(), row, repeated),
                this::lookOnly,
                true,
                changes);
        return round.run(others, deadline(), partings, log, "release");
    }

    @Override
    public void listen(Consumer<Hint> hints) {
        channel.start(hints);
    }

    @Override
    public void close() {
        channel.close();
        renewals.close();
        others.close();
    }

    private List<Sighting> lookAlive(Connection connection, List<ElectionName> elections) throws SQLException {
        boolean beat = heartbeat.isDue();
        List<Sighting> seen = verbs.look(connection, elections, beat);
        if (beat) {
            heartbeat.shown();
        }
        channel.saw(seen);
        return seen;
    }

    private List<Sighting> lookOnly(Connection connection, List<ElectionName> elections) throws SQLException {
        return verbs.look(connection, elections, false);
    }

    private Deadline deadline() {
        return Deadline.in(session.ioTimeout());
    }

    private static Set<ElectionName> names(List<Enrolment> enrolments, Predicate<Enrolment> which) {
        return enrolments.stream().filter(which).map(Enrolment::election).collect(Collectors.toSet());
    }
}
