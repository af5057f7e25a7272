package dev.primus.server.command;

import dev.primus.jdbc.JdbcAdmin;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.ExitCode;
import dev.primus.server.view.PlanView;
import dev.primus.server.view.TidiedView;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code primus housekeeping}: forgets what nobody asks for any more. */
@Command(
        name = "housekeeping",
        description = {
            "Marks elections that nobody has led for long as deletable, shortens histories, forgets silent nodes.",
            "Safe at any time, with nodes running; no election's row is ever deleted, so no token is issued twice."
        },
        footer = {
            "  primus housekeeping",
            "  primus housekeeping --unheld-days 30 --keep-terms 100",
            "  primus housekeeping --dry-run",
        })
final class HousekeepingCommand implements Callable<Integer> {
    private static final int FEWEST_DAYS = 2;

    @Option(
            names = "--unheld-days",
            paramLabel = "N",
            description = "After how many days without a leader an election is marked, and without a sign of life a"
                    + " node is forgotten (default: 90, at least 2).")
    private int unheldDays = 90;

    @Option(
            names = "--keep-terms",
            paramLabel = "N",
            description = "How many terms of each election are kept (default: 1000).")
    private int keepTerms = 1000;

    @Option(names = "--dry-run", description = "Shows what would be done, one by one, and changes nothing.")
    private boolean dryRun;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private StoreOptions store;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private OutputOptions output;

    @Override
    public Integer call() {
        if (unheldDays < FEWEST_DAYS) {
            throw Complaint.usage("--unheld-days = %d: allowed is %d and above.".formatted(unheldDays, FEWEST_DAYS));
        }
        if (keepTerms < 1) {
            throw Complaint.usage("--keep-terms = %d: allowed is 1 and above.".formatted(keepTerms));
        }
        JdbcAdmin admin = store.toRead().admin();
        Duration silence = Duration.ofDays(unheldDays);
        if (dryRun) {
            show(new PlanView(admin.planHousekeeping(keepTerms, silence)));
        } else {
            TidiedView view = new TidiedView(admin.housekeeping(keepTerms, silence));
            output.show(view::lines, view::json);
        }
        return ExitCode.DONE;
    }

    private void show(PlanView plan) {
        output.show(plan::lines, plan::json);
        output.say("nothing was changed: this was a dry run. Without --dry-run: " + plan.summary());
    }
}
