package dev.primus.cluster;

/** Why something on its way from or to a peer went no further. */
public enum Dropped {
    /** A connection that did not speak our language: raw bytes, another program, TLS where there is none. */
    NOT_A_PEER("was no peer of ours", true),
    /** A connection of a cluster with another name. */
    FOREIGN_CLUSTER("belongs to another cluster", true),
    /** A connection whose other end does not know the secret, or was recorded earlier and played again. */
    WRONG_SECRET("has another secret", true),
    /** A TLS handshake that failed: no certificate, or one that the trust store does not know. */
    TLS_REFUSED("failed the TLS handshake", true),
    /** A connection that was closed or reset during the handshake, by a peer that gave up or ended. */
    BROKEN_HANDSHAKE("closed the connection during the handshake", false),
    /** A connection that did not prove in time who it was. */
    TOO_SLOW("was too slow to show who it is", false),
    /** One connection more than may be waiting to prove who they are. */
    TOO_MANY("came while too many others were waiting", false),
    /** A companion's release whose key no term here was committed to, or one more than may come in a second. */
    BAD_RELEASE("presented a release that was not accepted", false),
    /** Bytes changed on their way, on a connection that had been proved. */
    TAMPERED("sent bytes that were changed on the way", false),
    /** A frame longer than allowed, or a message too long to be sent. */
    TOO_LARGE("is larger than allowed", false),
    /** A frame that JGroups cannot read, or of a kind that this stack never sends. */
    MALFORMED("is malformed", false),
    /** A message or a member whose address carries no node id. */
    NO_NODE_ID("has no node id", false),
    /** A payload that the codec refused. */
    BAD_FRAME("is no message of ours", false),
    /** A message to a node that is not in the view, or before the link was open. */
    NOT_A_MEMBER("is for nobody in the view", false),
    /** Bytes for a peer that could not be reached. */
    UNREACHABLE("is for a peer that cannot be reached", false),
    /** Bytes for a peer that takes them more slowly than they come. */
    PEER_BUSY("is for a peer that does not keep up", false),
    /** A message for a listener on this node that does not keep up. */
    EAR_BUSY("came faster than it was heard", false);

    private final String words;
    private final boolean refusal;

    Dropped(String words, boolean refusal) {
        this.words = words;
        this.refusal = refusal;
    }

    String words() {
        return words;
    }

    /** Whether the other end is alive and will never be a peer as both are set up. */
    boolean isRefusal() {
        return refusal;
    }
}
