package dev.primus.cluster;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A node in a process of its own, for tests that kill it, stop it or cut its cable: prints every view as a line
 * {@code millis VIEW number a,b,c} and ends with its standard input.
 *
 * <p>Arguments: name, address, peers with commas, and {@code ours} with a preset, or the name of a {@link StockStack}.
 */
final class PeerProcess {
    private PeerProcess() {}

    public static void main(String... args) throws Exception {
        String name = args[0];
        PeerAddress address = PeerAddress.parse(args[1]);
        List<PeerAddress> peers =
                Arrays.stream(args[2].split(",")).map(PeerAddress::parse).toList();
        String stack = args[3];
        if (stack.startsWith("ours-")) {
            ours(name, address, peers, Preset.valueOf(stack.substring(5)));
        } else {
            StockStack.open(stack, name, address, peers, PeerProcess::say);
        }
        say("JOINED");
        awaitEndOfInput();
        System.exit(0);
    }

    private static void ours(String name, PeerAddress address, List<PeerAddress> peers, Preset preset) {
        PeerSettings settings = PeerSettings.bind(address)
                .peers(peers)
                .preset(preset)
                .secrets(Secret.of("a secret of the tests"))
                .build();
        new JGroupsLink(settings, Words.CODEC)
                .open(new ClusterName("tests"), NodeId.of(name, "abcd1234"), new PeerLink.Ear() {
                    @Override
                    public void viewed(PeerView view) {
                        say("VIEW %d %s"
                                .formatted(
                                        view.number(),
                                        view.members().stream()
                                                .map(member -> member.name().value())
                                                .collect(Collectors.joining(","))));
                    }

                    @Override
                    public void heard(NodeId from, PeerMessage message) {
                        say("HEARD " + from + " " + ((Words) message).text());
                    }
                });
    }

    private static synchronized void say(String line) {
        System.out.println(System.currentTimeMillis() + " " + line);
        System.out.flush();
    }

    private static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // whoever started this process holds the other end
        }
    }
}
