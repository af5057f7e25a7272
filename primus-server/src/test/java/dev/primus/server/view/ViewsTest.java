package dev.primus.server.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.Pause;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What readers see, letter by letter: people learn these tables by heart and programs parse this JSON. */
@Tag("L11")
@Tag("L12")
class ViewsTest {
    private final FakeLedger books = FakeLedger.sample();

    private StatusView status() {
        return StatusView.read(books, ClusterName.DEFAULT, books.elections(), FakeLedger.NOW);
    }

    private HistoryView history(String election, int most) {
        return new HistoryView(
                books.row(election), books.history(new ElectionName(election), most), FakeLedger.NOW, ZoneOffset.UTC);
    }

    private MembersView members() {
        return MembersView.read(books, ClusterName.DEFAULT, books.elections(), FakeLedger.NOW);
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }

    @Test
    void statusTellsWhoLeadsAndWhyNobodyDoes() {
        assertThat(text(status().lines())).isEqualTo("""
                        ELECTION     LEADER           TERM  SINCE  LEASE             STANDBY
                        coordinator  core-2#7f3a9c04    42  4 m    7.9 s             2
                        billing      (nobody)           17  –      –                 1
                        nightly      (nobody)            3  –      expired 12 s ago  0
                        zeta         (nobody)            –  –      –                 0
                        ! billing: no leader for 42 s (core-3 left: SHUTDOWN).
                          Who led before: primus history billing
                        ! nightly: no leader for 12 s (core-4 did not renew: EXPIRED).
                          No candidate is alive. Start one: primus node --election nightly
                        ! zeta: nobody has led it yet.
                          No candidate is alive. Start one: primus node --election zeta
                        """);
    }

    @Test
    void statusTellsWhoPausedAnElection() {
        Pause pause = new Pause("ops", "migration", FakeLedger.NOW.minusSeconds(90));
        books.pause("coordinator", pause);
        books.pause("nightly", pause);
        assertThat(status().lines())
                .contains(
                        "! coordinator: paused by ops for 90 s, nobody takes over: migration",
                        "  Let it go on: primus resume coordinator",
                        "! nightly: no leader for 12 s (core-4 did not renew: EXPIRED).",
                        "! nightly: paused by ops for 90 s, nobody takes over: migration")
                .doesNotContain("  No candidate is alive. Start one: primus node --election nightly");
        assertThat(status().json().at("/elections/0/pause").toString())
                .isEqualTo("{\"by\":\"ops\",\"why\":\"migration\",\"since\":\"2026-11-16T01:04:41Z\"}");
    }

    @Test
    void statusAsJson() {
        assertThat(status().json().toString()).isEqualTo("""
                        {"v":1,"cluster":"default","time":"2026-11-16T01:06:11Z","elections":[\
                        {"election":"coordinator","leader":"core-2#7f3a9c04","term":"42",\
                        "since":"2026-11-16T01:02:11Z","leaseMs":10000,"leaseLeftMs":7900,\
                        "lastHolder":"core-2#7f3a9c04","standbys":2},\
                        {"election":"billing","leader":null,"term":"17","since":null,"leaseMs":10000,\
                        "leaseLeftMs":null,"lastHolder":null,"standbys":1,\
                        "endedAt":"2026-11-16T01:05:29Z","reason":"SHUTDOWN"},\
                        {"election":"nightly","leader":null,"term":"3","since":null,"leaseMs":10000,\
                        "leaseLeftMs":-12000,"lastHolder":"core-4#deadbeef","standbys":0,\
                        "endedAt":null,"reason":null},\
                        {"election":"zeta","leader":null,"term":null,"since":null,"leaseMs":10000,\
                        "leaseLeftMs":null,"lastHolder":null,"standbys":0}]}""");
    }

    @Test
    void historyTellsForHowLongAndWhyItEnded() {
        assertThat(text(history("coordinator", 10).lines())).isEqualTo("""
                        TERM  LEADER  FROM                 FOR   ENDED BY
                          42  core-2  Nov 16 01:02:11      4 m   –
                          41  core-1  Nov 13 01:06:11      2 d   TRANSFERRED
                          40  core-3  2025-10-12 01:06:11  12 s  EXPIRED
                        """);
    }

    @Test
    void aLapsedTermThatNobodyClosedEndedWithItsLease() {
        assertThat(text(history("nightly", 10).lines())).isEqualTo("""
                        TERM  LEADER  FROM             FOR  ENDED BY
                           3  core-4  Nov 16 00:56:11  9 m  EXPIRED (nobody took over yet)
                        """);
        assertThat(history("nightly", 10).json().toString())
                .contains("\"to\":\"2026-11-16T01:05:59Z\",\"forMs\":588000,\"reason\":\"EXPIRED\"");
    }

    @Test
    void historyAsJson() {
        assertThat(history("coordinator", 2).json().toString()).isEqualTo("""
                        {"v":1,"election":"coordinator","time":"2026-11-16T01:06:11Z","terms":[\
                        {"term":"42","leader":"core-2#7f3a9c04","from":"2026-11-16T01:02:11Z","to":null,\
                        "forMs":240000,"reason":null},\
                        {"term":"41","leader":"core-1#00aa11bb","from":"2026-11-13T01:06:11Z",\
                        "to":"2026-11-16T01:02:11Z","forMs":258960000,"reason":"TRANSFERRED"}]}""");
    }

    @Test
    void membersTellTheirPart() {
        assertThat(text(members().lines())).isEqualTo("""
                        ELECTION     NODE              PART      SEEN
                        coordinator  core-1#00aa11bb   standby   900 ms ago
                        coordinator  core-2#7f3a9c04   leader    2.1 s ago
                        coordinator  core-3#55aa55aa   left      24 h ago
                        coordinator  core-3#66bb66bb   standby   1.2 s ago
                        coordinator  watcher#12341234  observer  300 ms ago
                        billing      core-1#00aa11bb   standby   1.0 s ago
                        nightly      core-4#deadbeef   silent    22 s ago
                        """);
        assertThat(members().json().toString()).startsWith("""
                        {"v":1,"cluster":"default","time":"2026-11-16T01:06:11Z","members":[\
                        {"election":"coordinator","node":"core-1#00aa11bb","part":"standby","alive":true,\
                        "silentForMs":900},""");
    }
}
