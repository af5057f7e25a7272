package dev.primus.cluster.ballot;

import dev.primus.core.NodeName;
import dev.primus.core.ballot.score.Capability;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A line of the members file: a node, one of its public keys, and what the membership vouches that it can do.
 *
 * @param capabilities in order, each once
 */
public record MemberKey(NodeName node, PublicKey publicKey, List<Capability> capabilities) {

    public MemberKey {
        capabilities = List.copyOf(new TreeSet<>(capabilities));
    }

    public static MemberKey of(NodeName node, NodeKey key, Collection<Capability> capabilities) {
        return new MemberKey(node, key.publicKey(), List.copyOf(capabilities));
    }

    /** Reads what {@link #line()} wrote. */
    static MemberKey parse(String line) throws BadKeyFile {
        String[] parts = line.strip().split("\\s+", -1);
        if (parts.length < 3 || parts.length > 4) {
            throw new BadKeyFile("%d words: allowed is a node, a key id, a public key and perhaps capabilities"
                    .formatted(parts.length));
        }
        try {
            MemberKey key = new MemberKey(
                    new NodeName(parts[0]),
                    publicKey(parts[2]),
                    parts.length == 3
                            ? List.of()
                            : Arrays.stream(parts[3].split(",", -1))
                                    .map(Capability::new)
                                    .toList());
            if (!key.keyId().equals(parts[1])) {
                throw new BadKeyFile(
                        "key id '%.64s' is not that of its public key: allowed is %s".formatted(parts[1], key.keyId()));
            }
            return key;
        } catch (IllegalArgumentException e) {
            throw new BadKeyFile(String.valueOf(e.getMessage()));
        }
    }

    private static PublicKey publicKey(String base64) throws BadKeyFile {
        try {
            byte[] raw = Base64.getDecoder().decode(base64);
            if (raw.length == Ed25519.PUBLIC_BYTES) {
                return Ed25519.publicKey(raw);
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // said below
        }
        throw new BadKeyFile("the public key cannot be read: allowed are the 32 bytes of an Ed25519 key in base64");
    }

    public String keyId() {
        return Ed25519.keyId(publicKey);
    }

    /** The SHA-256 of the public key, which begins with the key id: what people compare by telephone. */
    public String fingerprint() {
        return Ed25519.fingerprint(publicKey);
    }

    /** The 32 bytes of the public key in base64. */
    public String publicKeyText() {
        return Base64.getEncoder().encodeToString(Ed25519.raw(publicKey));
    }

    /** Node, key id, public key and, if there are any, capabilities. */
    public String line() {
        String start = "%s %s %s".formatted(node, keyId(), publicKeyText());
        return capabilities.isEmpty()
                ? start
                : start + " " + capabilities.stream().map(Capability::name).collect(Collectors.joining(","));
    }
}
