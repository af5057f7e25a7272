package dev.primus.cluster;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FD_SOCK2;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.DiagnosticsHandler;
import org.jgroups.stack.Protocol;

/**
 * What one would write by JGroups' manual, with short timeouts: what ours is compared with. The name says what is
 * different: {@code stock-1000} has a connection timeout of so many milliseconds, {@code stock-1000-bound} tells FD_SOCK2
 * its address, which it does not take from the transport, {@code stock-1000-nosock} has no FD_SOCK2.
 */
final class StockStack {
    private StockStack() {}

    static void open(String kind, String name, PeerAddress address, List<PeerAddress> peers, Consumer<String> out)
            throws Exception {
        TCP tcp = new TCP() {
            @Override
            public DiagnosticsHandler createDiagnosticsHandler() {
                return super.createDiagnosticsHandler().setEnabled(false);
            }
        };
        tcp.setBindAddr(InetAddress.getByName(address.host()));
        tcp.setBindPort(address.port());
        tcp.setPortRange(0);
        tcp.setSockConnTimeout(Integer.parseInt(kind.split("-")[1]));
        TCPPING ping = new TCPPING();
        ping.setInitialHosts(peers.stream()
                .map(peer -> new InetSocketAddress(peer.host(), peer.port()))
                .collect(Collectors.toList()));
        ping.setPortRange(0);
        List<Protocol> protocols = new ArrayList<>(
                List.of(tcp, ping, new MERGE3().setMinInterval(1_000).setMaxInterval(3_000)));
        if (kind.endsWith("-bound")) {
            protocols.add(new FD_SOCK2().setBindAddress(InetAddress.getByName(address.host())));
        } else if (!kind.endsWith("-nosock")) {
            protocols.add(new FD_SOCK2());
        }
        protocols.addAll(List.of(
                new FD_ALL3().setInterval(500).setTimeout(3_000),
                new VERIFY_SUSPECT2().setTimeout(500),
                new NAKACK2().useMcastXmit(false),
                new UNICAST3(),
                new STABLE(),
                new GMS().setJoinTimeout(1_000).printLocalAddress(false),
                new MFC(),
                new FRAG2()));
        JChannel channel = new JChannel(protocols);
        channel.name(name);
        channel.setReceiver(new Receiver() {
            @Override
            public void viewAccepted(View view) {
                out.accept("VIEW %d %s"
                        .formatted(
                                view.getViewId().getId(),
                                view.getMembers().stream().map(Object::toString).collect(Collectors.joining(","))));
            }
        });
        channel.connect("tests");
    }
}
