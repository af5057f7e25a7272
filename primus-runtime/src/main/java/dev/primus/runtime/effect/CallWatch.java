package dev.primus.runtime.effect;

import dev.primus.core.MonoTime;
import dev.primus.core.spi.Answer;
import java.util.List;

/** Hears of every call as a whole, on the node's thread, when the last answer is in and before anybody hears that one. */
public interface CallWatch {
    void answered(StoreCall call, List<Answer> answers, MonoTime sentAt);
}
