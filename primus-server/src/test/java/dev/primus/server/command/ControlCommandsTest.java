package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.DutyStatus;
import dev.primus.Handover;
import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Ruling;
import dev.primus.server.control.Extras;
import dev.primus.server.control.FakeOffice;
import dev.primus.server.control.FakeSeat;
import dev.primus.server.control.FakeSubject;
import dev.primus.server.control.socket.ControlSocket;
import dev.primus.server.control.socket.LocalSockets;
import dev.primus.server.duties.health.HealthReport;
import dev.primus.server.duties.polls.RunKey;
import dev.primus.server.duties.polls.RunState;
import dev.primus.server.talk.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What operators see, letter by letter, over a real socket to a node that is made up. */
@Tag("Z9")
class ControlCommandsTest {
    @TempDir
    private Path folder;

    private final FakeSubject node = new FakeSubject("core-2#7f3a9c04");
    private final List<ControlSocket> open = new ArrayList<>();
    private FakeSeat coordinator;

    @BeforeEach
    void aLeader() throws Exception {
        coordinator = node.seat("coordinator")
                .leads(42)
                .with(
                        new DutyStatus("reports", DutyStatus.State.RUNNING),
                        new DutyStatus("mail", DutyStatus.State.RUNNING));
        serve(node, "core-2");
    }

    private void serve(FakeSubject subject, String name) throws Exception {
        ControlSocket socket = ControlSocket.claim(LocalSockets.of(Map.of("XDG_RUNTIME_DIR", folder.toString()))
                .of(ClusterName.DEFAULT, new NodeName(name)));
        open.add(socket);
        socket.serve(subject.control());
    }

    @AfterEach
    void closeAll() {
        open.forEach(ControlSocket::close);
    }

