package dev.primus.cluster.ballot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The key that a node signs with. Its file is PEM, as {@code openssl} writes it: the private key as PKCS#8, then the public
 * key, which Java cannot work out of the first. From any thread.
 */
public final class NodeKey implements Signer {
    private static final Pattern PEM = Pattern.compile(
            "\\s*-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]{1,512})-----END"
                    + " PRIVATE KEY-----\\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\\s]{1,512})-----END PUBLIC KEY-----\\s*");
    private static final byte[] PROBE = "do these two belong together?".getBytes(StandardCharsets.US_ASCII);

    private final PrivateKey privateKey;
    private final PublicKey publicKey;
    private final String keyId;

    private NodeKey(PrivateKey privateKey, PublicKey publicKey) {
        this.privateKey = privateKey;
        this.publicKey = publicKey;
        this.keyId = Ed25519.keyId(publicKey);
    }

    public static NodeKey generate() {
        KeyPair pair = Ed25519.generate();
        return new NodeKey(pair.getPrivate(), pair.getPublic());
    }

    /**
     * Reads a file that only its owner may read.
     *
     * @throws BadKeyFile if others may too, or if it is no such file
     * @throws IOException if it cannot be read at all
     */
    public static NodeKey read(Path file) throws IOException, BadKeyFile {
        KeyFiles.refuseUnlessPrivate(file);
        return parse(KeyFiles.text(file, 8 * 1024));
    }

    /** Reads what such a file holds. */
    static NodeKey parse(String pem) throws BadKeyFile {
        Matcher blocks = PEM.matcher(pem);
        if (!blocks.matches()) {
            throw new BadKeyFile("it is no key file: allowed is PEM with a PRIVATE KEY and then its PUBLIC KEY,"
                    + " as primus keys make writes it");
        }
        try {
            NodeKey key = new NodeKey(
                    Ed25519.privateKey(Base64.getMimeDecoder().decode(blocks.group(1))),
                    Ed25519.x509(Base64.getMimeDecoder().decode(blocks.group(2))));
            if (!Ed25519.verify(key.publicKey, PROBE, key.sign(PROBE))) {
                throw new BadKeyFile("its private and its public key do not belong together");
            }
            return key;
        } catch (GeneralSecurityException | IllegalArgumentException | IllegalStateException e) {
            // Without what Java says, which might quote the key.
            throw new BadKeyFile("its keys cannot be read: allowed is Ed25519");
        }
    }

    /**
     * Makes a file of this key that only its owner may read, from its first moment on. When it returns, not even a power
     * failure loses it.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is such a file: a key is never overwritten
     */
    public void write(Path file) throws IOException {
        KeyFiles.createPrivate(
                file, block("PRIVATE KEY", privateKey.getEncoded()) + block("PUBLIC KEY", publicKey.getEncoded()));
    }

    private static String block(String name, byte[] bytes) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(name, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes), name);
    }

    @Override
    public String keyId() {
        return keyId;
    }

    @Override
    public byte[] sign(byte[] bytes) {
        return Ed25519.sign(privateKey, bytes);
    }

    PublicKey publicKey() {
        return publicKey;
    }

    @Override
    public String toString() {
        return "NodeKey[%s, ***]".formatted(keyId);
    }
}
