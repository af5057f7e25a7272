package dev.primus.runtime.effect;

import dev.primus.core.spi.Answer;
import java.util.List;
import java.util.function.Consumer;

/** Carries calls to a store, without blocking the caller, and brings the answers back. */
public interface Courier {

    /**
     * @param reply takes the answers to all requests, at once or some at a time
     */
    void carry(StoreCall call, Consumer<List<Answer>> reply);

    /** Whether it takes a call while another is under way: then nobody waits for an answer to somebody else. */
    default boolean takesMany() {
        return false;
    }
}
