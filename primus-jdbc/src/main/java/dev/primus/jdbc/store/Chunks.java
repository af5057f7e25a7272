package dev.primus.jdbc.store;

import java.util.ArrayList;
import java.util.List;

/** Cuts lists into pieces. */
public final class Chunks {
    private Chunks() {}

    public static <T> List<List<T>> of(List<T> items, int size) {
        List<List<T>> chunks = new ArrayList<>();
        for (int from = 0; from < items.size(); from += size) {
            chunks.add(items.subList(from, Math.min(items.size(), from + size)));
        }
        return chunks;
    }
}
