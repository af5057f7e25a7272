package dev.primus.server.duties.health;

import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.feed.FeedKind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What looks at the cluster, one after the other, mean. Reads no clock. A node that comes back as the same incarnation
 * has not died: it was cut off, and that is a partition seen. For one thread.
 */
final class HealthWatch {
    /** After that a node that is down is taken for one that was dismissed. */
    static final Duration FORGET = Duration.ofHours(1);

    private final int expected;
    private final Map<NodeName, Seen> nodes = new TreeMap<>();
    private boolean begun;
    private boolean healthy = true;
    private HealthReport report = new HealthReport(List.of(), List.of(), 0);

    private record Seen(NodeId id, boolean up, long since) {}

    /** Something to be told. */
    record News(FeedKind kind, Map<String, String> details) {}

    /** @param expected how many nodes there should be; 0 if nobody said */
    HealthWatch(int expected) {
        this.expected = expected;
    }

    List<News> look(Look look, long now) {
        List<News> news = new ArrayList<>();
        if (look.trouble().isEmpty()) {
            look.left()
                    .forEach(node -> nodes.computeIfPresent(
                            node.name(), (name, seen) -> seen.id().equals(node) ? null : seen));
            Set<NodeName> present = look.up().stream().map(NodeId::name).collect(Collectors.toSet());
            look.up().forEach(node -> up(node, now, news));
            look.down().stream()
                    .filter(node -> !present.contains(node.name()))
                    .forEach(node -> nodes.putIfAbsent(node.name(), new Seen(node, !begun, now)));
            List.copyOf(nodes.values()).stream()
                    .filter(seen -> !present.contains(seen.id().name()))
                    .forEach(seen -> down(seen, now, news));
            nodes.values().removeIf(seen -> !seen.up() && now - seen.since() > FORGET.toMillis());
            begun = true;
        }
        judge(look, now, news);
        return news;
    }

    private void up(NodeId node, long now, List<News> news) {
        Seen before = nodes.get(node.name());
        if (before != null && before.up() && before.id().equals(node)) {
            return;
        }
        nodes.put(node.name(), new Seen(node, true, now));
        if (begun) {
            news.add(new News(FeedKind.NODE_UP, Map.of("which", node.toString())));
        }
        if (before != null && !before.up() && before.id().equals(node)) {
            news.add(new News(
                    FeedKind.PARTITION_SEEN,
                    Map.of("which", node.toString(), "millis", Long.toString(now - before.since()))));
        }
    }

    private void down(Seen seen, long now, List<News> news) {
        if (seen.up()) {
            nodes.put(seen.id().name(), new Seen(seen.id(), false, now));
            news.add(new News(FeedKind.NODE_DOWN, Map.of("which", seen.id().toString())));
        }
    }

    private void judge(Look look, long now, List<News> news) {
        List<String> reasons = new ArrayList<>();
        if (!look.trouble().isEmpty()) {
            reasons.add("nobody can be asked: " + look.trouble());
        }
        nodes.values().stream()
                .filter(seen -> !seen.up())
                .forEach(seen -> reasons.add("%s is down since %s".formatted(seen.id(), iso(seen.since()))));
        long up = nodes.values().stream().filter(Seen::up).count();
        if (up < expected && look.trouble().isEmpty()) {
            reasons.add("%d of %d nodes are up".formatted(up, expected));
        }
        report = new HealthReport(
                reasons,
                nodes.values().stream()
                        .map(seen -> new HealthReport.Standing(seen.id().toString(), seen.up(), seen.since()))
                        .toList(),
                now);
        if (report.isHealthy() != healthy) {
            healthy = report.isHealthy();
            news.add(verdict());
        }
    }

    /** How it stands, as something to be told. */
    News verdict() {
        long up = report.nodes().stream().filter(HealthReport.Standing::up).count();
        String counted = Long.toString(up);
        return report.isHealthy()
                ? new News(FeedKind.CLUSTER_HEALTHY, Map.of("up", counted))
                : new News(
                        FeedKind.CLUSTER_DEGRADED, Map.of("up", counted, "why", String.join("; ", report.reasons())));
    }

    HealthReport report() {
        return report;
    }

    private static String iso(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
