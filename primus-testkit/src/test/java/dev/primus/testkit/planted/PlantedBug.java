package dev.primus.testkit.planted;

import dev.primus.core.registry.Rulings;
import dev.primus.testkit.sim.StoreRules;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A mistake that the simulator must find.
 *
 * @param name one word
 * @param story what goes wrong, for people
 * @param engine which one is simulated
 * @param wrongStore a store that makes it; null if another does
 * @param wrongRulings rules of members that make it; null if another does
 * @param patch a change to the engine's own source that makes it; null if another does
 */
record PlantedBug(
        String name,
        String story,
        String engine,
        @Nullable Supplier<StoreRules> wrongStore,
        @Nullable Supplier<Rulings> wrongRulings,
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
        return new PlantedBug(name, story, Probe.LEASE, rules, null, null);
    }

    private static PlantedBug engine(String name, Patch patch, String story) {
        return new PlantedBug(name, story, Probe.LEASE, null, null, patch);
    }

    private static PlantedBug ruling(String name, Supplier<Rulings> rulings, String story) {
        return new PlantedBug(name, story, Probe.REGISTRY, null, rulings, null);
    }

    private static PlantedBug registry(String name, Patch patch, String story) {
        return new PlantedBug(name, story, Probe.REGISTRY, null, null, patch);
    }

    private static PlantedBug hostile(String name, Patch patch, String story) {
        return new PlantedBug(name, story, Probe.HOSTILE, null, null, patch);
    }

    private static PlantedBug guarded(String name, Patch patch, String story) {
        return new PlantedBug(name, story, Probe.GUARDED, null, null, patch);
    }

    private static PlantedBug ballot(String name, Patch patch, String story) {
        return new PlantedBug(name, story, Probe.BALLOT, null, null, patch);
    }

    private static PlantedBug reform(String name, Patch patch, String story) {
        return new PlantedBug(name, story, Probe.REFORMED, null, null, patch);
    }

    private static PlantedBug misconfigured(String name, Patch patch, String story) {
        return new PlantedBug(name, story, Probe.MISCONFIGURED, null, null, patch);
    }

    private static PlantedBug work(String name, Patch patch, String story) {
        return new PlantedBug(name, story, Probe.WORK, null, null, patch);
    }

    private static PlantedBug companion(String name, Patch patch, String story) {
        return new PlantedBug(name, story, Probe.COMPANION, null, null, patch);
    }

    /** Where it is planted, for people. */
    String place() {
        if (patch != null) {
            return "`" + Path.of(patch.file()).getFileName() + "`";
        }
        return wrongRulings == null ? "the store" : "the members' rules";
    }

    private static final String RUNTIME = "primus-runtime/src/main/java/dev/primus/runtime/";
    private static final String PROCESS = "primus-runtime/src/main/java/dev/primus/process/";
    private static final String GUARD = "primus-runtime/src/main/java/dev/primus/guard/";
    private static final String LEASE = "primus-core/src/main/java/dev/primus/core/lease/";
    private static final String REGISTRY = "primus-core/src/main/java/dev/primus/core/registry/";
    private static final String BALLOT = "primus-core/src/main/java/dev/primus/core/ballot/";
    private static final String MOVE = "primus-core/src/main/java/dev/primus/core/partition/move/";
    private static final String SIMULATOR = "primus-testkit/src/main/java/dev/primus/testkit/sim/";
    private static final String PEERS = "primus-core/src/main/java/dev/primus/core/peers/";

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
                    patch(
                            RUNTIME + "effect/StoreDesk.java",
                            "request, answer, sentAt)",
                            "request, answer, clock.get())"),
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
                    "store-clock-obeyed",
                    patch(
                            LEASE + "Outlook.java",
                            "boolean over = doubt && !receivedAt.isBefore(since.plus(timing.observation(seen.lease())));",
                            "boolean over = false;"),
                    """
                    A lease runs until the store's clock says that it is over. After a failover to a server whose clock is an
                    hour behind, a dead leader's lease runs for another hour."""),
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
                    "no-drain-after-a-pause",
                    patch(
                            RUNTIME + "duty/DutyCrew.java",
                            "abandonAt = MonoTime.later(by, now.plus(drain));",
                            "abandonAt = by;",
                            "            abandonAt = by;\n",
                            ""),
                    """
                    Duties are judged at the deadline of their term. After a pause longer than the lease that has passed:
                    a duty is abandoned before its thread has run again, and the node stays back for a lease."""),
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
                    come, the late write of the former leader is let in."""),
            ruling("no-settle-window", WrongRulings.NoSettleWindow::new, """
                    A member that has just begun sees nobody yet and takes itself for the whole cluster. All start at once,
                    and each leads alone until they meet."""),
            ruling("resolver-by-arrival", WrongRulings.ResolverByArrival::new, """
                    When two sides meet, the claim that was heard first goes on. Another member, asked the same, would choose
                    another leader."""),
            ruling("merged-term-not-raised", WrongRulings.NumbersByTheClock::new, """
                    Where no quorum keeps numbers apart, a new term takes its number from the wall clock alone. When two sides
                    meet, the one that goes on has a lower token than the other had."""),
            ruling("all-members-must-answer", WrongRulings.AllMustAnswer::new, """
                    A registrar grants nothing before every member of its view has answered. One member that joins and never
                    answers stops all elections."""),
            registry(
                    "pause-stamped-by-wall-clock",
                    patch(
                            PEERS + "PauseMark.java",
                            "return new PauseMark(pause, Math.max(wallMillis, next));",
                            "return new PauseMark(pause, Math.min(wallMillis, Math.max(next, wallMillis)));"),
                    """
                    A resume is stamped with the wall clock alone. The clock of the node that paused the election was ahead, so
                    the pause stays the later mark."""),
            ruling("no-silence", WrongRulings.NoSilence::new, """
                    A member that was restarted promises a new term at once, though what it promised in its former life has
                    not run out."""),
            ruling("takeover-before-step-down", WrongRulings.TakesOverAtOnce::new, """
                    Who has been out of view for the takeover delay is taken to be gone, whatever it was promised. It is
                    alive behind a broken way, and still leads."""),
            ruling("view-for-quorum", WrongRulings.ViewForQuorum::new, """
                    A term is held if everybody in view agrees. The view has shrunk to a minority, and the others have a
                    leader of their own."""),
            ruling("majority-of-visible", WrongRulings.MajorityOfTheVisible::new, """
                    The majority is counted among those in view, not among the configured members. Both sides of a partition
                    find that they have one."""),
            ruling("claims-block-nobody", WrongRulings.ClaimsBlockNobody::new, """
                    A member promises any later term, though what it promised another has not run out."""),
            ruling("promise-shorter-than-lease", WrongRulings.ShortPromises::new, """
                    A promise binds for half a lease; the leader counts on all of it."""),
            registry(
                    "duplicate-registrar",
                    patch(REGISTRY + "Circle.java", "return view.registrar();", "return rules.self();"),
                    """
                    Every member takes itself for the registrar of its view, and grants terms to itself."""),
            registry(
                    "release-by-name",
                    patch(
                            REGISTRY + "Registry.java",
                            "if (!rules.rulings().mayEnd(from, message.term())) {",
                            "records.page(message.election()).docket().claims().keySet().stream()\n"
                                    + "                    .filter(term -> term.leader().name().equals(from.name()))\n"
                                    + "                    .toList()\n"
                                    + "                    .forEach(term -> records.page(message.election()).ended(List.of(term)));\n"
                                    + "            if (!rules.rulings().mayEnd(from, message.term())) {"),
                    """
                    That a term is over is taken to mean whatever its owner holds. The word of a former life is late, and ends
                    the term of the present one."""),
            registry(
                    "willing-for-promised",
                    patch(
                            REGISTRY + "Call.java",
                            "purpose == Purpose.ASK ? Appeal.Verb.ASK : Appeal.Verb.PROMISE",
                            "purpose == null ? Appeal.Verb.PROMISE : Appeal.Verb.ASK"),
                    """
                    The row that decides between two members is asked what it would say, and that is counted like a promise.
                    It says the same to the other, and both lead."""),
            registry(
                    "failback-on-return",
                    patch(
                            REGISTRY + "Office.java",
                            "if (rules.rulings().canGoOn(claims, page.docket().highest())) {",
                            "NodeId best = circle.view().members().stream().min(NodeId::compareTo).orElseThrow();\n"
                                    + "        if (claims.get(0).leader().compareTo(best) > 0) {\n"
                                    + "            RegistryMessage.Displaced back = new RegistryMessage.Displaced(\n"
                                    + "                here.view(), page.election(), claims, best.name());\n"
                                    + "            post.send(circle.view().members(), back, now);\n"
                                    + "            return;\n        }\n"
                                    + "        if (rules.rulings().canGoOn(claims, page.docket().highest())) {"),
                    """
                    When a node with a better name comes back, it is given the election back. Each return costs two changes
                    of leader, and one that flaps is a disaster."""),
            registry(
                    "monitor-lost-on-merge",
                    patch(
                            REGISTRY + "Page.java",
                            "if (!view.has(term.leader())) {",
                            "if (!view.has(term.leader()) && roll.parts().isEmpty()) {"),
                    """
                    Members that were met after the start are not watched: that a leader among them has left the view is not
                    noticed, and its successor comes only when its claim has run out."""),
            registry(
                    "marks-forgotten",
                    patch(
                            PEERS + "Past.java",
                            "kept.forEach(mark -> marks.merge(mark.election(), mark, Mark::merged));",
                            ""),
                    """
                    What was promised in a former life is not read at the start. When enough members were restarted, terms
                    begin at 1 again."""),
            registry(
                    "promise-before-the-disk",
                    patch(
                            REGISTRY + "Voice.java",
                            "if (!rules.voter() || known && !pending) {",
                            "if (!known) {\n            hands.keep(List.of(new Mark(beat.election(), beat.term(), rules.timing().silence())));\n        }\n"
                                    + "        if (!pending) {"),
                    """
                    A promise leaves before it is on the disk. The process is killed in between, and its next life knows
                    nothing of it."""),
            registry(
                    "observers-count",
                    patch(
                            REGISTRY + "Rounds.java",
                            "? message.voter() && rules.quorum().counts(from.name())",
                            "? rules.quorum().counts(from.name())"),
                    """
                    The promise of a member that only watches is counted like any other. A leader and an observer are taken
                    for a majority, and so are the others."""),
            registry(
                    "wakes-by-now",
                    patch(
                            REGISTRY + "Registry.java",
                            "if (!now.isBefore(page.changesAt(looked))) {",
                            "if (!now.isBefore(page.changesAt(now))) {"),
                    """
                    Whether a promise has run out is asked of the future only, so the moment itself always goes by. The
                    successor comes when it happens to look, seconds later. The simulator has found this one by itself."""),
            ballot(
                    "vote-forgotten",
                    patch(
                            BALLOT + "Wards.java",
                            "Term former = mark == null ? null : mark.term();",
                            "Term former = null;"),
                    """
                    A voter that was restarted does not look at what it swore before, and votes a second time in a term."""),
            ballot(
                    "vote-changed-for-a-better-score",
                    patch(
                            BALLOT + "Oath.java",
                            "term.token().value() > heeded() && !over.contains(term)",
                            "term.token().value() >= heeded() && !over.contains(term)"),
                    """
                    A voter that has voted votes again in the same term when it is free. Two candidates have a majority."""),
            ballot(
                    "majority-of-the-visible",
                    patch(
                            BALLOT + "Mandate.java",
                            "return voices.size() >= quorum.needed();",
                            "return voices.size() > (others + 1) / 2;"),
                    """
                    More than half of those within reach suffice. Torn apart, every side has a leader."""),
            ballot(
                    "no-silence-after-a-restart",
                    patch(BALLOT + "Wards.java", "if (free || !isBound()) {", "if (free || isBound()) {"),
                    """
                    A voter that was restarted votes at once, though it may have followed a leader a moment ago."""),
            ballot(
                    "no-check-of-acknowledgements",
                    patch(
                            BALLOT + "Rounds.java",
                            "if (chamber.isCarriedBy(ward, tally.agreed())) {",
                            "if (!tally.agreed().isEmpty()) {"),
                    """
                    A leader goes on as soon as anybody, itself included, has acknowledged its heartbeat."""),
            ballot(
                    "leads-on-its-votes",
                    patch(
                            BALLOT + "Campaign.java",
                            "        rounds.call(\n                List.of(tally),",
                            "        begun(ward, run, now, Tally.Outcome.CARRIED, now);\n"
                                    + "        if (!tally.agreed().isEmpty() || ward.holding() != null) {\n            return;\n        }\n"
                                    + "        rounds.call(\n                List.of(tally),"),
                    """
                    A winner leads when it has counted its votes. They may be old, and the voters may have moved on."""),
            ballot(
                    "transfer-before-the-end",
                    patch(
                            BALLOT + "Ballot.java",
                            "chamber.hands().giveUp(hold.election(), LossReason.MERGED);",
                            "partings.end(ward, mine.term(), LossReason.MERGED, null, now);"),
                    """
                    A leader that should give way tells everybody that its term is over while its duties still run."""),
            ballot(
                    "vote-told-again-that-was-never-cast",
                    patch(
                            BALLOT + "Oath.java",
                            "if (cast == null || !mayTellOf(cast)) {",
                            "if (sworn == null) {",
                            "return cast.equals(sworn) && !over.contains(cast) ? cast : null;",
                            "return sworn;"),
                    """
                    A voter that is asked again tells whom it follows as if it had voted for it. Made here, and found by the
                    simulator."""),
            ballot(
                    "vote-before-the-disk",
                    patch(
                            BALLOT + "Voice.java",
                            "        unsaid.put(ward.election(), new Unsaid(term, to, message));",
                            "        chamber.post().send(to, message, now);"),
                    """
                    A vote is told before it is on the disk."""),
            ballot(
                    "vote-against-a-leader-that-is-heard",
                    patch(
                            BALLOT + "Oath.java",
                            "MonoTime free = isOthers(followed, candidate) ? followsUntil : origin;",
                            "MonoTime free = origin;"),
                    """
                    A voter votes for whoever stands, though it hears its leader. A node that was cut off brings the leader
                    down when it comes back."""),
            ballot(
                    "lower-terms-acknowledged",
                    patch(BALLOT + "Oath.java", "number < heeded() || isAnothers(term)", "isAnothers(term)"),
                    """
                    A voter acknowledges heartbeats of a term below the one it is in."""),
            ballot(
                    "short-promise",
                    patch(
                            BALLOT + "Oath.java",
                            "        followsUntil = now.plus(spell);",
                            "        followsUntil = now.plus(spell.dividedBy(2));"),
                    """
                    A voter follows a leader for half as long as that counts on."""),
            ballot(
                    "resume-after-transfer",
                    patch(
                            BALLOT + "Campaign.java",
                            "        Run former = contest.run();",
                            "        Term last = ward.oath().followed();\n"
                                    + "        if (last != null && last.leader().equals(chamber.self()) && contest.run() == null) {\n"
                                    + "            Run again = new Run(++number, bid, deadline, reply, facts, 0, ward.franchise().version(), chamber.accord().charter(), last);\n"
                                    + "            won(ward, contest, again, now);\n"
                                    + "            return;\n        }\n"
                                    + "        Run former = contest.run();"),
                    """
                    A leader that has handed its term over, and finds that nobody has taken it, goes on with it. Voters may
                    hear at any time that it is over, and follow another."""),
            ballot(
                    "term-inflation",
                    patch(
                            BALLOT + "Chamber.java",
                            "return bound.isCredible(term, wards.of(election).highest(), hands.wallMillis());",
                            "return true;"),
                    """
                    Whatever number somebody speaks of is taken for a term that there was. One member that has gone wrong
                    drives all others to the end of all numbers."""),
            ballot(
                    "tie-by-arrival",
                    patch(
                            BALLOT + "Chamber.java",
                            "        return new Standing(name, scoring.of(judged(election, name, rival.facts())));",
                            "        java.util.List<NodeName> order = ARRIVED.computeIfAbsent(self(), any -> new java.util.ArrayList<>());\n"
                                    + "        if (!order.contains(name)) {\n            order.add(name);\n        }\n"
                                    + "        NodeName place = new NodeName(\"n\" + (1000 + order.indexOf(name)));\n"
                                    + "        return new Standing(place, scoring.of(judged(election, name, rival.facts())));",
                            "    NodeId self() {",
                            "    private static final java.util.Map<NodeId, java.util.List<NodeName>> ARRIVED ="
                                    + " new java.util.concurrent.ConcurrentHashMap<>();\n\n    NodeId self() {"),
                    """
                    Of two candidates with the same score the one that was heard first gets the vote. Each voter hears
                    another one first, and nobody has a majority."""),
            hostile(
                    "no-credibility-bound",
                    patch(
                            PEERS + "TermBound.java",
                            "        if (!isPossible(term)) {\n            return false;\n        }\n        return quorum.isByPromise()",
                            "        if (true) {\n            return true;\n        }\n        return quorum.isByPromise()"),
                    """
                    A member of the registry learns every term that a peer reports. One message with a huge term leaves no
                    number for the next one, and no claim is granted any more."""),
            guarded(
                    "no-program-guard-among-peers",
                    patch(
                            "primus-runtime/src/main/java/dev/primus/Primus.java",
                            "return watches == null ? ground : ground.watchedBy(watches, cluster, self, times, on, feed);",
                            "return ground;"),
                    """
                    A node among peers has no companion. The program of a killed or stopped leader runs on beside that of its
                    successor."""),
            guarded(
                    "any-release-key",
                    patch(
                            PEERS + "ReleaseCommitment.java",
                            "return term.leader().equals(owner) && digest.equals(keyDigest);",
                            "return term.leader().equals(owner);"),
                    """
                    A member accepts a release with any key. A stranger, or the key of a former term, ends the term of a leader
                    that lives."""),
            misconfigured(
                    "vote-for-another-configuration",
                    patch(
                            BALLOT + "Voice.java",
                            "boolean alike = isAlike(from, ward, candidacy.charter(), candidacy.electorate());",
                            "boolean alike = true;",
                            "!chamber.accord().isStranger(candidacy.term().leader(), ward.election())",
                            "true"),
                    """
                    A voter votes for a candidate that was set up for another cluster size, and then refuses to follow it. Terms
                    begin and fail one after another."""),
            reform(
                    "change-said-before-the-disk",
                    patch(
                            BALLOT + "Reform.java",
                            "if (ward.franchise().isKept(news)) {",
                            "if (!news.version().equals(known.version()) || ward.franchise().isKept(news)) {\n"
                                    + "            ward.franchise().kept(news);"),
                    """
                    A voter says that it has a change on disk before it has, and has forgotten it after a restart."""),
            work(
                    "assigned-before-the-release",
                    patch(
                            MOVE + "Inventory.java",
                            "        return free;\n    }\n\n    /**\n     * Gives a worker",
                            "        return some;\n    }\n\n    /**\n     * Gives a worker",
                            "set(taken, list).without(some)",
                            "some"),
                    """
                    A partition is given to its new worker as soon as the former one is asked for it."""),
            work(
                    "release-timed-out",
                    patch(
                            MOVE + "Inventory.java",
                            "return upToDate ? orders.asked().and(worker.progress().finishing()) : orders.asked();",
                            "return upToDate ? orders.asked().and(worker.progress().finishing()) : Lots.NONE;"),
                    """
                    A worker that does not answer is taken to have let go, though its lease runs: it is paused, and goes on
                    when it wakes. Kafka's group protocol had it (KIP-429)."""),
            work(
                    "still-finishing",
                    patch(
                            MOVE + "Inventory.java",
                            "return upToDate ? orders.asked().and(worker.progress().finishing()) : orders.asked();",
                            "return upToDate ? Lots.NONE : orders.asked();"),
                    """
                    That a worker has seen what it is asked for counts as if it had let go: it may still be finishing."""),
            work(
                    "plan-without-token",
                    patch(
                            SIMULATOR + "WorkRules.java",
                            "return term.equals(fence) && revision == after;",
                            "return true;"),
                    """
                    Orders are written without a look at who writes them: a coordinator that was deposed undoes what its
                    successor has decided."""),
            work(
                    "dead-worker-revived",
                    patch(
                            SIMULATOR + "WorkRules.java",
                            "return life.equals(asks) && isAlive(state) && left > 0;",
                            "return life.equals(asks);"),
                    """
                    The heartbeat of a worker that was declared dead brings it back to life, while others have been given what
                    it had. The reference allocator's upsert does that."""),
            work(
                    "generation-not-raised",
                    patch(
                            MOVE + "Inventory.java",
                            "held.merge(id, Lots.of(new Lot(list, revision, free)), Lots::plus);",
                            "held.merge(id, Lots.of(new Lot(list, 1, free)), Lots::plus);"),
                    """
                    A partition has the same generation with its next worker, so that what the former one writes late is
                    accepted."""),
            work(
                    "owned-past-the-lease",
                    patch(
                            RUNTIME + "work/WorkerRun.java",
                            "return stage.now().isBefore(now.stopBy()) ? now.shift().generation(list, partition) : 0;",
                            "return now.shift().generation(list, partition);"),
                    """
                    Whether a worker owns a partition is a flag, which is true until somebody takes it down: a worker that was
                    paused says yes when it wakes."""),
            companion(
                    "unreadable-is-gone",
                    patch(
                            PROCESS + "Proc.java",
                            "return isGone(folder) ? new ProcRead.Gone<>() : unknown(pid + \"/\" + what, e);",
                            "return new ProcRead.Gone<>();"),
                    """
                    A process that cannot be read counts as ended, whatever the error. A companion without file descriptors
                    releases the lease of a program that runs on."""));
}
