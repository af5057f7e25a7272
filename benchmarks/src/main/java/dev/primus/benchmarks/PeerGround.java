package dev.primus.benchmarks;

import dev.primus.PeerRegistry;
import dev.primus.Primus;
import dev.primus.cluster.JGroupsLink;
import dev.primus.cluster.PeerAddress;
import dev.primus.cluster.PeerSettings;
import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Term;
import dev.primus.core.spi.Mark;
import dev.primus.runtime.file.MarkJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Ports on loopback and a folder for marks: all that nodes among themselves need. */
final class PeerGround implements Cluster.Ground, AutoCloseable {
    private final Path folder;
    private final List<PeerAddress> addresses;
    private final RegistryTiming timing;

    private PeerGround(Path folder, List<PeerAddress> addresses, RegistryTiming timing) {
        this.folder = folder;
        this.addresses = addresses;
        this.timing = timing;
    }

    static PeerGround of(int nodes, RegistryTiming timing) throws IOException {
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
        return new PeerGround(Files.createTempDirectory("primus-bench"), free, timing);
    }

    /** The same ground for another process, as {@link #parse} reads it. */
    String addressesFor(int number) {
        List<String> words = new ArrayList<>(
                List.of("peers", Integer.toString(number), timing.equals(RegistryTiming.FAST) ? "fast" : "documented"));
        words.add(folder.toString());
        addresses.forEach(address -> words.add(address.toString()));
        return String.join(",", words);
    }

    static Primus.Builder parse(String text, Primus.Builder node) {
        String[] words = text.split(",");
        List<PeerAddress> all = Stream.of(words).skip(4).map(PeerAddress::parse).toList();
        RegistryTiming times = words[2].equals("fast") ? RegistryTiming.FAST : RegistryTiming.DOCUMENTED;
        return new PeerGround(Path.of(words[3]), all, times).under(node, Integer.parseInt(words[1]));
    }

    @Override
    public Primus.Builder under(Primus.Builder node, int number) {
        PeerSettings settings =
                PeerSettings.bind(addresses.get(number)).peers(addresses).build();
        return node.registry(PeerRegistry.over(new JGroupsLink(settings))
                .quorum(Quorum.majorityOf(addresses.size()))
                .timing(timing)
                .marksIn(folder.resolve("marks-" + number)));
    }

    /** A message there and back over loopback, and a mark that is forced to the disk: the least a promise takes. */
    Figures unavoidable(int count) throws IOException {
        Figures millis = new Figures();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket near = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket far = server.accept();
                MarkJournal marks = MarkJournal.open(folder.resolve("unavoidable"))) {
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            Thread echo = new Thread(() -> echo(far, marks, count));
            echo.start();
            for (int i = 0; i < count; i++) {
                long start = System.nanoTime();
                near.getOutputStream().write(i & 0x7f);
                if (near.getInputStream().read() < 0) {
                    throw new IOException("closed");
                }
                millis.add((System.nanoTime() - start) / 1e6);
            }
        }
        return millis;
    }

    private static void echo(Socket far, MarkJournal marks, int count) {
        try {
            for (int i = 1; i <= count; i++) {
                int read = far.getInputStream().read();
                Term term = Term.of(NodeId.of("a", "0001"), i);
                marks.keep(List.of(new Mark(new ElectionName("bench/0"), term, Duration.ofSeconds(3))));
                far.getOutputStream().write(read);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
