package dev.primus.server.talk;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what was probably meant. */
public final class Nearest {
    private Nearest() {}

    /** The one of {@code choices} that {@code word} most likely was meant to be; empty if none comes close. */
    public static Optional<String> to(String word, Collection<String> choices) {
        return choices.stream()
                .filter(choice -> distance(word, choice) <= (Math.max(word.length(), choice.length()) + 1) / 3)
                .min(Comparator.comparingInt((String choice) -> distance(word, choice))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** How many letters must be put in, taken out, changed or swapped with their neighbour. */
    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cheapest(int[][] cost, String a, String b, int i, int j) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        int best = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + (same ? 0 : 1));
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
