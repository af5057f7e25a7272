package dev.primus.nemesis;

import dev.primus.nemesis.Journal.Feed;
import dev.primus.nemesis.Journal.Held;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The judge: reads the journals of all processes and says what in them cannot be true of a correct election.
 *
 * <p>A belief is all that one process said about one term. The first "yes" was true at some instant up to its later stamp,
 * the last one at some instant from its earlier stamp on; so between those two stamps the term was surely claimed, and
 * two terms overlap for certain if neither can have ended before the other began. This counts the gaps between two
 * answers for the same term as claimed, too: whoever says yes before and after a pause has claimed what lies between. A
 * process that is stopped between clock and question makes its stamps wide, and never a false alarm.
 */
final class Journals {
    private static final Comparator<Belief> BY_TOKEN =
            Comparator.comparingLong(Belief::token).thenComparingLong(Belief::begunBy);

    private final List<Journal> journals;

    Journals(List<Journal> journals) {
        this.journals = List.copyOf(journals);
    }

    /** One process's claim to one term. */
    record Belief(String process, String election, long token, Held first, Held last, int samples) {
        /** By then it surely had begun. */
        long begunBy() {
            return first.after();
        }

        /** Until then it surely had not ended. */
        long lastedUntil() {
            return last.before();
        }

        private Belief and(Held more) {
            return new Belief(process, election, token, first, more, samples + 1);
        }

        @Override
        public String toString() {
            return "%s led %s with token %d from %d..%d to %d..%d (%d samples)"
                    .formatted(
                            process,
                            election,
                            token,
                            first.before(),
                            first.after(),
                            last.before(),
                            last.after(),
                            samples);
        }
    }

    /** Everything that is wrong; empty if nothing is. */
    List<String> violations() {
        List<String> found = new ArrayList<>();
        byElection(beliefs()).forEach((election, beliefs) -> {
            checkDisjoint(beliefs, found);
            checkTokensUnique(election, found);
        });
        for (Journal journal : journals) {
            checkPairs(journal, found);
            checkSequence(journal, found);
        }
        return found;
    }

    /** All claims, by token and then by time. */
    List<Belief> beliefs() {
        return journals.stream().flatMap(Journals::beliefsOf).sorted(BY_TOKEN).toList();
    }

    private static Stream<Belief> beliefsOf(Journal journal) {
        Map<String, Belief> found = new LinkedHashMap<>();
        for (Held held : journal.held()) {
            found.merge(
                    held.election() + " " + held.token(),
                    new Belief(journal.process(), held.election(), held.token(), held, held, 1),
                    (known, more) -> known.and(held));
        }
        return found.values().stream();
    }

    private static Map<String, List<Belief>> byElection(List<Belief> beliefs) {
        Map<String, List<Belief>> found = new TreeMap<>();
        beliefs.forEach(belief -> found.computeIfAbsent(belief.election(), none -> new ArrayList<>())
                .add(belief));
        return found;
    }

    /** Terms follow one another in time as their tokens do; so each is compared with the longest-lived before it. */
    private static void checkDisjoint(List<Belief> byToken, List<String> found) {
        Belief longest = null;
        for (Belief next : byToken) {
            if (longest != null && longest.lastedUntil() > next.begunBy()) {
                found.add("two leaders: %s, yet %s; %.3f ms overlap"
                        .formatted(longest, next, (longest.lastedUntil() - next.begunBy()) / 1e6));
            }
            if (longest != null && longest.token() == next.token()) {
                found.add("one token twice: %s, and %s".formatted(longest, next));
            }
            if (longest == null || next.lastedUntil() > longest.lastedUntil()) {
                longest = next;
            }
        }
    }

    private void checkTokensUnique(String election, List<String> found) {
        Map<Long, String> owners = new TreeMap<>();
        for (Journal journal : journals) {
            for (Feed record : of(journal, election, "became_leader")) {
                String other = owners.put(record.token(), journal.process());
                if (other != null) {
                    found.add("token %d of %s granted to %s and to %s"
                            .formatted(record.token(), election, other, journal.process()));
                }
            }
        }
    }

    /** Granted and lost alternate in each process, of the same term, and terms rise. Whoever was killed owes the last. */
    private static void checkPairs(Journal journal, List<String> found) {
        Map<String, Feed> open = new LinkedHashMap<>();
        Map<String, Long> highest = new LinkedHashMap<>();
        for (Feed record : journal.feed()) {
            String where = "%s: %s of %s, term %d"
                    .formatted(journal.process(), record.event(), record.election(), record.token());
            if (record.event().equals("became_leader")) {
                if (open.put(record.election(), record) != null) {
                    found.add(where + " while another term was not over");
                }
                Long former = highest.put(record.election(), record.token());
                if (former != null && former >= record.token()) {
                    found.add(where + " after term " + former);
                }
            } else if (record.event().equals("revoked")) {
                Feed granted = open.remove(record.election());
                if (granted == null || granted.token() != record.token()) {
                    found.add(where + ", but granted was " + granted);
                }
            }
        }
    }

    private static void checkSequence(Journal journal, List<String> found) {
        Feed former = null;
        for (Feed record : journal.feed()) {
            if (former != null && record.seq() != former.seq() + 1) {
                found.add(
                        "%s: record %d of the feed after %d".formatted(journal.process(), record.seq(), former.seq()));
            }
            former = record;
        }
    }

    static List<Feed> of(Journal journal, String election, String event) {
        return journal.feed().stream()
                .filter(record ->
                        record.election().equals(election) && record.event().equals(event))
                .toList();
    }
}
