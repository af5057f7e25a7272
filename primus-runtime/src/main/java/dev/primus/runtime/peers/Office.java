package dev.primus.runtime.peers;

import dev.primus.BallotOffice;
import dev.primus.HeartbeatStatus;
import dev.primus.core.ElectionName;
import dev.primus.core.ElectionPhase;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Ruling;
import dev.primus.core.Suffrage;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.Ballot;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.spi.StoreException;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a node's ballot can be asked and listened to, from any thread. */
public final class Office implements BallotOffice {
    private static final Logger LOG = LoggerFactory.getLogger(Office.class);
    private static final int MOST_REPORTS = 100;

    private final Stage stage;
    private final BallotNotes notes;
    private final Duration interval;
    private final Duration patience;
    private final List<Told> listeners = new CopyOnWriteArrayList<>();
    private final Map<ElectionName, Deque<Report>> reports = Collections.synchronizedMap(new LatestReports());
    private @Nullable Ballot ballot;

    /** Of so many elections; of more, the one that ended longest ago is forgotten. */
    private static final class LatestReports extends LinkedHashMap<ElectionName, Deque<Report>> {
        private static final long serialVersionUID = 1;
        private static final int MOST_ELECTIONS = 1024;

        LatestReports() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<ElectionName, Deque<Report>> eldest) {
            return size() > MOST_ELECTIONS;
        }
    }

    /** Each on a lane of its own: a blocked one delays only itself. */
    private record Told(Consumer<Report> listener, Executor lane) {}

    private @Nullable Consumer<Runnable> mailbox;

    /**
     * @param notes what is put on record of elections
     * @param interval how often there is a heartbeat
     * @param patience how long other nodes may take to answer
     */
    public Office(Stage stage, BallotNotes notes, Duration interval, Duration patience) {
        this.stage = stage;
        this.notes = notes;
        this.interval = interval;
        this.patience = patience;
    }

    /** Opens, for this ballot, which belongs to the node's thread. */
    void opensFor(Ballot member, Consumer<Runnable> nodes) {
        ballot = member;
        mailbox = nodes;
    }

    /** An election is over. On the node's thread. */
    void decided(Report report) {
        Deque<Report> latest = reports.computeIfAbsent(report.election(), any -> new ArrayDeque<>());
        synchronized (latest) {
            latest.addFirst(report);
            if (latest.size() > MOST_REPORTS) {
                latest.removeLast();
            }
        }
        Ballot member = ballot;
        notes.complete(report, member == null ? null : member.suffrage(report.election()));
        listeners.forEach(told -> told.lane().execute(() -> tell(told.listener(), report)));
    }

    /** Somebody else leads too, or by other rules. On the node's thread. */
    void splitBrain(ElectionName election, Term other, String why) {
        notes.splitBrain(election, other, why);
    }

    private void tell(Consumer<Report> listener, Report report) {
        try {
            listener.accept(report);
        } catch (Throwable e) {
            LOG.warn("election {}: a listener failed on its end", report.election(), e);
            notes.listenerFailed(report, e);
        }
    }

    @Override
    public List<Report> reports(String election) {
        Deque<Report> latest = reports.get(new ElectionName(election));
        if (latest == null) {
            return List.of();
        }
        synchronized (latest) {
            return List.copyOf(latest);
        }
    }

    @Override
    public void onElectionComplete(Consumer<Report> listener) {
        listeners.add(new Told(listener, stage.lane("listener-ballots")));
    }

    @Override
    public CompletableFuture<ElectionPhase> phase(String election) {
        ElectionName name = new ElectionName(election);
        return ask((member, answer) -> answer.complete(member.phase(name)));
    }

    @Override
    public CompletableFuture<HeartbeatStatus> heartbeat(String election) {
        ElectionName name = new ElectionName(election);
        return ask((member, answer) -> answer.complete(status(member, name)));
    }

    private HeartbeatStatus status(Ballot member, ElectionName election) {
        MonoTime last = member.lastBeat(election);
        boolean leads = member.leads(election);
        Instant sent = last == null ? null : stage.wall().minusNanos(stage.now().nanosSince(last));
        return new HeartbeatStatus(leads, leads, sent, interval, leads && sent != null ? sent.plus(interval) : null);
    }

    @Override
    public CompletableFuture<Report> dryRun(String election) {
        ElectionName name = new ElectionName(election);
        return ask((member, answer) -> {
            MonoTime now = stage.now();
            member.survey(name, now.plus(patience), answer::complete, now);
        });
    }

    @Override
    public CompletableFuture<String> trigger(String election, boolean override) {
        ElectionName name = new ElectionName(election);
        return ask((member, answer) -> {
            MonoTime now = stage.now();
            member.request(name, Trigger.MANUAL, override, now.plus(patience), answer::complete, now);
        });
    }

    @Override
    public CompletableFuture<Optional<Suffrage>> voters(String election) {
        ElectionName name = new ElectionName(election);
        return ask((member, answer) -> answer.complete(Optional.ofNullable(member.suffrage(name))));
    }

    @Override
    public CompletableFuture<Set<NodeName>> withinReach() {
        return ask((member, answer) -> answer.complete(
                member.view().members().stream().map(NodeId::name).collect(Collectors.toUnmodifiableSet())));
    }

    @Override
    public CompletableFuture<Ruling> admit(String election, String node) {
        return reform(election, node, true);
    }

    @Override
    public CompletableFuture<Ruling> dismiss(String election, String node) {
        return reform(election, node, false);
    }

    private CompletableFuture<Ruling> reform(String election, String node, boolean joins) {
        ElectionName name = new ElectionName(election);
        NodeName who = new NodeName(node);
        return ask((member, answer) -> {
            MonoTime now = stage.now();
            member.reform(name, who, joins, now.plus(patience.multipliedBy(2)), answer::complete, now);
        });
    }

    /** Something to be done with the ballot, on its own thread. */
    private interface Question<T> {
        void to(Ballot member, CompletableFuture<T> answer);
    }

    private <T> CompletableFuture<T> ask(Question<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Ballot member = ballot;
        Consumer<Runnable> nodes = mailbox;
        if (member == null || nodes == null) {
            answer.completeExceptionally(new StoreException("this node has not begun yet"));
        } else {
            nodes.accept(() -> question.to(member, answer));
        }
        return stage.onLane(answer);
    }
}
