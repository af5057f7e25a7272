package dev.primus.cluster.ballot;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/** Signatures by RFC 8032, as every Java has them. */
final class Ed25519 {
    static final int PUBLIC_BYTES = 32;

    private static final String NAME = "Ed25519";

    /** What X.509 puts before the bytes of such a public key (RFC 8410). */
    private static final byte[] X509_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

    private Ed25519() {}

    static KeyPair generate() {
        try {
            return KeyPairGenerator.getInstance(NAME).generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    static PrivateKey privateKey(byte[] pkcs8) throws GeneralSecurityException {
        return KeyFactory.getInstance(NAME).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    }

    static PublicKey publicKey(byte[] raw) throws GeneralSecurityException {
        byte[] encoded = Arrays.copyOf(X509_HEAD, X509_HEAD.length + PUBLIC_BYTES);
        System.arraycopy(raw, 0, encoded, X509_HEAD.length, PUBLIC_BYTES);
        return x509(encoded);
    }

    static PublicKey x509(byte[] encoded) throws GeneralSecurityException {
        PublicKey key = KeyFactory.getInstance(NAME).generatePublic(new X509EncodedKeySpec(encoded));
        // Not every 32 bytes are a key, and only who would use them finds out.
        Signature.getInstance(NAME).initVerify(key);
        return key;
    }

    static byte[] raw(PublicKey key) {
        byte[] encoded = key.getEncoded();
        return Arrays.copyOfRange(encoded, encoded.length - PUBLIC_BYTES, encoded.length);
    }

    static byte[] sign(PrivateKey key, byte[] bytes) {
        try {
            Signature signature = Signature.getInstance(NAME);
            signature.initSign(key);
            signature.update(bytes);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    static boolean verify(PublicKey key, byte[] bytes, byte[] signed) {
        try {
            Signature signature = Signature.getInstance(NAME);
            signature.initVerify(key);
            signature.update(bytes);
            return signature.verify(signed);
        } catch (SignatureException e) {
            // of another length, or no signature at all
            return false;
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /** The key's SHA-256. */
    static String fingerprint(PublicKey key) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(raw(key)));
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /** The first eight bytes of it: enough to tell keys apart, and no secret. */
    static String keyId(PublicKey key) {
        return fingerprint(key).substring(0, 16);
    }

    private static IllegalStateException missing(GeneralSecurityException cause) {
        return new IllegalStateException("every Java has Ed25519 and SHA-256", cause);
    }
}
