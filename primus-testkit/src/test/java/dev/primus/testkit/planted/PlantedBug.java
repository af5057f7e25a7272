package dev.primus.testkit.planted;

import dev.primus.testkit.sim.StoreRules;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A mistake that the simulator must find.
 *
 * @param name one word
 * @param story what goes wrong, for people
 * @param wrongStore a store that makes it; null if the engine does
 * @param patch a change to the engine's own source that makes it; null if the store does
 */
record PlantedBug(
        String name,
        String story,
        @Nullable Supplier<StoreRules> wrongStore,
        @Nullable Patch patch) {

    /**
     * A change to one of our source files.
     *
     * @param changes some text, what replaces it, some other text, and so on
     */
    record Patch(String file, List<String> changes) {}

    private static Patch patch(String file, String... changes) {
        return new Patch(file, List.of(changes));
    }

    private static PlantedBug store(String name, Supplier<StoreRules> rules, String story) {
        return new PlantedBug(name, story, rules, null);
    }

    private static PlantedBug engine(String name, Patch patch, String story) {
        return new PlantedBug(name, story, null, patch);
    }

    private static final String RUNTIME = "primus-runtime/src/main/java/dev/primus/runtime/";
    private static final String GUARD = "primus-runtime/src/main/java/dev/primus/guard/";
    private static final String LEASE = "primus-core/src/main/java/dev/primus/core/lease/";

    static final List<PlantedBug> ALL = List.of(
            store("stealing-upsert", WrongStores.StealingUpsert::new, """
                    The takeover compares the expiry it would write with the one that is there, instead of asking the
                    clock. What it offers is always later, so a live lease is taken by the next one who tries."""),
            store("assignment-order", WrongStores.ChallengersKeepTheDeadAlive::new, """
                    The columns of the upsert are assigned in the wrong order: the expiry is renewed, the owner is not.
                    Challengers keep a dead node's lease alive for ever."""),
            store("renews-the-lapsed", WrongStores.RenewsTheLapsed::new, """
                    The renewal does not ask whether the lease still runs. A term that ended is prolonged in silence,
                    while its leader may have been told by its own clock that it is over."""),
            store("release-without-epoch", WrongStores.ReleasesWithoutEpoch::new, """
                    The release asks for the owner and not for the term. One that was delayed on its way gives back the
                    same node's next term, while it leads."""),
            store("release-resets-epoch", WrongStores.ReleaseResetsTheEpoch::new, """
                    A release deletes what was there, the number of the term too. The next term starts at 1, and every
                    fence refuses the true leader."""),
            store("read-extends", WrongStores.ReadsExtend::new, """
                    Reading prolongs the lease of whoever has the reader's name. A restarted node keeps its own former
                    lease alive by looking at it."""),
            store("cached-clock", WrongStores.CachedClock::new, """
                    The store's clock is read once and kept for a while, as a transaction's frozen time would be. What
                    has lapsed meanwhile is renewed."""),
            store("two-epochs", WrongStores.TwoEpochs::new, """
                    The takeover raises the number in both tables by an expression, and the second one sees what the
                    first has written. The term row is one ahead: every guard refuses the true leader."""),
            store("answer-before-commit", WrongStores.AnswersBeforeTheCommit::new, """
                    The returned row counts as won before the commit; the commit fails. A node leads a term that the
                    store has never had."""),
            store("store-wall-clock", WrongStores.WallClock::new, """
                    An embedded store judges by the wall clock of whoever asks. Somebody's clock is set, and a live lease
                    is over, or a lapsed one lives."""),
            store("term-not-raised", WrongStores.TermNotRaised::new, """
                    The takeover changes the owner and leaves the number of the term as it is. Two terms share a token,
                    and no fence can tell them apart."""),
            engine(
                    "stored-flag",
                    patch(
                            RUNTIME + "node/HeldLeadership.java",
                            "return pulse.isRegular(now) && now < heldUntil;",
                            "return heldUntil > SUSPECT;"),
                    """
                    Whether a node leads is a flag that is set and cleared by its thread, not a comparison with the clock
                    at each call. After a pause the flag is still set, and a successor leads."""),
            engine(
                    "deadline-from-reply",
                    patch(RUNTIME + "effect/StoreDesk.java", "answers.get(i), sentAt)", "answers.get(i), clock.get())"),
                    """
                    The deadline counts from when the reply came, not from just before the request was sent. A slow
                    reply prolongs the reign beyond the lease."""),
            engine(
                    "wall-clock-deadline",
                    patch(
                            RUNTIME + "node/HeldLeadership.java",
                            "return pulse.isRegular(now) && now < heldUntil;",
                            "return java.time.Duration.between(wallAtGrant, stage.wall()).toNanos() + monoAtGrant < heldUntil;",
                            "this.heldUntil = stopBy.nanos();",
                            "this.heldUntil = stopBy.nanos(); wallAtGrant = stage.wall(); monoAtGrant = stage.nanos();",
                            "private volatile long heldUntil;",
                            "private volatile long heldUntil; private java.time.Instant wallAtGrant; private long monoAtGrant;"),
                    """
                    The deadline is compared with the wall clock. It is set back, and the leader leads for as much longer."""),
            engine(
                    "unknown-is-yes",
                    patch(
                            LEASE + "Waiting.java",
                            "case UNKNOWN -> unsure(event, at);",
                            "case UNKNOWN -> accepted(event, at);"),
                    """
                    A bid whose reply was lost counts as won, since it probably was. It was not: somebody else leads."""),
            engine(
                    "release-before-duties-end",
                    patch(
                            RUNTIME + "node/Seat.java",
                            "crew.stop(\n                by, proved -> node.post(",
                            "node.post(() -> deliver(new CommonEvent.DutiesEnded<>(new DutiesStopped(term, true))));\n"
                                    + "        crew.stop(\n                by, proved -> node.post("),
                    """
                    Leadership is given back as soon as the duties were told to stop, not when they have ended. The
                    successor's duties start beside them."""),
            engine(
                    "loss-unnoticed",
                    patch(
                            LEASE + "Outlook.java",
                            "boolean wentBack = seen.epoch() < highest;",
                            "boolean wentBack = false;"),
                    """
                    A replica that lagged has taken over and shows a term below one that was seen. The node takes it as it
                    comes: nobody is alarmed, and it bids while the leader of the lost term may still lead."""),
            engine(
                    "counts-from-the-row",
                    patch(
                            LEASE + "Outlook.java",
                            "LeaseContest.above(Math.max(floor(), highest))",
                            "LeaseContest.above(floor())"),
                    """
                    The next token is one above what the row shows. After a failover with loss the row shows less than
                    the node has seen, and it bids for a number that it knows to be taken."""),
            engine(
                    "duty-beside-itself",
                    patch(
                            RUNTIME + "duty/DutySlot.java",
                            "return run == null ? startAt : MonoTime.NEVER;",
                            "return startAt;"),
                    """
                    The next run of a duty begins though the thread of the last one, which would not stop, has not ended.
                    The same work is done twice at a time."""),
            engine(
                    "restart-after-revoke",
                    patch(
                            RUNTIME + "duty/DutyCrew.java",
                            "        leadership = null;\n        stopBy = by;",
                            "        stopBy = by;",
                            "some.forEach(slot -> slot.startAt(MonoTime.NEVER));",
                            ""),
                    """
                    A duty that failed waits for its restart when the term ends, and nobody tells it. It is begun again in
                    a term that is over."""),
            engine(
                    "swallowed-failure",
                    patch(RUNTIME + "duty/DutyCrew.java", "if (failure != null) {", "if (failure == null) {"),
                    """
                    A duty that throws is begun again without a word, and nobody knows that anything is wrong."""),
            engine(
                    "fence-strictly-above",
                    patch(GUARD + "HighWaterMark.java", "claim.token() >= token", "claim.token() > token"),
                    """
                    A guard lets in only tokens above the highest it has seen, not those equal to it. The leader's barrier
                    gets through, and all its writes are refused."""),
            engine(
                    "guard-without-barrier",
                    patch(
                            "primus-testkit/src/main/java/dev/primus/testkit/check/FencedRegister.java",
                            "present = Math.max(present, token);\n        write(token);",
                            "present = Math.max(present, token);"),
                    """
                    A new leader does not tell the guarded resource its token before it begins. Until its first write has
                    come, the late write of the former leader is let in."""));
}
