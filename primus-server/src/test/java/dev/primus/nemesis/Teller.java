package dev.primus.nemesis;

import dev.primus.Duty;
import dev.primus.Leadership;
import dev.primus.nemesis.ContenderSettings.Work;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The duty of a contender: reads the account, checks that it leads, and writes one more; between check and write is the
 * fail-point. After it has stood there, it makes several writes in a row, as a queue that was filled before would.
 */
final class Teller implements Duty {
    /** How many writes were waiting behind a fail-point. */
    static final int BACKLOG = 5;

    private static final Duration PAUSE = Duration.ofMillis(40);

    /** Where the account is; a connection is made for every term, so that a broken one ends with a term at the latest. */
    @FunctionalInterface
    interface Opening {
        Account open() throws SQLException;
    }

    private final Opening accounts;
    private final Work work;
    private final FailPoint betweenCheckAndWrite;
    private final JournalWriter journal;

    Teller(Opening accounts, Work work, FailPoint betweenCheckAndWrite, JournalWriter journal) {
        this.accounts = accounts;
        this.work = work;
        this.betweenCheckAndWrite = betweenCheckAndWrite;
        this.journal = journal;
    }

    @Override
    public void run(Leadership leadership) throws Exception {
        try (Account account = accounts.open()) {
            while (leadership.state() != Leadership.State.ENDED) {
                long seen = account.value();
                if (leadership.isHeld()) {
                    boolean stood =
                            betweenCheckAndWrite.pass(leadership.election().value());
                    for (int i = 1; i <= (stood ? BACKLOG : 1); i++) {
                        write(account, leadership, seen + i);
                    }
                }
                leadership.sleep(PAUSE);
            }
        }
    }

    private void write(Account account, Leadership leadership, long value) throws SQLException {
        long token = leadership.token();
        journal.note("try", leadership.election(), token, System.nanoTime(), value);
        boolean done = switch (work) {
            case FENCED -> account.writeFenced(value, token);
            case UNFENCED -> account.writeUnfenced(value);
        };
        journal.note(done ? "wrote" : "rejected", leadership.election(), token, System.nanoTime(), value);
    }
}
