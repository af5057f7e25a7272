package dev.primus.server.duties.polls;

import dev.primus.Peers;
import dev.primus.core.NodeId;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;

/** How members reach each other, and themselves. */
interface Road {

    /** Whom this node can reach, itself included. */
    Collection<NodeId> members();

    /** Never waits. */
    void send(NodeId to, PollMessage message);

    /** Who wants to hear, from now on and for good. */
    void listen(BiConsumer<NodeId, PollMessage> ear, Runnable onView);

    static Road over(Peers peers) {
        return new Road() {
            @Override
            public Collection<NodeId> members() {
                return peers.view().members();
            }

            @Override
            public void send(NodeId to, PollMessage message) {
                peers.send(to, message);
            }

            @Override
            public void listen(BiConsumer<NodeId, PollMessage> ear, Runnable onView) {
                peers.onMessage((from, message) -> {
                    if (message instanceof PollMessage known) {
                        ear.accept(from, known);
                    }
                });
                peers.onView(view -> onView.run());
            }
        };
    }

    /** For a node that knows the others by the store alone: it reaches nobody but itself. */
    static Road toOneself(NodeId self, Executor thread) {
        return new Road() {
            private volatile BiConsumer<NodeId, PollMessage> ear = (from, message) -> {};

            @Override
            public Collection<NodeId> members() {
                return List.of(self);
            }

            @Override
            public void send(NodeId to, PollMessage message) {
                if (to.equals(self)) {
                    try {
                        thread.execute(() -> ear.accept(self, message));
                    } catch (RejectedExecutionException e) {
                        // closed meanwhile: lost, as a message may be
                    }
                }
            }

            @Override
            public void listen(BiConsumer<NodeId, PollMessage> listener, Runnable onView) {
                ear = listener;
            }
        };
    }
}
