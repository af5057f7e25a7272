package dev.primus.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A handful of measured values. */
final class Figures {
    private final List<Double> values = Collections.synchronizedList(new ArrayList<>());

    void add(double value) {
        values.add(value);
    }

    double median() {
        return quantile(0.5);
    }

    double quantile(double q) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.isEmpty() ? Double.NaN : sorted.get((int) Math.min(sorted.size() - 1.0, q * sorted.size()));
    }

    double max() {
        return quantile(1);
    }

    double min() {
        return quantile(0);
    }

    int count() {
        return values.size();
    }

    static String text(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }

    /** Median, lowest and highest, as cells of a table. */
    String cells() {
        return "%s | %s | %s | %d".formatted(text(median()), text(min()), text(max()), count());
    }
}
