package dev.primus.core.registry;

import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/** A member's words on their way. What it tells itself takes its turn like everything else, after what is being decided. */
final class Post {

    /** Elections in one message, so that it stays small however many there are. */
    private static final int MOST_IN_A_MESSAGE = 50;

    /** One who is told what was sent to this member by itself. */
    interface Ear {
        void heard(NodeId from, RegistryMessage message, MonoTime now);
    }

    private final NodeId self;
    private final RegistryHands hands;
    private final Ear ear;
    private final Deque<Runnable> toSelf = new ArrayDeque<>();
    private boolean delivering;

    Post(NodeId self, RegistryHands hands, Ear ear) {
        this.self = self;
        this.hands = hands;
        this.ear = ear;
    }

    void send(NodeId to, RegistryMessage message, MonoTime now) {
        if (to.equals(self)) {
            toSelf.add(() -> ear.heard(self, message, now));
        } else {
            hands.send(to, message);
        }
    }

    void send(Collection<NodeId> all, RegistryMessage message, MonoTime now) {
        all.forEach(member -> send(member, message, now));
    }

    void deliverToSelf() {
        if (delivering) {
            return;
        }
        delivering = true;
        try {
            for (Runnable next = toSelf.poll(); next != null; next = toSelf.poll()) {
                next.run();
            }
        } finally {
            delivering = false;
        }
    }

    /** As many lists as it takes, and one at least. */
    static <T> List<List<T>> inParts(List<T> all) {
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from == 0 || from < all.size(); from += MOST_IN_A_MESSAGE) {
            parts.add(all.subList(from, Math.min(from + MOST_IN_A_MESSAGE, all.size())));
        }
        return parts;
    }
}
