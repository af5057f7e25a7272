package dev.primus.core.peers;

import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/** A member's words on their way. What it tells itself takes its turn like everything else, after what is being decided. */
public final class Post<M extends PeerMessage> {

    /** Elections in one message, so that it stays small however many there are. */
    private static final int MOST_IN_A_MESSAGE = 50;

    /** One who is told what was sent to this member by itself. */
    public interface Ear<M> {
        void heard(NodeId from, M message, MonoTime now);
    }

    private final NodeId self;
    private final PeerHands<? super M> hands;
    private final Ear<M> ear;
    private final Deque<Runnable> toSelf = new ArrayDeque<>();
    private boolean delivering;

    public Post(NodeId self, PeerHands<? super M> hands, Ear<M> ear) {
        this.self = self;
        this.hands = hands;
        this.ear = ear;
    }

    public void send(NodeId to, M message, MonoTime now) {
        if (to.equals(self)) {
            toSelf.add(() -> ear.heard(self, message, now));
        } else {
            hands.send(to, message);
        }
    }

    public void send(Collection<NodeId> all, M message, MonoTime now) {
        all.forEach(member -> send(member, message, now));
    }

    public void deliverToSelf() {
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
    public static <T> List<List<T>> inParts(List<T> all) {
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from == 0 || from < all.size(); from += MOST_IN_A_MESSAGE) {
            parts.add(all.subList(from, Math.min(from + MOST_IN_A_MESSAGE, all.size())));
        }
        return parts;
    }
}
