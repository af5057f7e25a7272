package dev.primus.cluster.ballot;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.ballot.BallotMessage;
import dev.primus.core.spi.PeerMail;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Seals what this node sends: as many messages in one envelope as fit, in the order they were given. From any thread. */
final class Sealer {
    /** Receivers whose count is kept; there are no more in any view. */
    private static final int MOST_RECEIVERS = 4_096;

    private final NodeId self;
    private final InstantSource clock;
    private final Refusals refusals;
    private final EnvelopeWriter envelopes;
    private final Sequences sequences = new Sequences(MOST_RECEIVERS);

    Sealer(ClusterName cluster, NodeId self, Signer signer, InstantSource clock, Refusals refusals) {
        this.self = self;
        this.clock = clock;
        this.refusals = refusals;
        this.envelopes = new EnvelopeWriter(cluster, self, signer);
    }

    List<PeerMail> seal(NodeId receiver, List<BallotMessage> messages) {
        Batch batch = new Batch(receiver);
        for (BallotMessage message : messages) {
            try {
                batch.add(LetterWriter.write(self, clock.instant(), message));
            } catch (IllegalArgumentException e) {
                refusals.count(
                        Refusal.UNSENDABLE,
                        receiver,
                        "%s: %s".formatted(message.getClass().getSimpleName(), e.getMessage()));
            }
        }
        return batch.end();
    }

    /** Envelopes to one receiver: the next begins where the channel changes, or the room ends. */
    private final class Batch {
        private final NodeId receiver;
        private final int room;
        private final List<PeerMail> sealed = new ArrayList<>();
        private final List<byte[]> letters = new ArrayList<>();
        private int taken;
        private @Nullable Channel channel;

        Batch(NodeId receiver) {
            this.receiver = receiver;
            this.room = envelopes.room(receiver);
        }

        void add(LetterWriter.Written written) {
            int size = written.json().length + EnvelopeWriter.LETTER_OVERHEAD;
            if (size > room) {
                throw new IllegalArgumentException("%d bytes, allowed are %d".formatted(size, room));
            }
            if (written.channel() != channel || taken + size > room || letters.size() == Limits.MESSAGES) {
                close();
            }
            channel = written.channel();
            letters.add(written.json());
            taken += size;
        }

        List<PeerMail> end() {
            close();
            return sealed;
        }

        private void close() {
            if (channel != null && !letters.isEmpty()) {
                sealed.add(
                        new PeerMail(receiver, envelopes.seal(channel, receiver, sequences.next(receiver), letters)));
            }
            letters.clear();
            taken = 0;
        }
    }
}
