package dev.primus.cluster.ballot;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.ballot.BallotMessage;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerRelease;
import dev.primus.core.spi.PeerView;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Another link, on which the ballot's messages are signed: what is heard of another node was said by it, to this
 * incarnation of this node, in this cluster, and is heard once. Messages that are not the ballot's pass as they are.
 * Opened once and closed once; all methods may be called from any thread.
 *
 * <p>It vouches for who has spoken and for nothing that was said: a node may still claim the term of another.
 */
public final class SignedLink implements PeerLink {
    private final PeerLink inner;
    private final Signer signer;
    private final Verifier verifier;
    private final InstantSource clock;
    private final Refusals refusals = new Refusals();
    private volatile @Nullable Seat seat;

    private record Seat(NodeId self, Sealer sealer) {}

    /**
     * @param inner carries {@link Sealed} messages, such as a link with a {@link SealedCodec}
     * @param signer the key of this node
     * @param verifier the keys of all
     * @param clock the wall clock, for timestamps
     */
    public SignedLink(PeerLink inner, Signer signer, Verifier verifier, InstantSource clock) {
        this.inner = inner;
        this.signer = signer;
        this.verifier = verifier;
        this.clock = clock;
    }

    @Override
    public void open(ClusterName cluster, NodeId self, Ear ear) {
        seat = new Seat(self, new Sealer(cluster, self, signer, clock, refusals));
        inner.open(cluster, self, new Unsealing(self, new Opener(cluster, self, verifier, clock, refusals), ear));
    }

    @Override
    public void send(List<PeerMail> mail) {
        Seat current = seat;
        inner.send(current == null ? List.of() : sealed(current, mail));
    }

    /** What is sealed keeps its order for each receiver, and comes after what is not. */
    private static List<PeerMail> sealed(Seat seat, List<PeerMail> mail) {
        List<PeerMail> sealed = new ArrayList<>();
        Map<NodeId, List<BallotMessage>> toOthers = new LinkedHashMap<>();
        for (PeerMail letter : mail) {
            if (letter.message() instanceof BallotMessage message
                    && !letter.to().equals(seat.self())) {
                toOthers.computeIfAbsent(letter.to(), to -> new ArrayList<>()).add(message);
            } else {
                sealed.add(letter);
            }
        }
        toOthers.forEach((to, messages) -> sealed.addAll(seat.sealer().seal(to, messages)));
        return sealed;
    }

    @Override
    public List<String> releaseAddresses() {
        return inner.releaseAddresses();
    }

    /** How much was refused since this object was made, for every reason there is. */
    public Map<Refusal, Long> counts() {
        return refusals.all();
    }

    @Override
    public void close() {
        inner.close();
    }

    /** Stands before the real ear. */
    private final class Unsealing implements Ear {
        private final NodeId self;
        private final Opener opener;
        private final Ear ear;

        Unsealing(NodeId self, Opener opener, Ear ear) {
            this.self = self;
            this.opener = opener;
            this.ear = ear;
        }

        @Override
        public void viewed(PeerView view) {
            ear.viewed(view);
        }

        /** A key speaks for itself: its commitment came in a signed heartbeat. */
        @Override
        public void released(PeerRelease release, Consumer<Boolean> reply) {
            ear.released(release, reply);
        }

        @Override
        public void heard(NodeId from, PeerMessage message) {
            if (message instanceof Sealed sealed) {
                opener.open(from, sealed).forEach(opened -> ear.heard(from, opened));
            } else if (message instanceof BallotMessage && !from.equals(self)) {
                refusals.count(Refusal.UNSEALED, from, message.getClass().getSimpleName());
            } else {
                ear.heard(from, message);
            }
        }
    }
}
