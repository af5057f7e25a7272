package dev.primus.server.command;

import dev.primus.Part;
import dev.primus.server.control.Answer;
import dev.primus.server.view.Spans;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a node stands, in one line. */
final class VerdictText {
    private VerdictText() {}

    static String of(Answer.Verdict verdict) {
        Answer.Seat seat = verdict.seat();
        String part = "%s: %s is %s".formatted(seat.election(), verdict.node(), part(seat));
        if (seat.part() == Part.LEADING) {
            return "%s, term %s; %s left without renewal."
                    .formatted(part, seat.term(), Spans.shortly(Duration.ofMillis(left(seat))));
        }
        return part + "; " + leader(seat);
    }

    private static String leader(Answer.Seat seat) {
        if (seat.leader() != null) {
            return seat.leader() + " leads, term " + seat.term() + ".";
        }
        return seat.unknownSince() == null
                ? "nobody leads."
                : "the leader is unknown: no answer from the store or the peers since %s."
                        .formatted(seat.unknownSince());
    }

    private static long left(Answer.Seat seat) {
        Long left = seat.leaseLeftMs();
        return left == null ? 0 : left;
    }

    /** As it is written everywhere for people: {@code stepping down}. */
    static String part(Answer.Seat seat) {
        return seat.part() == Part.AWAY ? "not taking part" : word(seat.part());
    }

    /** A question mark for what a later version may say. */
    static String word(@Nullable Enum<?> value) {
        return value == null ? "?" : value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
