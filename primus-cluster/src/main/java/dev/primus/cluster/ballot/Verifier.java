package dev.primus.cluster.ballot;

import dev.primus.core.NodeName;

/** Knows whose keys are whose. Called from several threads at once; answers may change when keys do. */
public interface Verifier {

    /** Whether this node has such a key now. */
    boolean knows(NodeName signer, String keyId);

    /** Whether these bytes were signed with that key of that node; never by an exception. */
    boolean verify(NodeName signer, String keyId, byte[] bytes, byte[] signature);
}
