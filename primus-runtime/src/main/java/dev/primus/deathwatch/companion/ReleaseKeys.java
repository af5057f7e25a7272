package dev.primus.deathwatch.companion;

import dev.primus.core.ElectionName;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The release keys of one process: for each try to win a term one of 256 bits, made from a random secret that never leaves
 * this object. The key goes to the companion only, its SHA-256 digest to all members. Text forms are hexadecimal.
 */
public final class ReleaseKeys {
    private static final int BYTES = 32;

    private final SecretKeySpec secret;

    private ReleaseKeys(byte[] secret) {
        this.secret = new SecretKeySpec(secret, "HmacSHA256");
    }

    public static ReleaseKeys random() {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        return new ReleaseKeys(secret);
    }

    /** The key of the term that this try wins. */
    public String key(ElectionName election, String nonce) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(secret);
            mac.update(bytes(election.value()));
            mac.update((byte) 0);
            return HexFormat.of().formatHex(mac.doFinal(bytes(nonce)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    /** The digest of a key; one that is no hexadecimal number has the empty digest, which meets no commitment. */
    public static String digest(String key) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(HexFormat.of().parseHex(key));
            return HexFormat.of().formatHex(digest);
        } catch (IllegalArgumentException e) {
            return "";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
