package dev.primus.cluster;

import dev.primus.core.spi.PeerMessage;

/** Messages as bytes and back. Called from several threads at once. */
public interface PeerCodec {

    byte[] encode(PeerMessage message);

    /**
     * @param bytes as long as the settings allow, and from a peer that knows the secret: well meant, perhaps of another
     *     version
     * @throws BadFrame if they are no message that this node understands; it is counted and dropped
     */
    PeerMessage decode(byte[] bytes) throws BadFrame;
}
