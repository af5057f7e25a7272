package dev.primus.runtime.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Answer;
import dev.primus.runtime.effect.StoreCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Gathers the answers to one call, which come one by one, and hands them over together in the order of the requests. */
final class Replies implements Consumer<Answer> {
    private final StoreCall call;
    private final Consumer<List<Answer>> reply;
    private final Map<ElectionName, Answer> answers = new HashMap<>();

    Replies(StoreCall call, Consumer<List<Answer>> reply) {
        this.call = call;
        this.reply = reply;
    }

    @Override
    public void accept(Answer answer) {
        boolean first = answers.putIfAbsent(answer.election(), answer) == null;
        if (first && answers.size() == call.requests().size()) {
            List<Answer> inOrder = new ArrayList<>();
            call.requests().forEach(request -> inOrder.add(Objects.requireNonNull(answers.get(request.election()))));
            reply.accept(inOrder);
        }
    }
}
