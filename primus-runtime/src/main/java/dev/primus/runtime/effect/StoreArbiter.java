package dev.primus.runtime.effect;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Hint;
import dev.primus.core.spi.LeaseStore;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A store that decides by its rows. */
public record StoreArbiter(LeaseStore store, Courier courier) implements Arbiter {
    @Override
    public void begin(Consumer<Runnable> mailbox, Consumer<Hint> hints, BiConsumer<ElectionName, LossReason> orders) {
        store.listen(hints);
    }

    @Override
    public void carry(StoreCall call, Consumer<List<Answer>> reply) {
        courier.carry(call, reply);
    }

    @Override
    public boolean takesMany() {
        return courier.takesMany();
    }
}
