package dev.primus.runtime.effect;

import dev.primus.core.spi.Answer;
import java.util.List;
import java.util.function.Consumer;

/** Carries calls to a store, without blocking the caller, and brings the answers back: one list for each call. */
public interface Courier {
    void carry(StoreCall call, Consumer<List<Answer>> reply);
}
