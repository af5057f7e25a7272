package dev.primus.server.view;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Pause;
import dev.primus.core.StoreTime;
import dev.primus.core.Term;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import dev.primus.core.spi.TermRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Books made up for a test: three elections, one led, one released, one lapsed, one new. */
public final class FakeLedger implements Ledger {
    static final Instant NOW = Instant.parse("2026-11-16T01:06:11Z");

    private final List<Sighting> rows = new ArrayList<>();
    private final List<TermRecord> terms = new ArrayList<>();
    private final List<CandidateRecord> members = new ArrayList<>();

    public static FakeLedger sample() {
        FakeLedger ledger = new FakeLedger();
        ledger.led();
        ledger.released();
        ledger.lapsed();
        ledger.row("zeta", null, 0, Duration.ZERO, null);
        return ledger;
    }

    private void led() {
        row("coordinator", "core-2#7f3a9c04", 42, Duration.ofMillis(7900), NOW.minus(Duration.ofMinutes(4)));
        term("coordinator", "core-2#7f3a9c04", 42, NOW.minus(Duration.ofMinutes(4)), null, null);
        term(
                "coordinator",
                "core-1#00aa11bb",
                41,
                NOW.minus(Duration.ofDays(3)),
                NOW.minus(Duration.ofMinutes(4)),
                LossReason.TRANSFERRED);
        term(
                "coordinator",
                "core-3#55aa55aa",
                40,
                NOW.minus(Duration.ofDays(400)),
                NOW.minus(Duration.ofDays(400)).plusSeconds(12),
                LossReason.EXPIRED);
        member("coordinator", "core-1#00aa11bb", Enrolment.Part.CANDIDATE, 900, true);
        member("coordinator", "core-2#7f3a9c04", Enrolment.Part.CANDIDATE, 2100, true);
        member("coordinator", "core-3#55aa55aa", Enrolment.Part.GONE, 86_400_000, false);
        member("coordinator", "core-3#66bb66bb", Enrolment.Part.CANDIDATE, 1200, true);
        member("coordinator", "watcher#12341234", Enrolment.Part.OBSERVER, 300, true);
    }

    private void released() {
        row("billing", null, 17, Duration.ZERO, null);
        term(
                "billing",
                "core-3#66bb66bb",
                17,
                NOW.minus(Duration.ofHours(2)),
                NOW.minus(Duration.ofSeconds(42)),
                LossReason.SHUTDOWN);
        member("billing", "core-1#00aa11bb", Enrolment.Part.CANDIDATE, 1000, true);
    }

    private void lapsed() {
        row("nightly", "core-4#deadbeef", 3, Duration.ofSeconds(-12), NOW.minus(Duration.ofMinutes(10)));
        term("nightly", "core-4#deadbeef", 3, NOW.minus(Duration.ofMinutes(10)), null, null);
        member("nightly", "core-4#deadbeef", Enrolment.Part.CANDIDATE, 22_000, false);
    }

    private void row(String election, String holder, long epoch, Duration remaining, Instant since) {
        rows.add(new Sighting(
                new ElectionName(election),
                holder == null ? null : NodeId.parse(holder),
                epoch,
                0,
                "",
                remaining,
                Duration.ofSeconds(10),
                new StoreTime(0),
                "clock",
                "clock",
                null,
                Duration.ZERO,
                0,
                since,
                null));
    }

    private void term(String election, String leader, long token, Instant from, Instant to, LossReason reason) {
        terms.add(new TermRecord(new ElectionName(election), Term.of(NodeId.parse(leader), token), from, to, reason));
    }

    private void member(String election, String node, Enrolment.Part part, long silentMillis, boolean alive) {
        members.add(new CandidateRecord(
                new ElectionName(election), NodeId.parse(node), part, Duration.ofMillis(silentMillis), alive));
    }

    @Override
    public List<Sighting> elections() {
        return rows;
    }

    public void pause(String election, Pause pause) {
        Sighting row = row(election);
        rows.set(
                rows.indexOf(row),
                new Sighting(
                        row.election(),
                        row.holder(),
                        row.epoch(),
                        row.renewals(),
                        row.nonce(),
                        row.remaining(),
                        row.lease(),
                        row.readAt(),
                        row.readBy(),
                        row.stampedBy(),
                        row.heir(),
                        row.heirRemaining(),
                        row.lineage(),
                        row.since(),
                        pause));
    }

    Sighting row(String election) {
        return rows.stream()
                .filter(row -> row.election().value().equals(election))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public List<TermRecord> latest(List<ElectionName> elections) {
        return elections.stream()
                .flatMap(election -> history(election, 1).stream())
                .toList();
    }

    @Override
    public List<TermRecord> history(ElectionName election, int most) {
        return terms.stream()
                .filter(term -> term.election().equals(election))
                .limit(most)
                .toList();
    }

    @Override
    public List<CandidateRecord> candidates(List<ElectionName> elections) {
        return members.stream()
                .filter(member -> elections.contains(member.election()))
                .toList();
    }

    @Override
    public void close() {}
}
