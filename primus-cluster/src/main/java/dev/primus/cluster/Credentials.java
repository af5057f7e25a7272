package dev.primus.cluster;

import dev.primus.core.ClusterName;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What a node shows to its peers and expects of them.
 *
 * @param cluster a fingerprint of the cluster's name
 * @param keys the first is used, all are accepted; where there is no secret, one key that everybody knows
 * @param sealed whether the bytes after the handshake are sealed too: with a secret, and no TLS that does it better
 */
record Credentials(
        byte[] cluster, List<byte[]> keys, @Nullable SSLContext tls, boolean sealed) {
    private static final byte[] NO_SECRET = ascii("no secret");

    static Credentials of(ClusterName name, PeerSettings settings) {
        List<byte[]> keys = settings.secrets().isEmpty()
                ? List.of(mac(NO_SECRET, ascii("primus peer key 1")))
                : settings.secrets().stream()
                        .map(secret -> mac(secret.bytes(), ascii("primus peer key 1")))
                        .toList();
        PeerTls tls = settings.tls();
        return new Credentials(
                fingerprint(name),
                keys,
                tls == null ? null : tls.context(),
                tls == null && !settings.secrets().isEmpty());
    }

    static byte[] mac(byte[] key, byte[]... parts) {
        Mac mac = newMac(key);
        for (byte[] part : parts) {
            mac.update(part);
        }
        return mac.doFinal();
    }

    static Mac newMac(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] fingerprint(ClusterName name) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(ascii("primus cluster "));
            return digest.digest(ascii(name.value()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
