package dev.primus.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** {@code Bench [handover|crash|rest|many|registry|ballot|planner|jmh|all] [sqlite|postgresql|mariadb …]}: prints tables in Markdown. */
public final class Bench {
    private static final Set<String> PARTS =
            Set.of("handover", "crash", "rest", "many", "registry", "ballot", "planner", "jmh", "all");

    private Bench() {}

    public static void main(String[] args) throws Exception {
        String part = args.length == 0 ? "all" : args[0];
        if (!PARTS.contains(part)) {
            System.err.println("no part '" + part + "': allowed is " + PARTS);
            System.exit(2);
        }
        List<String> kinds = new ArrayList<>(List.of(args).subList(Math.min(1, args.length), args.length));
        if (part.equals("registry") || part.equals("all")) {
            AmongPeers.measure();
        }
        if (part.equals("ballot") || part.equals("all")) {
            AtThePolls.measure();
            Hustings.measure(part.equals("all") ? List.of() : kinds);
        }
        if (part.equals("planner") || part.equals("all")) {
            Planners.measure();
        }
        if (Set.of("registry", "ballot", "planner").contains(part)) {
            System.exit(0);
        }
        if (kinds.isEmpty()) {
            kinds.addAll(List.of("sqlite", "postgresql", "mariadb"));
        }
        if (part.equals("jmh") || part.equals("all")) {
            new Runner(new OptionsBuilder()
                            .include(IsHeldBenchmark.class.getSimpleName())
                            .build())
                    .run();
        }
        for (String kind : kinds) {
            try (Server server = Server.start(kind)) {
                runOn(server, part);
            }
        }
        if (part.equals("handover") || part.equals("all")) {
            HandOver.peers();
        }
        if (part.equals("rest") || part.equals("all")) {
            Rest.peers();
        }
        System.exit(0);
    }

    private static void runOn(Server server, String part) throws Exception {
        boolean all = part.equals("all");
        if (all || part.equals("handover")) {
            HandOver.measure(server);
        }
        if (all || part.equals("crash")) {
            Crash.measure(server);
        }
        if (all || part.equals("rest")) {
            Rest.measure(server);
        }
        if (all || part.equals("many")) {
            Many.measure(server);
        }
    }
}
