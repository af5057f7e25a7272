package dev.primus.cluster;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A node in a process of its own, for tests that kill it, stop it or cut its cable: prints every view as a line
 * {@code millis VIEW number a,b,c}, answers each byte of its standard input with a line {@code millis DROPPED counts}, and
 * ends with it.
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
        Supplier<Map<Dropped, Long>> dropped = Map::of;
        if (stack.startsWith("ours-")) {
            dropped = ours(name, address, peers, Preset.valueOf(stack.substring(5)))::dropped;
        } else {
            StockStack.open(stack, name, address, peers, PeerProcess::say);
        }
        say("JOINED");
        answerUntilEndOfInput(dropped);
        System.exit(0);
    }

    private static JGroupsLink ours(String name, PeerAddress address, List<PeerAddress> peers, Preset preset) {
        PeerSettings settings = PeerSettings.bind(address)
                .peers(peers)
                .preset(preset)
                .secrets(Secret.of("a secret of the tests"))
                .build();
        JGroupsLink link = new JGroupsLink(settings, Words.CODEC);
        link.open(new ClusterName("tests"), NodeId.of(name, "abcd1234"), new PeerLink.Ear() {
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
        return link;
    }

    private static synchronized void say(String line) {
        System.out.println(System.currentTimeMillis() + " " + line);
        System.out.flush();
    }

    private static void answerUntilEndOfInput(Supplier<Map<Dropped, Long>> dropped) throws IOException {
        while (System.in.read() >= 0) {
            say("DROPPED " + dropped.get());
        }
    }
}
