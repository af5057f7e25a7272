package dev.primus.cluster.ballot;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.ballot.BallotMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Opens what others have sealed. What it refuses leaves no trace but a count. From any thread. */
final class Opener {
    /** How far the sender's clock may be ahead of ours. There is no bound behind: what is old is known by its number. */
    private static final Duration AHEAD = Duration.ofMinutes(5);

    private static final int LIVES_PER_NODE = 16;

    private final ClusterName cluster;
    private final NodeId self;
    private final Verifier verifier;
    private final InstantSource clock;
    private final Refusals refusals;
    private final Windows windows = new Windows(LIVES_PER_NODE);

    Opener(ClusterName cluster, NodeId self, Verifier verifier, InstantSource clock, Refusals refusals) {
        this.cluster = cluster;
        this.self = self;
        this.verifier = verifier;
        this.clock = clock;
        this.refusals = refusals;
    }

    /** @return the messages in it; all of a type that is known, or none */
    List<BallotMessage> open(NodeId from, Sealed sealed) {
        try {
            Envelope envelope = EnvelopeReader.read(sealed.envelope());
            checkAddress(from, envelope);
            checkSignature(envelope);
            List<Letter> letters = letters(envelope);
            checkDates(letters);
            checkSequence(envelope, letters);
            return letters.stream().map(Letter::message).toList();
        } catch (RefusedMail e) {
            refusals.count(e.reason(), from, String.valueOf(e.getMessage()));
            return List.of();
        }
    }

    private void checkAddress(NodeId from, Envelope envelope) throws RefusedMail {
        if (!envelope.cluster().equals(cluster.value())) {
            throw new RefusedMail(Refusal.FOREIGN_CLUSTER, "not %s".formatted(cluster));
        }
        if (!envelope.receiver().equals(self)) {
            throw new RefusedMail(Refusal.NOT_FOR_US, "for %s".formatted(envelope.receiver()));
        }
        if (!envelope.sender().equals(from)) {
            throw new RefusedMail(Refusal.OTHER_SENDER, "of %s".formatted(envelope.sender()));
        }
    }

    private void checkSignature(Envelope envelope) throws RefusedMail {
        if (!verifier.knows(envelope.sender().name(), envelope.keyId())) {
            throw new RefusedMail(
                    Refusal.UNKNOWN_KEY,
                    "of %d letters".formatted(envelope.keyId().length()));
        }
        if (!verifier.verify(envelope.sender().name(), envelope.keyId(), envelope.signed(), envelope.signature())) {
            throw new RefusedMail(Refusal.FORGED, "key %s".formatted(envelope.keyId()));
        }
    }

    private List<Letter> letters(Envelope envelope) throws RefusedMail {
        List<Letter> letters = new ArrayList<>();
        for (byte[] json : envelope.letters()) {
            try {
                Letter letter = LetterReader.read(json);
                checkOrigin(envelope, letter);
                letters.add(letter);
            } catch (RefusedMail e) {
                if (e.reason() != Refusal.UNKNOWN_TYPE) {
                    throw e;
                }
                // A later version may have more to say; what is understood is heard.
                refusals.count(e.reason(), envelope.sender(), String.valueOf(e.getMessage()));
            }
        }
        return letters;
    }

    private static void checkOrigin(Envelope envelope, Letter letter) throws RefusedMail {
        if (!letter.sender().equals(envelope.sender())) {
            throw new RefusedMail(Refusal.OTHER_SENDER, "a message of %s".formatted(letter.sender()));
        }
        if (letter.channel() != envelope.channel()) {
            throw new RefusedMail(Refusal.OTHER_CHANNEL, "in %s".formatted(envelope.channel()));
        }
    }

    private void checkDates(List<Letter> letters) throws RefusedMail {
        Instant limit = clock.instant().plus(AHEAD);
        for (Letter letter : letters) {
            if (letter.timestamp().isAfter(limit)) {
                throw new RefusedMail(Refusal.FUTURE_DATED, "%s".formatted(letter.timestamp()));
            }
        }
    }

    private void checkSequence(Envelope envelope, List<Letter> letters) throws RefusedMail {
        if (letters.isEmpty()) {
            return;
        }
        Instant earliest = letters.stream()
                .map(Letter::timestamp)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        if (!windows.accept(envelope.sender(), envelope.sequence(), earliest)) {
            throw new RefusedMail(Refusal.REPLAYED, "number %d".formatted(envelope.sequence()));
        }
    }
}
