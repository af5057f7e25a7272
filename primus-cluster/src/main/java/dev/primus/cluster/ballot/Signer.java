package dev.primus.cluster.ballot;

/** Signs for one node. Called from several threads at once. */
public interface Signer {

    /** Which of its node's keys this is. At most 64 letters and digits. */
    String keyId();

    /** @return at most 255 bytes, always as many */
    byte[] sign(byte[] bytes);
}
