package dev.primus.benchmarks;

import dev.primus.PeerBallot;
import dev.primus.Primus;
import dev.primus.cluster.JGroupsLink;
import dev.primus.cluster.PeerAddress;
import dev.primus.cluster.PeerSettings;
import dev.primus.cluster.ballot.BadKeyFile;
import dev.primus.cluster.ballot.MemberKey;
import dev.primus.cluster.ballot.Members;
import dev.primus.cluster.ballot.NodeKey;
import dev.primus.cluster.ballot.SealedCodec;
import dev.primus.cluster.ballot.SignedLink;
import dev.primus.core.BallotTiming;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.ballot.score.Capability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Ports on loopback, and a folder with a key for each node, the list of all keys, and their votes. */
final class BallotGround implements Cluster.Ground, AutoCloseable {
    private final Path folder;
    private final List<PeerAddress> addresses;
    private final List<Tap> taps = new ArrayList<>();

    private BallotGround(Path folder, List<PeerAddress> addresses) {
        this.folder = folder;
        this.addresses = addresses;
    }

    static BallotGround of(int nodes) throws IOException {
        List<PeerAddress> free = new ArrayList<>();
        List<ServerSocket> held = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            held.add(socket);
            free.add(PeerAddress.parse("127.0.0.1:" + socket.getLocalPort()));
        }
        for (ServerSocket socket : held) {
            socket.close();
        }
        Path folder = Files.createTempDirectory("primus-bench");
        StringBuilder members = new StringBuilder();
        for (int i = 0; i < nodes; i++) {
            NodeKey key = NodeKey.generate();
            key.write(folder.resolve(name(i) + ".pem"));
            members.append(MemberKey.of(new NodeName(name(i)), key, Set.of(Capability.ADMIN_ELECTION))
                            .line())
                    .append('\n');
        }
        Files.writeString(folder.resolve("members"), members);
        return new BallotGround(folder, free);
    }

    static String name(int number) {
        return "node-" + number;
    }

    int size() {
        return addresses.size();
    }

    /** The same ground for another process, as {@link #parse} reads it. */
    String words() {
        List<String> words = new ArrayList<>(List.of(folder.toString()));
        addresses.forEach(address -> words.add(address.toString()));
        return String.join(",", words);
    }

    static BallotGround parse(String text) {
        List<String> words = List.of(text.split(","));
        return new BallotGround(
                Path.of(words.get(0)),
                words.stream().skip(1).map(PeerAddress::parse).toList());
    }

    @Override
    public Primus.Builder under(Primus.Builder node, int number) {
        try {
            NodeKey key = NodeKey.read(folder.resolve(name(number) + ".pem"));
            Members members = Members.read(folder.resolve("members"));
            PeerSettings settings =
                    PeerSettings.bind(addresses.get(number)).peers(addresses).build();
            Tap tap = new Tap(
                    new SignedLink(new JGroupsLink(settings, new SealedCodec()), key, members, InstantSource.system()));
            taps.add(tap);
            return node.ballot(PeerBallot.over(tap)
                    .quorum(Quorum.majorityOf(size()))
                    .timing(BallotTiming.FAST)
                    .capabilities("admin_election")
                    .filesIn(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (BadKeyFile e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of the node that was made last. */
    Tap tap() {
        return taps.get(taps.size() - 1);
    }

    List<Tap> taps() {
        return taps;
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
