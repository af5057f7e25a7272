package dev.primus.benchmarks;

import dev.primus.cluster.ballot.NodeKey;
import dev.primus.cluster.ballot.Sealed;
import dev.primus.cluster.ballot.SignedLink;
import dev.primus.cluster.ballot.Signer;
import dev.primus.cluster.ballot.Unsigned;
import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Counts what the members of a ballot send to each other, each message to each receiver as one, and in bytes as it would
 * travel: in signed envelopes, by the codec of real nodes. A signature of as many bytes stands in for the real one.
 */
final class Census {
    private static final Signer LIKE_A_KEY = new Signer() {
        private final String keyId = NodeKey.generate().keyId();

        @Override
        public String keyId() {
            return keyId;
        }

        @Override
        public byte[] sign(byte[] bytes) {
            return new byte[64];
        }
    };

    private final LongSupplier clock;
    private final Predicate<PeerMessage> isWeighed;
    private final Map<String, Kind> kinds = new TreeMap<>();

    /** What was counted of one kind of message. */
    private static final class Kind {
        long messages;
        long bytes;
        long firstAt = -1;
    }

    /** @param isWeighed whose bytes are of interest: sealing takes its time */
    Census(LongSupplier clock, Predicate<PeerMessage> isWeighed) {
        this.clock = clock;
        this.isWeighed = isWeighed;
    }

    void clear() {
        kinds.clear();
    }

    long messages(Set<String> of) {
        return kinds.entrySet().stream()
                .filter(each -> of.contains(each.getKey()))
                .mapToLong(each -> each.getValue().messages)
                .sum();
    }

    long bytes(Set<String> of) {
        return kinds.entrySet().stream()
                .filter(each -> of.contains(each.getKey()))
                .mapToLong(each -> each.getValue().bytes)
                .sum();
    }

    /** When the first of these was sent; -1 if none was. */
    long firstAt(String kind) {
        Kind counted = kinds.get(kind);
        return counted == null ? -1 : counted.firstAt;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        kinds.forEach((name, kind) -> text.append(" %s %d".formatted(name, kind.messages)));
        return text.toString().strip();
    }

    PeerLink over(PeerLink inner) {
        return new Counted(inner);
    }

    private void count(PeerMail letter, long bytes) {
        Kind kind = kinds.computeIfAbsent(letter.message().getClass().getSimpleName(), any -> new Kind());
        kind.firstAt = kind.messages == 0 ? clock.getAsLong() : kind.firstAt;
        kind.messages++;
        kind.bytes += bytes;
    }

    /** Seals each message for the scales, and passes it on as it is. */
    private final class Counted implements PeerLink {
        private final PeerLink inner;
        private final Scales scales = new Scales();
        private final SignedLink sealing = new SignedLink(scales, LIKE_A_KEY, Unsigned.INSTANCE, () -> Instant.EPOCH);

        Counted(PeerLink inner) {
            this.inner = inner;
        }

        @Override
        public void open(ClusterName cluster, NodeId self, Ear ear) {
            sealing.open(cluster, self, ear);
            inner.open(cluster, self, ear);
        }

        @Override
        public void send(List<PeerMail> mail) {
            for (PeerMail letter : mail) {
                scales.bytes = 0;
                if (isWeighed.test(letter.message())) {
                    sealing.send(List.of(letter));
                }
                count(letter, scales.bytes);
            }
            inner.send(mail);
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    private static final class Scales implements PeerLink {
        private long bytes;

        @Override
        public void open(ClusterName cluster, NodeId self, Ear ear) {}

        @Override
        public void send(List<PeerMail> mail) {
            for (PeerMail letter : mail) {
                PeerMessage message = letter.message();
                bytes += message instanceof Sealed sealed ? sealed.envelope().length : 0;
            }
        }

        @Override
        public void close() {}
    }
}
