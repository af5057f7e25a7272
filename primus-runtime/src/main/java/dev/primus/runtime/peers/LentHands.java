package dev.primus.runtime.peers;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.peers.PeerHands;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.PeerMessage;
import java.util.List;

/** Somebody else's hands, for an engine that has a few of its own beside them. */
abstract class LentHands<M extends PeerMessage> implements PeerHands<M> {
    private final PeerHands<M> lent;

    LentHands(PeerHands<M> lent) {
        this.lent = lent;
    }

    @Override
    public void send(NodeId to, M message) {
        lent.send(to, message);
    }

    @Override
    public void keep(List<Mark> marks) {
        lent.keep(marks);
    }

    @Override
    public void drop(long floor, List<Mark> marks) {
        lent.drop(floor, marks);
    }

    @Override
    public void warn(String text) {
        lent.warn(text);
    }

    @Override
    public void worthALook(ElectionName election) {
        lent.worthALook(election);
    }

    @Override
    public void givenBack(ElectionName election) {
        lent.givenBack(election);
    }

    @Override
    public void giveUp(ElectionName election, LossReason reason) {
        lent.giveUp(election, reason);
    }

    @Override
    public String releaseDigest(ElectionName election, String nonce) {
        return lent.releaseDigest(election, nonce);
    }

    @Override
    public long wallMillis() {
        return lent.wallMillis();
    }
}
