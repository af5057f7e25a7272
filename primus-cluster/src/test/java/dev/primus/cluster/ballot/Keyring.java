package dev.primus.cluster.ballot;

import dev.primus.core.NodeName;
import dev.primus.core.spi.PeerLink;
import dev.primus.testkit.sim.Chance;
import dev.primus.testkit.sim.Letter;
import dev.primus.testkit.sim.Sheath;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Simulated members that speak through real signed links, with Mallory on the network. */
final class Keyring implements Sheath {
    private static final List<NodeName> NODES =
            Stream.of("a", "b", "c", "d", "e", "f", "g").map(NodeName::new).toList();

    private final Map<NodeName, Signer> signers;
    private final Verifier verifier;
    private final Mallory mallory;
    private final List<SignedLink> links = new ArrayList<>();

    private Keyring(Map<NodeName, Signer> signers, Verifier verifier) {
        this.signers = signers;
        this.verifier = verifier;
        this.mallory = new Mallory(signers::get);
    }

    /** Signatures that cost little. */
    static Keyring stub() {
        Map<NodeName, Signer> signers = new HashMap<>();
        NODES.forEach(node -> signers.put(node, new HmacKey(node)));
        return new Keyring(signers, new HmacKey(NODES.get(0)));
    }

    /** Ed25519, as in production. */
    static Keyring real() {
        Map<NodeName, Signer> signers = new HashMap<>();
        List<MemberKey> members = new ArrayList<>();
        for (NodeName node : NODES) {
            NodeKey key = NodeKey.generate();
            signers.put(node, key);
            members.add(MemberKey.of(node, key, List.of()));
        }
        return new Keyring(signers, Samples.members(members.toArray(MemberKey[]::new)));
    }

    @Override
    public PeerLink around(PeerLink inner, NodeName node, InstantSource wall) {
        SignedLink link = new SignedLink(inner, signers.get(node), verifier, wall);
        links.add(link);
        return link;
    }

    @Override
    public List<Letter> forgeries(List<Letter> overheard, Chance chance) {
        return mallory.forgeries(overheard, chance);
    }

    /** What all links together have refused. */
    Map<Refusal, Long> counts() {
        Map<Refusal, Long> all = new EnumMap<>(Refusal.class);
        links.forEach(link -> link.counts().forEach((reason, many) -> all.merge(reason, many, Long::sum)));
        return all;
    }
}