    private Run run(String... args) {
        Map<String, String> environment = Map.of(
                "HOME", folder.toString(),
                "XDG_RUNTIME_DIR", folder.toString(),
                "XDG_CONFIG_HOME", folder.toString(),
                "NO_COLOR", "1",
                "TERM", "dumb");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code;
        try (Console console =
                new Console(environment, out, err, InstantSource.fixed(FakeSubject.NOW), ZoneOffset.UTC)) {
            code = new Program(console).run(args);
        }
        return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static String withoutId(String text) {
        return text.replaceAll("Act [0-9a-f]{6}", "Act 9f2c")
                .replaceAll("\"id\":\"[0-9a-f]{6}\"", "\"id\":\"9f2c\"")
                .replaceAll("pid [0-9]+", "pid 1");
    }

    @Test
    void statusOfANode() {
        node.seat("billing");
        Run run = run("status", "--node");
        assertThat(withoutId(run.out())).isEqualTo("""
                core-2#7f3a9c04: UP, pid 1, cluster default, lease 200 ms
                ELECTION     PART     LEADER           TERM  SINCE  STOPS IN  DUTIES
                billing      standby  (nobody)            –  –      –         –
                coordinator  leading  core-2#7f3a9c04    42  4 m    7.9 s     reports running, mail running
                """);
        assertThat(run.code()).isZero();
        assertThat(run("status", "billing", "--node", "core-2", "--json").out())
                .startsWith("{\"v\":1,\"answer\":\"status\",\"node\":\"core-2#7f3a9c04\"")
                .contains("\"election\":\"billing\"")
                .doesNotContain("coordinator");
        assertThat(run("status", "nightly", "--node").err()).contains("core-2#7f3a9c04 takes no part in 'nightly'.");
    }

    private static final long DUE = FakeSubject.NOW.toEpochMilli() - 11_000;

    private static final Extras BUILT_IN = new Extras() {
        @Override
        public Optional<List<dev.primus.server.duties.polls.Run>> polls() {
            NodeId poller = NodeId.parse("poller-1#00aa11bb");
            return Optional.of(List.of(
                    run(DUE - 30_000, RunState.DONE, 41, poller, "200"),
                    run(DUE, RunState.MISSED, 42, null, "nobody coordinated when it was due"),
                    run(DUE + 30_000, RunState.PENDING, 0, null, "")));
        }

        private dev.primus.server.duties.polls.Run run(
                long due, RunState state, long token, @Nullable NodeId node, String outcome) {
            return new dev.primus.server.duties.polls.Run(
                    new RunKey("web", due),
                    state,
                    token,
                    node,
                    node == null ? 0 : due,
                    token == 0 ? 0 : due + 7,
                    outcome);
        }

        @Override
        public Optional<HealthReport> clusterHealth() {
            return Optional.of(new HealthReport(
                    List.of("core-1#00000001 is down since 2026-11-16T01:06:00Z"),
                    List.of(
                            new HealthReport.Standing("core-1#00000001", false, DUE),
                            new HealthReport.Standing("core-2#7f3a9c04", true, DUE - 60_000)),
                    DUE));
        }
    };

    @Test
    void pollsOfTheCluster() {
        assertThat(run("polls").err())
                .contains("cannot do that: no polls are set there; they are in its settings file, as [[polls]].");
        node.with(BUILT_IN);
        assertThat(run("polls").out()).isEqualTo("""
                POLL  DUE                   STATE    NODE               TERM  OUTCOME
                web   2026-11-16T01:05:30Z  done     poller-1#00aa11bb    41  200
                web   2026-11-16T01:06:00Z  missed   –                    42  nobody coordinated when it was due
                web   2026-11-16T01:06:30Z  pending  –                     –  –
                """);
        assertThat(run("polls", "web", "--last", "2", "--node", "core-2", "--json")
                        .out())
                .startsWith("{\"v\":1,\"answer\":\"polls\",\"node\":\"core-2#7f3a9c04\",\"cluster\":\"default\"")
                .contains("{\"schedule\":\"web\",\"due\":\"2026-11-16T01:06:00Z\",\"state\":\"missed\",\"node\":null,"
                        + "\"term\":\"42\",\"started\":null,\"ended\":\"2026-11-16T01:06:00.007Z\",")
                .doesNotContain("01:05:30");
        assertThat(run("polls", "mail").err()).contains("there is no poll 'mail': known are web.");
        assertThat(run("polls", "--last", "0").err()).contains("--last = '0': allowed is 1 and above.");
    }

    @Test
    void healthOfTheCluster() {
        assertThat(run("health").err()).contains("it does not watch over the cluster's health");
        node.with(BUILT_IN);
        assertThat(run("health").out()).isEqualTo("""
                ! cluster default: degraded, as core-2#7f3a9c04 sees it
                  core-1#00000001 is down since 2026-11-16T01:06:00Z
                NODE             STATE  SINCE
                core-1#00000001  down   2026-11-16T01:06:00Z
                core-2#7f3a9c04  up     2026-11-16T01:05:00Z
                """);
        assertThat(run("health", "--json").out())
                .contains(
                        "\"health\":\"degraded\",\"reasons\":[\"core-1#00000001 is down since 2026-11-16T01:06:00Z\"]");
    }

    @Test
    void aPauseIsShownByTheLeaderToo() {
        run("pause", "coordinator", "--reason", "migration", "--yes");
        String by = System.getProperty("user.name");
        assertThat(run("status", "--node").out().lines().skip(3))
                .containsExactly(
                        "! coordinator: paused by " + by + " for 0 ms, nobody takes over: migration",
                        "  Let it go on: primus resume coordinator");
        assertThat(run("status", "--node", "--json").out())
                .endsWith("\"paused\":[{\"election\":\"coordinator\",\"by\":\"" + by
                        + "\",\"why\":\"migration\",\"since\":\"2026-11-16T01:06:11Z\"}]}\n");
        node.seat("billing");
        assertThat(run("status", "billing", "--node").out()).doesNotContain("paused");
        run("resume", "coordinator", "--yes");
        assertThat(run("status", "--node").out()).doesNotContain("paused");
        assertThat(run("status", "--node", "--json").out()).endsWith("\"paused\":[]}\n");
    }

    @Test
    void withTheStoreAwayTheNodeIsShownAndItsPausesAreUnknown() throws Exception {
        FakeSubject lonely = new FakeSubject("core-3#55aa55aa").withoutStore();
        lonely.seat("coordinator").leads(43);
        serve(lonely, "core-3");
        Run run = run("status", "--node", "core-3");
        assertThat(run.out().lines().skip(2))
                .hasSize(2)
                .last()
                .isEqualTo("? Whether an election is paused is unknown: the store is away.");
        assertThat(run.code()).isZero();
        assertThat(run("status", "--node", "core-3", "--json").out())
                .contains("\"paused\":null")
                .contains("\"pausedUnknown\":\"the store is away\"");
    }

    @Test
    void membersByANode() {
        Run run = run("members", "--node", "core-2");
        assertThat(run.out()).contains("coordinator  core-1#00aa11bb   standby   900 ms ago");
        assertThat(run("members", "--node", "core-2", "--json").out())
                .startsWith("{\"v\":1,\"cluster\":\"default\",\"time\":\"2026-11-16T01:06:11Z\",\"members\":[");
    }

    @Test
    void membersOfAnElectionTheNodeDoesNotKnow() {
        Run run = run("members", "nightly", "--node", "core-2");
        assertThat(run.err()).contains("core-2#7f3a9c04 takes no part in 'nightly'.");
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void done() {
        coordinator.then("core-1#00aa11bb");
        Run run = run("transfer", "coordinator", "--to", "core-1", "--yes", "--reason", "kernel update");
        assertThat(run.err()).isEqualTo("""
                coordinator: core-2#7f3a9c04 leads, term 42, since 4 m.
                Stops 2 duties (reports, mail; limit 40 ms). Then core-1 has the first try.
                """);
        assertThat(withoutId(run.out())).isEqualTo("""
                done: core-1#00aa11bb leads, term 43; 8 ms without a leader. Act 9f2c.
                Back, on core-1's host: primus transfer coordinator --to core-2
                """);
        assertThat(run.code()).isZero();
        assertThat(node.acts())
                .containsExactly(
                        "transfer coordinator by %s: begun".formatted(System.getProperty("user.name")),
                        "transfer coordinator by %s: done".formatted(System.getProperty("user.name")));
    }

    @Test
    void refused() {
        Run run = run("transfer", "coordinator", "--to", "core-9", "--yes");
        assertThat(run.out())
                .isEqualTo(
                        "refused (no_such_candidate): cannot transfer 'coordinator' to 'core-9': candidates alive are"
                                + " [core-1, core-2, core-3]. Nothing was changed.\n");
        assertThat(run.code()).isEqualTo(4);
    }

    @Test
    void failed() {
        coordinator.then("core-3#66bb66bb");
        Run run = run("transfer", "coordinator", "--to", "core-1", "--yes", "-q");
        assertThat(withoutId(run.out()))
                .isEqualTo("failed: core-2 gave it up, but not core-1 leads now. core-3#66bb66bb leads, term 43; 8 ms"
                        + " without a leader. Act 9f2c.\n");
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void unknown() {
        coordinator.handingOver(CompletableFuture.completedFuture(Handover.UNCONFIRMED));
        Run run = run("resign", "coordinator", "--yes");
        assertThat(withoutId(run.out())).isEqualTo("""
                unknown: given up here, but the store has not confirmed it: the lease runs out by itself. Act 9f2c.
                Look before you repeat: primus status coordinator
                """);
        assertThat(run.code()).isEqualTo(3);
    }

    @Test
    void unknownToo() throws Exception {
        node.patience(Duration.ofMinutes(1));
        CompletableFuture<Handover> dying = new CompletableFuture<>();
        coordinator.handingOver(dying);
        CompletableFuture<Run> run = CompletableFuture.supplyAsync(() -> run("resign", "coordinator", "--yes"));
        org.awaitility.Awaitility.await().until(() -> !node.acts().isEmpty());
        closeAll();
        assertThat(withoutId(run.get().out())).isEqualTo("""
                unknown: the connection ended before the answer came. Act 9f2c.
                Look before you repeat: primus status coordinator
                """);
        assertThat(run.get().code()).isEqualTo(3);
        dying.complete(Handover.NOT_LEADING);
    }

    @Test
    void unknownIfTheNodeFailsInTheMiddle() {
        node.failsAfter(1);
        Run run = run("resign", "coordinator", "--yes");
        assertThat(withoutId(run.out())).isEqualTo("""
                unknown: the node failed at it: out of order. Act 9f2c.
                Look before you repeat: primus status coordinator
                """);
        assertThat(run.code()).isEqualTo(3);
    }

    @Test
    void whoReleasedToNobodyIsShownNoWayBack() {
        Run run = run("resign", "coordinator", "--yes");
        assertThat(withoutId(run.out()))
                .isEqualTo("done: released, but nobody was seen to lead within 200 ms. Act 9f2c.\n");
    }

    @Test
    void dryRun() {
        Run run = run("resign", "coordinator", "--dry-run");
        assertThat(run.out()).isEqualTo("""
                coordinator: core-2#7f3a9c04 leads, term 42, since 4 m.
                Stops 2 duties (reports, mail; limit 40 ms). Then others have the first try.
                Nothing was changed: this was a dry run.
                """);
        assertThat(run.code()).isZero();
        assertThat(node.acts()).isEmpty();
    }

    @Test
    void pausedAndResumed() {
        Run paused = run("pause", "coordinator", "--yes", "--reason", "migration");
        assertThat(paused.err()).isEqualTo("""
                coordinator: core-2#7f3a9c04 leads, term 42, since 4 m.
                Nobody takes over until it is resumed; who leads goes on.
                """);
        assertThat(withoutId(paused.out())).isEqualTo("""
                done: Nobody takes over until it is resumed; who leads goes on. Act 9f2c.
                Back: primus resume coordinator
                """);
        assertThat(paused.code()).isZero();
        Run refused = run("resign", "coordinator", "--yes");
        assertThat(refused.out())
                .isEqualTo("refused (paused): 'coordinator' is paused by %s: migration, and nobody would take over."
                                .formatted(System.getProperty("user.name"))
                        + " Nothing was changed.\n");
        assertThat(refused.code()).isEqualTo(4);
        assertThat(withoutId(run("resume", "coordinator", "--yes").out())).isEqualTo("""
                done: It may change hands again. Act 9f2c.
                Back: primus pause coordinator
                """);
    }

    @Test
    @Tag("B12")
    void whoVotes() {
        FakeOffice office = node.votes();
        assertThat(run("voters", "coordinator").out()).isEqualTo("""
                coordinator: 2 of 3 voters are needed, 2 are within reach of core-2.
                VOTER   WITHIN REACH
                core-1  yes
                core-2  yes
                core-3  no
                """);
        office.changesTo("core-1", "core-2", "core-3", "core-4");
        assertThat(run("voters", "coordinator").out()).endsWith("""
                core-3  no
                ! A change is under way: core-4 is to vote.
                  Until enough have kept it, 3 of those who will vote are needed as well.
                """);
        assertThat(run("voters", "coordinator", "--output", "json").out()).endsWith("""
                        "change":{"joins":["core-4"],"leaves":[],"needed":3}}
                        """);
        office.namesNobody();
        Run counted = run("voters", "coordinator");
        assertThat(counted.err())
                .contains("refused (voters_counted): voters are counted here, not named: who votes can");
        assertThat(counted.code()).isEqualTo(4);
    }

    @Test
    @Tag("B12")
    void whoVotesIsChanged() {
        FakeOffice office = node.votes();
        Run added = run("voters", "coordinator", "--add", "core-4", "--yes", "--reason", "replaces core-3");
        assertThat(added.err()).isEqualTo("""
                coordinator: core-2#7f3a9c04 leads, term 42, since 4 m.
                core-4 votes from then on: 3 of 4 are needed then, now it is 2 of 3. Not within reach of core-2: core-3, core-4.
                """);
        assertThat(withoutId(added.out())).isEqualTo("""
                done: core-4 votes. Act 9f2c.
                Who votes now: primus voters coordinator
                """);
        assertThat(added.code()).isZero();
        office.rules(Ruling.undecided("too few voters have kept it yet; it goes on"));
        Run open = run("voters", "coordinator", "--remove", "core-3", "--yes", "-q");
        assertThat(withoutId(open.out())).isEqualTo("""
                unknown: too few voters have kept it yet; it goes on. Act 9f2c.
                Look before you repeat: primus voters coordinator
                """);
        assertThat(open.code()).isEqualTo(3);
        Run refused = run("voters", "coordinator", "--add", "core-1", "--yes");
        assertThat(refused.out()).isEqualTo("refused (no_change_now): core-1 votes already. Nothing was changed.\n");
        assertThat(refused.code()).isEqualTo(4);
        Run planned = run("voters", "coordinator", "--remove", "core-3", "--dry-run");
        assertThat(planned.out())
                .contains("core-3 votes no more: 2 of 2 are needed then", "Nothing was changed: this was a dry run.");
        assertThat(office.asked).containsExactly("admit coordinator core-4", "dismiss coordinator core-3");
    }

    @Test
    void asJson() {
        coordinator.then("core-1#00aa11bb");
        assertThat(withoutId(run("resign", "coordinator", "--yes", "--json").out()))
                .isEqualToIgnoringNewLines("""
                {"v":1,"answer":"act","id":"9f2c","act":"resign","outcome":"done","rule":null,"message":"",\
                "node":"core-2#7f3a9c04","before":{"election":"coordinator","part":"leading",\
                "leader":"core-2#7f3a9c04","term":"42","since":"2026-11-16T01:02:11Z","unknownSince":null,"leaseLeftMs":7900,\
                "duties":[{"name":"reports","state":"running"},{"name":"mail","state":"running"}]},\
                "stopLimitMs":40,"mostMs":500,"after":{"leader":"core-1#00aa11bb","term":"43","leaderlessMs":8}}""");
    }

    @Test
    void withoutATerminalAndWithoutYesNothingIsTried() {
        Run run = run("resign", "coordinator");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("there is no terminal to ask at: add --yes to do it, or --dry-run");
        assertThat(node.acts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"y, 0, begun", "n, 1, ''", "'', 1, ''"})
    void whoeverTypesIsAskedWhereverTheOutputGoes(String answer, int code, String noted) {
        coordinator.then("core-1#00aa11bb");
        InputStream stdin = System.in;
        System.setProperty("primus.stdin", "true");
        System.setIn(new ByteArrayInputStream((answer + "\n").getBytes(StandardCharsets.UTF_8)));
        try {
            Run run = run("resign", "coordinator", "-q", "--json");
            assertThat(run.err())
                    .contains("leads, term 42, since 4 m.", "Then others have the first try.", "Go on? [y/N] ");
            assertThat(run.code()).isEqualTo(code);
            assertThat(String.join(" ", node.acts())).contains(noted);
            assertThat(node.acts().isEmpty()).isEqualTo(noted.isEmpty());
        } finally {
            System.setIn(stdin);
            System.clearProperty("primus.stdin");
        }
    }

    @Test
    void checkIsTheShellsIsLeader() {
        Run yes = run("check", "coordinator");
        assertThat(yes.code()).isZero();
        assertThat(yes.err())
                .isEqualTo("coordinator: core-2#7f3a9c04 is leading, term 42; 7.9 s left without renewal.\n");
        coordinator.follows("core-1#00aa11bb", 43).in(dev.primus.Part.STANDBY);
        Run no = run("check", "coordinator");
        assertThat(no.code()).isEqualTo(1);
        assertThat(no.err()).isEqualTo("coordinator: core-2#7f3a9c04 is standby; core-1#00aa11bb leads, term 43.\n");
        assertThat(run("check", "coordinator", "-q").all()).isEmpty();
        assertThat(run("check", "coordinator", "--json").out()).contains("\"holds\":false");
    }

    @Test
    void whoeverTakesNoPartIsNotAsked() {
        Run check = run("check", "cordinator");
        assertThat(check.err()).contains("refused (not_taking_part): core-2 takes no part in 'cordinator'.");
        assertThat(check.code()).isEqualTo(4);
        Run released = run("wait", "cordinator", "--for", "released", "--timeout", "50ms");
        assertThat(released.code()).isEqualTo(4);
    }

    @Test
    void waitTellsWhenTheTimeRanOut() {
        assertThat(run("wait", "coordinator", "--for", "leading").code()).isZero();
        Run late = run("wait", "coordinator", "--for", "released", "--timeout", "50ms");
        assertThat(late.code()).isEqualTo(1);
        assertThat(late.err()).startsWith("not released within 50 ms: coordinator: core-2#7f3a9c04 is leading");
    }

    @Test
    void aLeaderThatIsNotKnownIsNoLeader() {
        coordinator.in(dev.primus.Part.STANDBY).cannotTellSince(FakeSubject.NOW.minusSeconds(35));
        Run waited = run("wait", "coordinator", "--for", "leader", "--timeout", "50ms");
        assertThat(waited.err()).contains("the leader is unknown: no answer from the store or the peers since 20");
        assertThat(waited.code()).isEqualTo(3);
        assertThat(run("status", "--node", "core-2").out()).contains("(unknown)");
        assertThat(run("status", "--node", "core-2", "--json").out()).contains("\"unknownSince\":\"");
    }

    @Test
    void actsGoToTheLocalLeaderAndQuestionsNeedAName() throws Exception {
        FakeSubject other = new FakeSubject("core-1#00aa11bb");
        other.seat("coordinator").follows("core-2#7f3a9c04", 42);
        serve(other, "core-1");
        assertThat(run("resign", "coordinator", "--dry-run").code()).isZero();
        assertThat(run("check", "coordinator").code()).isEqualTo(2);
        assertThat(run("check", "coordinator").err())
                .contains(
                        "2 nodes of cluster 'default' are on this host: say which with --node, one of core-1, core-2.");
        assertThat(run("check", "coordinator", "--node", "core-2").code()).isZero();
        Run there = run("resign", "coordinator", "--yes", "--node", "core-1");
        assertThat(there.code()).isEqualTo(4);
        assertThat(there.out())
                .isEqualTo("refused (not_leading): core-1 does not lead; core-2#7f3a9c04 leads, term 42: the act must"
                        + " be asked of that node. Nothing was changed.\n");
    }

    @Test
    void whoeverIsNotThereIsNamed() {
        Run run = run("check", "coordinator", "--node", "core-7");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .contains("no node 'core-7' of cluster 'default' answers on this host")
                .contains("Those that do: core-2.");
        closeAll();
        assertThat(run("resign", "coordinator", "--yes").err())
                .contains("no node of cluster 'default' answers on this host");
        assertThat(run(
                                "check",
                                "coordinator",
                                "--socket",
                                folder.resolve("x.sock").toString())
                        .err())
                .contains("no node answers at");
    }

    @Test
    void whyNobodyAnswersIsSaid() throws Exception {
        Path dead = folder.resolve("primus").resolve("default.core-7.sock");
        try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            door.bind(UnixDomainSocketAddress.of(dead));
        }
        String why = "Silent: %s: Connection refused.".formatted(dead);
        assertThat(run("check", "coordinator", "--node", "core-7").err()).contains(why);
        assertThat(run("check", "coordinator", "--socket", dead.toString()).err())
                .contains(why);
        assertThat(run("check", "coordinator", "--node", "core-8").err()).doesNotContain("Silent");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "check                                    | Missing required parameter: 'ELECTION'",
                "transfer coordinator --yes               | Missing required option: '--to=NODE'",
                "transfer coordinator --to a?b            | node name 'a?b' is not usable",
                "wait coordinator                         | Missing required option: '--for=leading|leader|released'",
                "wait coordinator --for ever              | expected one of [",
                "voters coordinator --add a --remove b    | --add and --remove are two changes, and voters change",
                "voters coordinator --yes                 | nothing is to be changed: --dry-run, --yes and --reason",
                "voters coordinator --add core-4          | this changes the election, and there is no terminal",
                "voters coordinator --add a?b --yes       | node name 'a?b' is not usable",
                "check coordinator --node a?b             | node name 'a?b' is not usable",
            })
    void wrongUsageIsTwo(String line, String sentence) {
        Run run = run(line.strip().split(" +"));
        assertThat(run.err())
                .contains(sentence.strip()
                        .substring(0, Math.min(40, sentence.strip().length())));
        assertThat(run.code()).isEqualTo(2);
    }
}
