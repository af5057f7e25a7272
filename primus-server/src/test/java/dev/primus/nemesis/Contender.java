package dev.primus.nemesis;

import dev.primus.Election;
import dev.primus.Handover;
import dev.primus.Primus;
import dev.primus.core.spi.LeaseStores;
import dev.primus.feed.FeedRecord;
import dev.primus.jdbc.JdbcStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One process that takes part: leads if it may, works while it leads, and keeps a journal of what it believed. Obeys
 * commands on its standard input, and ends with it, so that it never outlives the test.
 */
public final class Contender {
    private final ContenderSettings settings;
    private final JournalWriter journal;
    private final FailPoint failPoint;
    private final Primus primus;
    private final List<Election> elections = new ArrayList<>();
    private long lastSeq;

    private Contender(ContenderSettings settings) throws Exception {
        this.settings = settings;
        this.journal = new JournalWriter(settings.journal());
        this.failPoint = new FailPoint(who -> journal.note("failpoint", who, System.nanoTime()));
        this.primus = Primus.builder()
                .node(settings.node())
                .store(store())
                .lease(settings.lease())
                .build();
        journal.note("start", System.nanoTime(), primus.id());
        primus.feed().subscribe("journal", this::write);
    }

    public static void main(String[] arguments) throws Exception {
        Contender contender = new Contender(ContenderSettings.parse(arguments));
        Runtime.getRuntime().addShutdownHook(new Thread(contender::leave));
        contender.takePart();
        contender.obey();
        Runtime.getRuntime().halt(3);
    }

    private void takePart() {
        settings.elections()
                .forEach((election, work) -> elections.add(primus.election(election)
                        .duty("teller", new Teller(() -> account(election), work, failPoint, journal))
                        .join()));
        Thread sampler = new Thread(new Sampler(List.copyOf(elections), journal), "sampler");
        sampler.setDaemon(true);
        sampler.setPriority(Thread.MAX_PRIORITY);
        sampler.start();
    }

    private void obey() throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String command = commands.readLine(); command != null; command = commands.readLine()) {
            String[] words = command.split(" ");
            switch (words[0]) {
                case "arm" -> failPoint.arm();
                case "go" -> failPoint.go();
                case "resign" -> elections.forEach(election -> follow(election.resign()));
                case "transfer" -> elections.forEach(election -> follow(election.transferTo(words[1])));
                default -> throw new IllegalArgumentException(command);
            }
        }
    }

    private void follow(CompletableFuture<Handover> handover) {
        handover.whenComplete((outcome, failure) ->
                journal.note("handover", outcome == null ? failure.getClass().getSimpleName() : outcome));
    }

    /** On SIGTERM. What the feed's reader has not written yet is written here, so that the journal is complete. */
    private void leave() {
        primus.close();
        primus.feed().recent().forEach(this::write);
        journal.note("end", System.nanoTime());
    }

    private synchronized void write(FeedRecord record) {
        if (record.seq() > lastSeq) {
            lastSeq = record.seq();
            String json = record.toJson();
            journal.line(json.substring(0, json.length() - 1) + ",\"nanos\":" + System.nanoTime() + "}");
        }
    }

    private Account account(String election) throws SQLException {
        return Account.open(settings.account(), user(), password(), election);
    }

    /** With the drivers' own idea of timeouts, which is none: what has to be bounded is bounded by the store. */
    private LeaseStores store() {
        String url = settings.store();
        if (url.startsWith("jdbc:sqlite:")) {
            return JdbcStore.sqlite(Path.of(url.substring("jdbc:sqlite:".length())));
        }
        return JdbcStore.on(() -> DriverManager.getConnection(url, user(), password()))
                .createSchema();
    }

    private static String user() {
        return System.getenv(ContenderSettings.USER);
    }

    private static String password() {
        return System.getenv(ContenderSettings.PASSWORD);
    }
}
