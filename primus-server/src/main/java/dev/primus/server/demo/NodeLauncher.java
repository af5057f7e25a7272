package dev.primus.server.demo;

import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.server.PrimusMain;
import dev.primus.server.store.Credentials;
import dev.primus.server.store.StoreUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Starts {@code primus node} from this very program. Store and password travel in the environment, where ps does not look. */
record NodeLauncher(
        StoreUrl store, Credentials credentials, ClusterName cluster, String election, LeaseTiming timing, Path scratch)
        implements Cast.Starter {

    private static final int NATIVE_ACCESS_SINCE = 22;

    @Override
    public Child start(String name, Consumer<Event> events) throws IOException {
        return Child.start(name, command(name), environment(), events);
    }

    /** Without settings: what the operator has set for real nodes must not steer the show. */
    List<String> command(String name) {
        List<String> command = program(scratch);
        command.addAll(List.of("--node", name, "--election", election, "--cluster", cluster.value()));
        command.addAll(List.of("--lease", timing.lease().toMillis() + "ms"));
        return command;
    }

    /** A node that tells what happens to who has started it. */
    static List<String> program(Path scratch) {
        List<String> command = java(scratch, PrimusMain.class);
        command.addAll(List.of("node", "--no-config"));
        command.addAll(List.of("--events", "ndjson", "--stop-at-eof", "--quiet"));
        // It would outlive a node that the show kills.
        command.addAll(List.of("--control-socket", "none"));
        return command;
    }

    static List<String> java(Path scratch, Class<?> main) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx96m"));
        // A killed JVM cleans nothing up, so what it writes besides the store goes where we clean up.
        command.add("-XX:-UsePerfData");
        command.add("-Dorg.sqlite.tmpdir=" + scratch);
        command.add("-Djava.io.tmpdir=" + scratch);
        if (Runtime.version().feature() >= NATIVE_ACCESS_SINCE) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }

    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        environment.put("PRIMUS_STORE", store.reveal());
        if (credentials.user() != null) {
            environment.put("PRIMUS_STORE_USER", credentials.user());
        }
        if (credentials.password() != null) {
            environment.put("PRIMUS_STORE_PASSWORD", credentials.password());
        }
        return environment;
    }
}
