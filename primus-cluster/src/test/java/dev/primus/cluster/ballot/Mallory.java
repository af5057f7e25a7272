package dev.primus.cluster.ballot;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage;
import dev.primus.core.ballot.BallotMessage.Ended;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.spi.PeerMessage;
import dev.primus.testkit.sim.Chance;
import dev.primus.testkit.sim.Letter;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Somebody on the network who reads and writes everything, and has no key of this cluster. */
final class Mallory {
    private static final ClusterName OTHERS = new ClusterName("other");

    /** What it does with a letter that it has overheard. */
    private enum Trick {
        SEND_AGAIN,
        SEND_AGAIN_TO_ANOTHER,
        SEND_AGAIN_IN_ANOTHER_NAME,
        FLIP_A_BIT,
        CUT_OFF,
        BLOW_UP,
        WITHOUT_A_SEAL,
        WITHOUT_A_SIGNATURE,
        SIGN_BY_ITSELF,
        WITH_A_KEY_OF_ANOTHER_CLUSTER
    }

    private final Function<NodeName, Signer> keys;

    /** @param keys what nodes sign with, for what they have said in another cluster */
    Mallory(Function<NodeName, Signer> keys) {
        this.keys = keys;
    }

    List<Letter> forgeries(List<Letter> overheard, Chance chance) {
        Letter one = chance.oneOf(overheard);
        Letter other = chance.oneOf(overheard);
        if (!(one.message() instanceof Sealed sealed)) {
            return List.of();
        }
        Trick trick = chance.oneOf(List.of(Trick.values()));
        return switch (trick) {
            case SEND_AGAIN -> List.of(one, one);
            case SEND_AGAIN_TO_ANOTHER -> List.of(new Letter(one.from(), other.to(), sealed));
            case SEND_AGAIN_IN_ANOTHER_NAME -> List.of(new Letter(other.from(), one.to(), sealed));
            case FLIP_A_BIT -> List.of(with(one, flipped(sealed, chance)));
            case CUT_OFF -> List.of(with(one, cut(sealed, chance.below(sealed.envelope().length))));
            case BLOW_UP -> List.of(with(one, cut(sealed, 100_000)));
            case WITHOUT_A_SEAL, WITHOUT_A_SIGNATURE, SIGN_BY_ITSELF, WITH_A_KEY_OF_ANOTHER_CLUSTER ->
                List.of(with(one, forged(trick, one, sealed)));
        };
    }

    private static Letter with(Letter letter, PeerMessage message) {
        return new Letter(letter.from(), letter.to(), message);
    }

    private static Sealed flipped(Sealed sealed, Chance chance) {
        byte[] bytes = sealed.envelope().clone();
        bytes[chance.below(bytes.length)] ^= (byte) (1 << chance.below(8));
        return new Sealed(bytes);
    }

    private static Sealed cut(Sealed sealed, int length) {
        return new Sealed(Arrays.copyOf(sealed.envelope(), length));
    }

    /** What would do harm if it were believed: a vote for somebody else, the end of a term. */
    private PeerMessage forged(Trick trick, Letter letter, Sealed sealed) {
        try {
            Envelope envelope = EnvelopeReader.read(sealed.envelope());
            dev.primus.cluster.ballot.Letter said =
                    LetterReader.read(envelope.letters().get(0));
            BallotMessage message = twisted(said.message(), letter.to());
            if (trick == Trick.WITHOUT_A_SEAL) {
                return message;
            }
            LetterWriter.Written written = LetterWriter.write(letter.from(), said.timestamp(), message);
            ClusterName cluster =
                    trick == Trick.WITH_A_KEY_OF_ANOTHER_CLUSTER ? OTHERS : new ClusterName(envelope.cluster());
            return new EnvelopeWriter(cluster, letter.from(), signer(trick, letter.from()))
                    .seal(written.channel(), letter.to(), envelope.sequence() + 100, List.of(written.json()));
        } catch (RefusedMail e) {
            throw new AssertionError("what members send can be read", e);
        }
    }

    private Signer signer(Trick trick, NodeId sender) {
        return switch (trick) {
            case WITHOUT_A_SIGNATURE -> Unsigned.INSTANCE;
            case WITH_A_KEY_OF_ANOTHER_CLUSTER -> keys.apply(sender.name());
            default ->
                new Signer() {
                    @Override
                    public String keyId() {
                        return keys.apply(sender.name()).keyId();
                    }

                    @Override
                    public byte[] sign(byte[] bytes) {
                        return new HmacKey(new NodeName("mallory")).sign(bytes);
                    }
                };
        };
    }

    private static BallotMessage twisted(BallotMessage said, NodeId to) {
        if (said instanceof Vote vote) {
            return new Vote(vote.election(), Term.of(to, vote.term().token().value()), vote.electorate());
        }
        if (said instanceof BallotMessage.Heartbeat heartbeat
                && !heartbeat.beats().isEmpty()) {
            BallotMessage.Beat beat = heartbeat.beats().get(0);
            return new Ended(beat.election(), beat.term(), dev.primus.core.LossReason.RELEASED, null);
        }
        return said;
    }
}
