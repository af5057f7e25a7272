package dev.primus.server.demo;

import dev.primus.core.ElectionName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.spi.TermRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Three nodes that decide among themselves, on ports of this host. */
final class PeerHall implements Hall {
    private final PeerEngine engine;
    private final ElectionName election;
    private final List<String> nodes;
    private final Map<String, String> addresses = new LinkedHashMap<>();

    PeerHall(PeerEngine engine, ElectionName election, List<String> nodes) {
        this.engine = engine;
        this.election = election;
        this.nodes = nodes;
    }

    @Override
    public List<String> announcement() {
        return engine.announcement();
    }

    /** Ports that are free a moment before they are used. */
    @Override
    public void prepare(Scratch scratch) throws IOException {
        List<ServerSocket> taken = new ArrayList<>();
        try {
            for (String node : nodes) {
                ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                taken.add(port);
                addresses.put(node, "127.0.0.1:" + port.getLocalPort());
            }
        } finally {
            for (ServerSocket port : taken) {
                port.close();
            }
        }
    }

    @Override
    public Cast.Starter starter(Scratch scratch) {
        return (name, events) -> Child.start(name, command(name, scratch), Map.of(), events);
    }

    private List<String> command(String name, Scratch scratch) {
        List<String> command = NodeLauncher.program(scratch.folder());
        command.addAll(List.of("--node", name, "--election", election.value()));
        command.addAll(List.of("--bind", addresses.getOrDefault(name, ""), "--network", "local"));
        command.addAll(List.of("--peers", String.join(",", addresses.values())));
        command.addAll(engine.flags(scratch.folder(), name));
        return command;
    }

    @Override
    public LeaseTiming timing() {
        return engine.timing();
    }

    @Override
    public Duration takeoverWithin() {
        return engine.takeoverWithin();
    }

    @Override
    public String arbiter() {
        return "the others";
    }

    /** The leader first: one of the three has left before, and without the last standby it would lose its majority. */
    @Override
    public List<Player.Role> leavingOrder() {
        return List.of(Player.Role.LEADER, Player.Role.STANDBY);
    }

    /** Each node remembers what it has seen, until it ends; so here the feeds tell the story. */
    @Override
    public List<TermRecord> history(List<Event> heard) {
        Map<Long, TermRecord> terms = new LinkedHashMap<>();
        for (Event event : heard) {
            if (event.kind().equals("became_leader")) {
                terms.put(event.token(), record(event, null));
            } else if (tellsAnEnd(event) && terms.containsKey(event.token())) {
                TermRecord begun = terms.get(event.token());
                terms.put(
                        event.token(),
                        new TermRecord(election, begun.term(), begun.granted(), event.time(), reason(event)));
            }
        }
        return List.copyOf(terms.values());
    }

    /** Its successor speaks for who was killed only if no election in between has come to nothing; all have missed it. */
    private static boolean tellsAnEnd(Event event) {
        return event.kind().equals("lost_leadership") || event.kind().equals("leader_down");
    }

    private TermRecord record(Event event, @Nullable LossReason reason) {
        return new TermRecord(election, Term.of(NodeId.parse(event.id()), event.token()), event.time(), null, reason);
    }

    private static LossReason reason(Event event) {
        return LossReason.valueOf(event.reason());
    }

    @Override
    public String books() {
        return "the nodes' feeds";
    }

    @Override
    public String leftovers() {
        return "";
    }
}
