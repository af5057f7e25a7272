package dev.primus.cluster.ballot;

import dev.primus.core.NodeId;
import java.util.List;

/**
 * What stands on an envelope, as it was read: nothing of it is true before the signature is.
 *
 * @param sequence rises with every envelope from this sender to this receiver
 * @param letters JSON, one message each
 * @param signed what the signature is about
 */
record Envelope(
        Channel channel,
        long sequence,
        String cluster,
        NodeId sender,
        NodeId receiver,
        String keyId,
        List<byte[]> letters,
        byte[] signed,
        byte[] signature) {

    /** The first byte: no frame of another kind on our links begins with it. */
    static final byte MARK = 0x42;

    static final byte VERSION = 1;
}
