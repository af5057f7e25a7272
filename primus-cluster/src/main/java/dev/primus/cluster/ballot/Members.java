package dev.primus.cluster.ballot;

import dev.primus.core.NodeName;
import dev.primus.core.ballot.score.Capability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who belongs to the cluster, by their public keys: a file of {@linkplain MemberKey lines}, the same on all nodes, with
 * comments after {@code #}. A node may have two keys, so that one can be changed for another without a pause. Immutable.
 */
public final class Members implements Verifier {
    private static final int MOST_BYTES = 1024 * 1024;
    private static final int KEYS_PER_NODE = 2;

    /** By node, then by key id; in the order of the file. */
    private final Map<NodeName, Map<String, MemberKey>> keys = new LinkedHashMap<>();

    private Members() {}

    /**
     * @throws BadKeyFile if it cannot be used, or if others than its owner may change it
     * @throws IOException if it cannot be read at all
     */
    public static Members read(Path file) throws IOException, BadKeyFile {
        KeyFiles.refuseIfOthersMayWrite(file);
        return parse(KeyFiles.text(file, MOST_BYTES));
    }

    /** Reads what such a file holds. */
    public static Members parse(String text) throws BadKeyFile {
        Members members = new Members();
        Map<String, NodeName> owners = new HashMap<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            String content = line.replaceFirst("#.*", "").strip();
            if (!content.isEmpty()) {
                try {
                    members.add(MemberKey.parse(content), owners);
                } catch (BadKeyFile e) {
                    throw new BadKeyFile("line %d: %s".formatted(number, e.getMessage()));
                }
            }
        }
        if (members.keys.isEmpty()) {
            throw new BadKeyFile("it lists nobody: allowed is a line for each key, as primus keys make prints it");
        }
        return members;
    }

    private void add(MemberKey key, Map<String, NodeName> owners) throws BadKeyFile {
        NodeName owner = owners.putIfAbsent(key.keyId(), key.node());
        if (owner != null) {
            throw new BadKeyFile(
                    "key %s is already that of %s: allowed is one line for each key".formatted(key.keyId(), owner));
        }
        Map<String, MemberKey> own = keys.computeIfAbsent(key.node(), node -> new LinkedHashMap<>());
        if (own.size() == KEYS_PER_NODE) {
            throw new BadKeyFile("a third key of %s: allowed are %d".formatted(key.node(), KEYS_PER_NODE));
        }
        for (MemberKey other : own.values()) {
            if (!other.capabilities().equals(key.capabilities())) {
                throw new BadKeyFile(
                        "other capabilities of %s than in its first line: allowed are the same".formatted(key.node()));
            }
        }
        own.put(key.keyId(), key);
    }

    /** Every node that is listed, in the order of the file. */
    public Set<NodeName> names() {
        return Collections.unmodifiableSet(keys.keySet());
    }

    /** The keys of a node; none if it is not listed. */
    public List<MemberKey> keysOf(NodeName node) {
        return List.copyOf(keys.getOrDefault(node, Map.of()).values());
    }

    /** What the membership vouches that a node can do; nothing if it is not listed. */
    public List<Capability> capabilities(NodeName node) {
        return keysOf(node).stream().findFirst().map(MemberKey::capabilities).orElse(List.of());
    }

    @Override
    public boolean knows(NodeName signer, String keyId) {
        return keys.getOrDefault(signer, Map.of()).containsKey(keyId);
    }

    @Override
    public boolean verify(NodeName signer, String keyId, byte[] bytes, byte[] signature) {
        MemberKey key = keys.getOrDefault(signer, Map.of()).get(keyId);
        return key != null && Ed25519.verify(key.publicKey(), bytes, signature);
    }
}
