package dev.primus.jdbc.store;

import dev.primus.core.spi.Hint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One hint thread for all sessions and workers of a cluster in this process. Its connection is closed with the last of them. */
final class SharedHints {
    /** Told by the thread when there is a new plan. */
    static final Hint PLAN = new Hint(Hint.Kind.NEWS, null);

    private final HintThread thread;
    private final List<Subscriber> subscribers = new ArrayList<>();
    private @Nullable Hint state;

    SharedHints(HintThread thread) {
        this.thread = thread;
    }

    /** What a subscriber hears of. */
    enum Topic {
        RELEASES,
        PLANS
    }

    synchronized HintChannel subscribe(Topic topic, Runnable onClose) {
        Subscriber subscriber = new Subscriber(topic, onClose);
        subscribers.add(subscriber);
        return subscriber;
    }

    synchronized boolean isUnused() {
        return subscribers.isEmpty();
    }

    void close() {
        thread.close();
    }

    private synchronized void publish(Hint hint) {
        if (hint.equals(Hint.CHANNEL) || hint.equals(Hint.NO_CHANNEL)) {
            state = hint;
        }
        subscribers.forEach(subscriber -> subscriber.tell(hint));
    }

    /** What happened before a subscriber joined was not pushed to it, so everything may have changed. */
    private synchronized void join(Subscriber subscriber, Consumer<Hint> listener) {
        subscriber.listener = listener;
        Hint present = state;
        if (present != null) {
            subscriber.tell(present);
        }
        if (Hint.CHANNEL.equals(present)) {
            subscriber.tell(Hint.ANYTHING);
        }
    }

    private synchronized boolean leave(Subscriber subscriber) {
        return subscribers.remove(subscriber);
    }

    private final class Subscriber implements HintChannel {
        private final Topic topic;
        private final Runnable onClose;
        private @Nullable Consumer<Hint> listener;

        Subscriber(Topic topic, Runnable onClose) {
            this.topic = topic;
            this.onClose = onClose;
        }

        @Override
        public void start(Consumer<Hint> hints) {
            join(this, hints);
            thread.start(SharedHints.this::publish);
        }

        private void tell(Hint hint) {
            Consumer<Hint> to = listener;
            if (to == null) {
                return;
            }
            if (topic == Topic.RELEASES && !hint.equals(PLAN)) {
                HintThread.deliver(to, hint);
            } else if (topic == Topic.PLANS && (hint.equals(PLAN) || hint.equals(Hint.CHANNEL))) {
                HintThread.deliver(to, Hint.ANYTHING);
            }
        }

        @Override
        public void close() {
            if (leave(this)) {
                onClose.run();
            }
        }
    }
}
