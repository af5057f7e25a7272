package dev.primus.cluster.ballot;

import dev.primus.core.NodeName;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A signature that costs little, for simulations: everybody who can check it could have made it. */
record HmacKey(NodeName node) implements Signer, Verifier {
    /** Looking for an algorithm takes longer than the algorithm. */
    private static final ThreadLocal<Map<NodeName, Mac>> MACS = ThreadLocal.withInitial(HashMap::new);

    @Override
    public String keyId() {
        return "hmac";
    }

    @Override
    public byte[] sign(byte[] bytes) {
        return mac(node, bytes);
    }

    @Override
    public boolean knows(NodeName signer, String keyId) {
        return keyId.equals("hmac");
    }

    @Override
    public boolean verify(NodeName signer, String keyId, byte[] bytes, byte[] signature) {
        return MessageDigest.isEqual(mac(signer, bytes), signature);
    }

    private static byte[] mac(NodeName node, byte[] bytes) {
        return MACS.get().computeIfAbsent(node, HmacKey::made).doFinal(bytes);
    }

    private static Mac made(NodeName node) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(node.value().getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
