package dev.primus.cluster.ballot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.NodeId;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.spi.PeerMail;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Without keys the link alone is believed; but those with keys and those without do not mix. */
@Tag("B12")
class UnsignedTest {
    private static final NodeId CORE_1 = Samples.CORE_1;
    private static final NodeId CORE_2 = Samples.CORE_2;
    private static final Vote VOTE = new Vote(Samples.ELECTION, Samples.TERM, Samples.COUNTED_BY);

    private final Pipe sending = new Pipe();
    private final Pipe receiving = new Pipe();
    private final Pipe.Listener ear = new Pipe.Listener();

    private SignedLink exchange(Signer sender, Verifier receiver) {
        SignedLink from = new SignedLink(sending, sender, Unsigned.INSTANCE, () -> Samples.NOW);
        from.open(Samples.CLUSTER, CORE_1, new Pipe.Listener());
        SignedLink to = new SignedLink(receiving, Unsigned.INSTANCE, receiver, () -> Samples.NOW);
        to.open(Samples.CLUSTER, CORE_2, ear);
        from.send(List.of(new PeerMail(CORE_2, VOTE)));
        sending.sent.forEach(mail -> receiving.deliver(CORE_1, mail.message()));
        return to;
    }

    @Test
    void amongThoseWithoutKeysMessagesPass() {
        SignedLink link = exchange(Unsigned.INSTANCE, Unsigned.INSTANCE);
        assertThat(ear.heard).containsExactly(VOTE);
        sending.sent.forEach(mail -> receiving.deliver(CORE_1, mail.message()));
        assertThat(link.counts()).as("but only once").containsEntry(Refusal.REPLAYED, 1L);
    }

    @Test
    void whoHasKeysRefusesWhatIsUnsigned() {
        SignedLink link = exchange(Unsigned.INSTANCE, Samples.members());
        assertThat(ear.heard).isEmpty();
        assertThat(link.counts()).containsEntry(Refusal.UNKNOWN_KEY, 1L);
    }

    @Test
    void whoHasNoKeysRefusesWhatItCannotCheck() {
        SignedLink link = exchange(Samples.KEY_1, Unsigned.INSTANCE);
        assertThat(ear.heard).isEmpty();
        assertThat(link.counts()).containsEntry(Refusal.UNKNOWN_KEY, 1L);
    }
}
