package dev.primus.cluster.ballot;

import dev.primus.core.NodeName;

/**
 * No signatures: whoever is let onto the link is believed, as by its secret or TLS. One node may then speak for another, so
 * it is for clusters in which all who know the secret are trusted. Nodes that have keys refuse what comes without.
 */
public enum Unsigned implements Signer, Verifier {
    INSTANCE;

    private static final String NO_KEY = "unsigned";

    @Override
    public String keyId() {
        return NO_KEY;
    }

    @Override
    public byte[] sign(byte[] bytes) {
        return new byte[0];
    }

    @Override
    public boolean knows(NodeName signer, String keyId) {
        return keyId.equals(NO_KEY);
    }

    @Override
    public boolean verify(NodeName signer, String keyId, byte[] bytes, byte[] signature) {
        return signature.length == 0;
    }
}
