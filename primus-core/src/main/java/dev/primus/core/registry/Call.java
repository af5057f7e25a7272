package dev.primus.core.registry;

import dev.primus.core.MonoTime;
import dev.primus.core.registry.RegistryMessage.Purpose;
import dev.primus.core.spi.Witness.Plea;
import java.util.ArrayList;
import java.util.List;

/** One round that was sent to the members, and what is not decided of it yet. */
final class Call {
    private final Purpose purpose;
    private final List<Tally> open;
    private MonoTime appealsAt;

    /**
     * @param appealsAt when a row is asked as well, if the members have not decided by then
     */
    Call(Purpose purpose, List<Tally> tallies, MonoTime appealsAt) {
        this.purpose = purpose;
        this.open = new ArrayList<>(tallies);
        this.appealsAt = appealsAt;
    }

    List<Tally> open() {
        return List.copyOf(open);
    }

    boolean isOver() {
        return open.isEmpty();
    }

    void close(Tally tally) {
        open.remove(tally);
    }

    MonoTime wakeAt() {
        MonoTime next = appealsAt;
        for (Tally tally : open) {
            next = MonoTime.earlier(next, tally.deadline());
        }
        return next;
    }

    boolean isDueToAppeal(MonoTime now) {
        boolean due = !open.isEmpty() && !now.isBefore(appealsAt);
        appealsAt = due ? MonoTime.NEVER : appealsAt;
        return due;
    }

    Appeal appeal(long number) {
        return new Appeal(
                number,
                purpose == Purpose.ASK ? Appeal.Verb.ASK : Appeal.Verb.PROMISE,
                open.stream()
                        .map(tally -> new Plea(tally.election(), tally.term()))
                        .toList());
    }
}
