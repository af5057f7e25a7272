package dev.primus.deathwatch.vigil;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Sighting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has been entrusted to a companion: per election every try that may hold it, now or yet, and the program that
 * depends on it. Both sides keep one: the process to tell a new companion all of it, the companion to act on it. It
 * changes in place, since a process may lead ten thousand elections. For one thread at a time.
 */
public final class Charge {
    /** A bid is a compare-and-set, so of many unanswered ones of an election at most one can still win. */
    private static final int MOST_TRIES = 8;

    private final Map<ElectionName, List<Hold>> claims = new LinkedHashMap<>();
    private @Nullable Guarded program;

    /** Takes one more message in; those that are about something else change nothing. */
    public void told(Message message) {
        if (message instanceof Message.Intent intent) {
            addTry(intent.hold());
        } else if (message instanceof Message.Granted granted) {
            claims.put(granted.hold().election(), List.of(granted.hold()));
            prolong(granted);
        } else if (message instanceof Message.Ended ended) {
            remove(ended.hold());
        } else if (message instanceof Message.Program told) {
            program = new Guarded(told.election(), told.tree(), told.killAt());
        } else if (message instanceof Message.NoProgram) {
            program = null;
        }
    }

    /** The messages that bring somebody who knows nothing to this point. */
    public List<Message> retold() {
        List<Message> messages = new ArrayList<>();
        claims.values().forEach(holds -> holds.forEach(hold -> messages.add(new Message.Intent(hold))));
        if (program != null) {
            messages.add(new Message.Program(program.election(), program.tree(), program.killAt()));
        }
        return messages;
    }

    /** Whether this try, and no other, may hold its election. */
    public boolean isSureOf(Hold hold) {
        List<Hold> known = claims.get(hold.election());
        return known != null && known.size() == 1 && known.get(0).equals(hold);
    }

    public @Nullable Guarded program() {
        return program;
    }

    boolean isEmpty() {
        return claims.isEmpty();
    }

    /** One try of each election: a store takes an election only once in a call. */
    List<Parting> partings() {
        return claims.values().stream()
                .map(holds -> new Parting(holds.get(0), LossReason.CRASHED, null))
                .toList();
    }

    /** Drops what is settled; of an election with several tries the next one comes up. */
    void settle(List<Parting> asked, List<Answer> answers) {
        for (int i = 0; i < Math.min(asked.size(), answers.size()); i++) {
            Hold hold = asked.get(i).hold();
            boolean known = remove(hold);
            if (known && !isSettled(hold, answers.get(i))) {
                addTry(hold);
            }
        }
    }

    /**
     * Settled is what was given back, and what can never be held again because the row has gone on to that term or a
     * later one. A row that is still before it may yet be won by a statement that is under way.
     */
    private static boolean isSettled(Hold hold, Answer answer) {
        Sighting seen = answer.seen();
        return switch (answer.verdict()) {
            case YES -> true;
            case NO -> seen != null && seen.epoch() >= hold.token().value();
            case UNKNOWN -> false;
        };
    }

    private void addTry(Hold hold) {
        List<Hold> tries = new ArrayList<>(claims.getOrDefault(hold.election(), List.of()));
        tries.remove(hold);
        tries.add(hold);
        claims.put(hold.election(), tries.size() > MOST_TRIES ? tries.subList(1, tries.size()) : tries);
    }

    private boolean remove(Hold hold) {
        List<Hold> others = new ArrayList<>(claims.getOrDefault(hold.election(), List.of()));
        boolean known = others.remove(hold);
        if (others.isEmpty()) {
            claims.remove(hold.election());
        } else {
            claims.put(hold.election(), others);
        }
        return known;
    }

    private void prolong(Message.Granted granted) {
        if (program != null && program.election().equals(granted.hold().election())) {
            program = program.until(granted.killAt());
        }
    }

    @Override
    public String toString() {
        return claims + " " + program;
    }
}
