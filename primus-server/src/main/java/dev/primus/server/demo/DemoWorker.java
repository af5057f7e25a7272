package dev.primus.server.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeId;
import dev.primus.core.partition.Lot;
import dev.primus.server.settings.SecretVariable;
import dev.primus.server.store.Credentials;
import dev.primus.server.store.StoreAccess;
import dev.primus.server.store.StoreUrl;
import dev.primus.worker.Worker;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A worker for the demo, in a process of its own: it says what it is given and what it lets go, and does nothing else. It
 * leaves in good order when it is asked to, and when its parent is gone.
 */
public final class DemoWorker {
    private final AtomicReference<Worker> worker = new AtomicReference<>();
    private final String name;

    private DemoWorker(String name) {
        this.name = name;
    }

    /** Name, cluster and lease in milliseconds; the store comes by the environment, as a node's does. */
    public static void main(String[] arguments) throws IOException {
        new DemoWorker(arguments[0])
                .work(new ClusterName(arguments[1]), Duration.ofMillis(Long.parseLong(arguments[2])), System.getenv());
    }

    private void work(ClusterName cluster, Duration lease, Map<String, String> environment) throws IOException {
        StoreAccess access = StoreAccess.to(
                StoreUrl.parse(environment.getOrDefault("PRIMUS_STORE", "")),
                new Credentials(
                        environment.get("PRIMUS_STORE_USER"),
                        SecretVariable.STORE_PASSWORD.in(environment).orElse(null)));
        LeaseTiming timing = LeaseTiming.of(lease);
        Worker started = Worker.named(name)
                .timing(timing)
                .patience(lease)
                .about("demo, pid " + ProcessHandle.current().pid())
                .onAssigned(lot -> tell("assigned", lot))
                .onRevoked(lot -> tell("let_go", lot))
                .onLost(lot -> tell("lost", lot))
                .join(access.workers(cluster, timing.ioTimeout()));
        worker.set(started);
        say("joined", 0, "");
        Runtime.getRuntime().addShutdownHook(new Thread(started::close, "demo-worker-end"));
        while (System.in.read() >= 0) {
            // whatever the parent says, only its silence matters
        }
        System.exit(0);
    }

    private void tell(String event, Lot lot) {
        say(
                event,
                lot.generation(),
                "%d of %s by generation %d: %s".formatted(lot.size(), lot.list(), lot.generation(), lot.partitions()));
    }

    private void say(String event, long generation, String story) {
        Worker self = worker.get();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("event", event);
        json.put("node", self == null ? name : self.life().map(NodeId::toString).orElse(name));
        json.put("time", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
        json.put("term", generation);
        json.put("story", story);
        System.out.println(json);
    }
}
