package dev.primus.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.partition.PlanSettings;
import dev.primus.core.partition.Weight;
import dev.primus.core.partition.move.Dispatcher;
import dev.primus.core.partition.move.Draft;
import dev.primus.core.spi.Orders;
import dev.primus.core.spi.PlanStore;
import dev.primus.core.spi.Progress;
import dev.primus.core.spi.WorkerCard;
import dev.primus.core.spi.WorkerStore;
import dev.primus.jdbc.JdbcStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store with a list of ten partitions that two workers have been given, five each. */
class WorkCommandsTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final NodeId ONE = NodeId.of("w-1", "0001");
    private static final NodeId TWO = NodeId.of("w-2", "0002");
    private static final Term TERM = Term.of(NodeId.of("core-1", "000a"), 3);

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void fill() {
        file = folder.resolve("primus.db");
        done("tasklist create billing/invoices --partitions 10");
        enlist(ONE, LONG);
        enlist(TWO, LONG);
        plan();
    }

    private Run run(String line) {
        return Run.of((line + " --store jdbc:sqlite:" + file).split(" "));
    }

    private String done(String line) {
        Run run = run(line);
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().strip();
    }

    private void enlist(NodeId worker, Duration lease) {
        try (WorkerStore workers = JdbcStore.sqlite(file).workers(ClusterName.DEFAULT, SECOND)) {
            WorkerCard card = new WorkerCard(worker, Weight.ONE, "-", "a test");
            assertThat(workers.enlist(card, lease).begun()).isTrue();
        }
    }

    /** One round of a coordinator. */
    private Draft plan() {
        try (PlanStore plans = JdbcStore.sqlite(file).plans(ClusterName.DEFAULT, SECOND)) {
            PlanStore.Mustered found = plans.muster(TERM);
            Dispatcher dispatcher = new Dispatcher(PlanSettings.DEFAULT, found.revision(), found.orders());
            Draft draft = dispatcher.draft(plans.attendance(), plans.catalogue());
            if (!draft.isEmpty()) {
                assertThat(plans.command(TERM, draft.after(), draft.changed(), draft.struck()))
                        .isTrue();
            }
            return draft;
        }
    }

    /** The worker hears its orders, and says that it still finishes all it is asked for. */
    private void hear(NodeId worker) {
        try (WorkerStore workers = JdbcStore.sqlite(file).workers(ClusterName.DEFAULT, SECOND)) {
            Orders orders = workers.look(worker, 0).orders();
            assertThat(orders).isNotNull();
            workers.checkIn(worker, new Progress(orders.revision(), orders.asked()));
        }
    }

    // ---- domains and lists -----------------------------------------------------------------------------------------

    @Test
    @Tag("P2")
    void domainsAreMadeAndTurnedOnAndOff() {
        assertThat(done("domain create mail")).isEqualTo("domain mail is active now.");
        assertThat(done("domain create mail"))
                .isEqualTo("domain mail is there already, and active; nothing was changed.");
        assertThat(done("domain deactivate billing")).isEqualTo("domain billing is not active now.");
        assertThat(done("domain list")).isEqualTo("""
                DOMAIN   ACTIVE  LISTS  PARTITIONS
                billing  no          1          10
                mail     yes         0           0""");
        assertThat(done("domain activate billing --json"))
                .isEqualTo("{\"v\":1,\"domain\":\"billing\",\"active\":true,\"changed\":true}");
    }

    @Test
    @Tag("P2")
    void listsAreMadeAndTurnedOnAndOff() {
        assertThat(done("tasklist create mail/out --partitions 7 --weight 2.5"))
                .isEqualTo("task list mail/out has 7 partitions now.");
        assertThat(done("tasklist deactivate mail/out")).isEqualTo("task list mail/out is not active now.");
        assertThat(done("tasklist list")).isEqualTo("""
                LIST              ACTIVE  PARTITIONS  WEIGHT  ASSIGNED  MOVING  UNASSIGNED
                billing/invoices  yes             10       1        10       0           0
                mail/out          no               7     2.5         0       0           7""");
        assertThat(done("domain deactivate mail")).isNotEmpty();
        assertThat(done("tasklist activate mail/out"))
                .isEqualTo("task list mail/out is active now, but nobody works on it while domain 'mail' is not.");
        assertThat(done("tasklist list --json"))
                .contains(
                        "{\"list\":\"mail/out\",\"domain\":\"mail\",\"active\":false,\"partitions\":7,\"weight\":2.5,");
    }

    @Test
    @Tag("P2")
    void aListThatShrinksSaysWhatGoesAndFromWhom() {
        assertThat(done("tasklist resize billing/invoices --partitions 3"))
                .isEqualTo("task list billing/invoices: 10 -> 3 partitions;"
                        + " 3-9 go, and these are asked for them: w-1 (3-4), w-2 (5-9).");
        assertThat(done("tasklist resize billing/invoices --partitions 12"))
                .isEqualTo("task list billing/invoices: 3 -> 12 partitions; 3-11 are new.");
        assertThat(done("tasklist resize billing/invoices --partitions 11"))
                .isEqualTo("task list billing/invoices: 12 -> 11 partitions; 11 go, which nobody has.");
        assertThat(done("tasklist resize billing/invoices --partitions 11"))
                .isEqualTo("task list billing/invoices has 11 partitions already; nothing was changed.");
    }

    // ---- who has what ----------------------------------------------------------------------------------------------

    @Test
    @Tag("P4")
    void thePictureOfWhoHasWhat() {
        assertThat(done("partitions show")).isEqualTo("""
                plan 1, by core-1#000a with token 3

                billing/invoices: 10 partitions
                ASSIGNED 10  REQUESTED_RELEASE 0  PENDING_RELEASE 0  UNASSIGNED 0
                WORKER  STATE   WHERE       HELD  LEAVING  PARTITIONS
                w-1     active  █████·····     5        0  0-4
                w-2     active  ·····█████     5        0  5-9""");
        assertThat(done("partitions show billing/invoices --json")).isEqualTo("""
                {"v":1,"revision":1,"coordinator":"core-1#000a","token":"3","lists":[{"list":"billing/invoices",\
                "partitions":10,"active":true,"assigned":10,"requestedRelease":0,"pendingRelease":0,"unassigned":0,\
                "excluded":0,"workers":[\
                {"worker":"w-1#0001","state":"active","assigned":"0-4","requestedRelease":"","pendingRelease":""},\
                {"worker":"w-2#0002","state":"active","assigned":"5-9","requestedRelease":"","pendingRelease":""}]}]}""");
    }

    @Test
    @Tag("P5")
    void aMoveIsSeenInEachOfItsStates() {
        done("worker drain w-2");
        plan();
        assertThat(done("partitions show"))
                .contains("ASSIGNED 5  REQUESTED_RELEASE 5  PENDING_RELEASE 0  UNASSIGNED 0")
                .contains("w-2     draining  ·····»»»»»     0        5  5-9");
        hear(TWO);
        assertThat(done("partitions show"))
                .contains("ASSIGNED 5  REQUESTED_RELEASE 0  PENDING_RELEASE 5  UNASSIGNED 0");
        try (WorkerStore workers = JdbcStore.sqlite(file).workers(ClusterName.DEFAULT, SECOND)) {
            workers.checkIn(TWO, new Progress(2, dev.primus.core.partition.Lots.NONE));
        }
        assertThat(done("partitions show"))
                .contains("ASSIGNED 5  REQUESTED_RELEASE 0  PENDING_RELEASE 0  UNASSIGNED 5");
        plan();
        assertThat(done("partitions show"))
                .contains("ASSIGNED 10  REQUESTED_RELEASE 0  PENDING_RELEASE 0  UNASSIGNED 0")
                .contains("w-1     active    ██████████    10        0  0-9");
    }

    @Test
    @Tag("P1")
    void workersAreSeenDrainedAndTakenBack() {
        assertThat(done("worker list").lines())
                .first()
                .isEqualTo("WORKER    STATE   LEASE  CAPACITY  ZONE  HELD  LEAVING  ABOUT");
        assertThat(done("worker list"))
                .containsPattern("w-1#0001  active +\\d+ [ms] +1  - +5 +0  a test")
                .contains("w-2#0002");
        assertThat(done("worker drain w-1"))
                .isEqualTo("worker w-1 drains: it gets nothing new, and is asked to let go of what it has.");
        assertThat(done("worker list --json")).contains("\"name\":\"w-1\",\"state\":\"draining\"");
        assertThat(done("worker undrain w-1")).isEqualTo("worker w-1 takes part again.");
        try (WorkerStore workers = JdbcStore.sqlite(file).workers(ClusterName.DEFAULT, SECOND)) {
            workers.signOff(ONE);
        }
        Run late = run("worker drain w-1");
        assertThat(late.code()).isEqualTo(4);
        assertThat(late.err()).contains("worker = 'w-1': is left; allowed is one that is alive");
    }

    // ---- what would be ---------------------------------------------------------------------------------------------

    @Test
    void aPreviewTellsMovesWithReasonsAndDoesNothing() {
        assertThat(done("partitions preview")).isEqualTo("nothing would move: all is as it should be.");
        assertThat(done("partitions pin billing/invoices 0 w-2"))
                .isEqualTo("partition 0 of billing/invoices is pinned to w-2.");
        done("partitions exclude billing/invoices 9");
        String preview = done("partitions preview");
        assertThat(preview).isEqualTo("""
                2 partitions would move:
                  1: it is excluded
                  1: it is pinned
                LIST              PARTITIONS  FROM  TO   WHY
                billing/invoices  9           w-2   –    it is excluded
                billing/invoices  0           w-1   w-2  it is pinned""");
        assertThat(done("partitions preview")).isEqualTo(preview);
        assertThat(done("partitions preview --json"))
                .startsWith(
                        "{\"v\":1,\"partitions\":2,\"moves\":[{\"list\":\"billing/invoices\",\"first\":9,\"last\":9,"
                                + "\"from\":\"w-2\",\"to\":null,\"reason\":\"EXCLUDED\"}");
        assertThat(done("partitions show")).contains("plan 1,").contains("UNASSIGNED 0 (1 excluded)");
        assertThat(plan().begun()).hasSize(2);
    }

    @Test
    void whoeverIsSilentCountsAsDeadInAPreview() throws InterruptedException {
        enlist(NodeId.of("w-3", "0003"), Duration.ofMillis(50));
        Thread.sleep(60); // The store's clock has to pass.
        assertThat(done("worker list")).containsPattern("w-3#0003  silent +–");
        assertThat(done("partitions preview")).isEqualTo("nothing would move: all is as it should be.");
    }

    @Test
    void wishesAreTakenBack() {
        done("partitions pin billing/invoices 0 w-2");
        assertThat(run("partitions include billing/invoices 0").err())
                .contains("is pinned to w-2, not excluded; allowed is primus partitions unpin.");
        assertThat(done("partitions unpin billing/invoices 0"))
                .isEqualTo("partition 0 of billing/invoices is pinned no more: any worker may have it.");
        done("partitions exclude billing/invoices 1");
        assertThat(run("partitions unpin billing/invoices 1").err())
                .contains("is excluded, not pinned; allowed is primus partitions include.");
        assertThat(done("partitions include billing/invoices 1 --json"))
                .isEqualTo(
                        "{\"v\":1,\"list\":\"billing/invoices\",\"partition\":1,\"pinnedTo\":null,\"excluded\":false}");
        assertThat(done("partitions preview")).isEqualTo("nothing would move: all is as it should be.");
    }

    // ---- what is refused -------------------------------------------------------------------------------------------

    /** A line, the exit code and the sentence. */
    private static final List<String> BAD_INPUT = List.of(
            "domain create a/b | 2 | domain = 'a/b': allowed are 1 to 63 letters, digits and _ . : -, and no slash.",
            "domain activate biling | 1 | domain = 'biling': there is none by that name; allowed is one of billing. Did you mean 'billing'?",
            "tasklist create x/y --partitions -1 | 2 | --partitions = -1: allowed is 0 to 5000000.",
            "tasklist create x/y --partitions 4999991 | 4 | --partitions = 4999991: allowed is 4999990, for all lists together have at most 5000000, and the others have 10.",
            "tasklist create x/y --partitions 1 --weight 0 | 2 | --weight = 0.0: allowed is 0.01 to 100, with at most two decimals.",
            "tasklist create x!y --partitions 1 | 2 | task list name 'x!y' is not usable: allowed is",
            "tasklist create billing/invoices --partitions 9 | 4 | is there already, with 10 partitions of weight 1; allowed is a new name, or primus tasklist resize.",
            "tasklist resize billing/invoice --partitions 9 | 1 | task list = 'billing/invoice': there is none by that name; allowed is one of billing/invoices.",
            "partitions show nothing | 1 | task list = 'nothing': there is none by that name",
            "partitions pin billing/invoices 10 w-1 | 2 | partition = 10 of task list 'billing/invoices': allowed is 0 to 9.",
            "partitions pin billing/invoices 1 w-3 | 1 | worker = 'w-3': there is none by that name; allowed is one of w-1, w-2.",
            "partitions exclude billing/invoices -1 | 2 | partition = -1 of task list 'billing/invoices': allowed is 0 to 9.",
            "partitions unpin billing/invoices 3 | 4 | partition = 3 of task list 'billing/invoices': is not pinned; allowed is one that is.",
            "partitions unpin billing/invoices 30 | 2 | partition = 30 of task list 'billing/invoices': allowed is 0 to 9.",
            "worker drain w-9 | 1 | worker = 'w-9': there is none by that name; allowed is one of w-1, w-2.");

    @Test
    void badInputGetsOneSentence() {
        for (String each : BAD_INPUT) {
            String[] cells = each.split(" \\| ");
            Run refused = run(cells[0]);
            assertThat(refused.err()).contains(cells[2]);
            assertThat(refused.code()).as(each).isEqualTo(Integer.parseInt(cells[1]));
        }
    }

    @Test
    void aVerbWithoutADeedSaysWhichThereAre() {
        assertThat(Run.of("domain").err()).contains("list, create, activate or deactivate");
        assertThat(Run.of("tasklist").err()).contains("list, create, resize, activate or deactivate");
        assertThat(Run.of("worker").err()).contains("list, drain or undrain");
        assertThat(Run.of("partitions").err()).contains("show, preview, pin, unpin, exclude or include");
    }

    @Test
    void peersShareWorkOutInAStoreOnly() {
        Run refused =
                Run.of("node", "--election", "c", "--engine", "registry", "--peers", "127.0.0.1:7800", "--allocate");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err())
                .contains("--allocate = 'true', and --store is not set: allowed is true with --store URL only");
    }

    @Test
    void aListOfASleepingDomainIsNotResized() {
        done("domain deactivate billing");
        Run refused = run("tasklist resize billing/invoices --partitions 20");
        assertThat(refused.code()).isEqualTo(4);
        assertThat(refused.err()).contains("its domain 'billing' is not active; allowed is a list of an active domain");
    }

    @Test
    void whoOnlyLooksMakesNoStore() {
        file = folder.resolve("none.db");
        for (String line : List.of("domain list", "tasklist list", "worker list", "partitions show")) {
            assertThat(run(line).err()).contains("there is no store at");
        }
        assertThat(file).doesNotExist();
    }
}
