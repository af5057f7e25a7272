package dev.primus.testkit.sim;

import dev.primus.testkit.check.Findings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where members speak through a link that vouches for who has spoken: remembers every word, and that it was heard. What was
 * never said, or was said to another or in another life, or is heard a second time, should have been refused.
 */
final class Postmark {
    /** Enough for a stranger to choose from, from the latest lives of all. */
    private static final int OVERHEARD = 256;

    private final Findings findings;
    private final Map<Letter, Integer> onTheirWay = new HashMap<>();
    private final Deque<Letter> overheard = new ArrayDeque<>();

    Postmark(Findings findings) {
        this.findings = findings;
    }

    void said(Letter letter) {
        onTheirWay.merge(letter, 1, Integer::sum);
    }

    /** Vote9. */
    void heard(Letter letter) {
        if (letter.from().equals(letter.to())) {
            return;
        }
        Integer many = onTheirWay.get(letter);
        if (many == null) {
            findings.violated(
                    "Vote9", "%s hears of %s what that has not said: %s", letter.to(), letter.from(), letter.message());
        } else if (many == 1) {
            onTheirWay.put(letter, 0);
        } else if (many == 0) {
            findings.violated("Vote9", "%s hears %s of %s again", letter.to(), letter.message(), letter.from());
        } else {
            onTheirWay.put(letter, many - 1);
        }
    }

    /** Strangers read everything that travels. */
    void passes(Letter letter) {
        overheard.addLast(letter);
        if (overheard.size() > OVERHEARD) {
            overheard.removeFirst();
        }
    }

    List<Letter> overheard() {
        return List.copyOf(overheard);
    }
}
