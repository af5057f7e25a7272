package dev.primus.nemesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.primus.cluster.ballot.MemberKey;
import dev.primus.cluster.ballot.NodeKey;
import dev.primus.core.Availability;
import dev.primus.core.NodeName;
import dev.primus.core.ballot.score.Capability;
import dev.primus.nemesis.Journal.Held;
import dev.primus.server.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;

/** Where processes meet that have no store: each on a port of its own, on this host or on hosts of a network of its own. */
final class PeerArena implements AutoCloseable {
    static final String ELECTION = "coordinator";

    /** What a busy machine may add to any bound. */
    static final Duration SLACK = Duration.ofSeconds(20);

    private final Path folder;
    private final Map<String, String> addresses = new LinkedHashMap<>();
    private final Map<String, List<String>> hosts = new LinkedHashMap<>();
    private final List<Child> children = new ArrayList<>();
    private final Availability policy;
    private boolean fast;
    private boolean votes;
    private String weights = "";
    private String timeout = "";
    private long takeoverMillis = 1000;

    PeerArena(Path folder, Availability policy) {
        this.folder = folder;
        this.policy = policy;
    }

    PeerArena takeoverDelay(long millis) {
        takeoverMillis = millis;
        return this;
    }

    PeerArena fast() {
        fast = true;
        takeoverMillis = 100;
        return this;
    }

    /** The nodes vote for the fittest, and sign what they say. To be said when all of them are known. */
    PeerArena byBallot() throws IOException {
        return byBallot(Map.of());
    }

    /** @param gifted who can do more than to lead, and what: the members file vouches for it */
    PeerArena byBallot(Map<String, List<Capability>> gifted) throws IOException {
        votes = true;
        StringBuilder members = new StringBuilder();
        for (String node : addresses.keySet()) {
            NodeKey key = NodeKey.generate();
            key.write(folder.resolve(node + ".pem"));
            members.append(MemberKey.of(
                                    new NodeName(node),
                                    key,
                                    gifted.getOrDefault(node, List.of(Capability.ADMIN_ELECTION)))
                            .line())
                    .append('\n');
        }
        Path file = folder.resolve("members");
        Files.writeString(file, members);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        return this;
    }

    /** Those who vote wait for each other for longer, so that who wins is not a matter of which process gets a processor. */
    PeerArena patient() {
        timeout = "4000";
        return this;
    }

    /** Who has the most processor and memory to spare leads, and nothing else counts. */
    PeerArena byResourcesAlone() {
        weights = PeerContender.RESOURCES;
        return this;
    }

    /** Nodes of this host, each on a port that was free a moment ago. */
    PeerArena local(String... nodes) throws IOException {
        for (String node : nodes) {
            addresses.put(node, "127.0.0.1:" + FreePort.next());
        }
        return this;
    }

    /** The same, each bound to processors of its own as far as they go, as a scheduler of containers does it. */
    PeerArena localOnProcessors(String... nodes) throws IOException {
        local(nodes);
        int processors = Runtime.getRuntime().availableProcessors();
        for (int i = 0; i < nodes.length; i++) {
            hosts.put(nodes[i], List.of("taskset", "--cpu-list", Integer.toString(i % processors)));
        }
        return this;
    }

    /** A node elsewhere. */
    PeerArena remote(String node, String address, List<String> on) {
        addresses.put(node, address);
        hosts.put(node, on);
        return this;
    }

    List<Child> startAll() throws IOException {
        return start(addresses.keySet().toArray(String[]::new));
    }

    List<Child> start(String... nodes) throws IOException {
        List<Child> started = new ArrayList<>();
        for (String node : nodes) {
            started.add(spawn(node, true));
        }
        started.forEach(child -> until(child + " takes part", Duration.ofSeconds(60), child::isUp));
        return started;
    }

    Child spawn(String node, boolean eligible) throws IOException {
        String label = node + "-" + (children.size() + 1);
        PeerContenderSettings settings = new PeerContenderSettings(
                node,
                addresses.get(node),
                String.join(",", addresses.values()),
                addresses.size(),
                policy,
                fast,
                takeoverMillis,
                eligible,
                ELECTION,
                votes,
                folder.resolve(label + ".journal"));
        Child child = new Child(
                node,
                label,
                settings.journal(),
                hosts.getOrDefault(node, List.of()),
                PeerContender.class,
                settings.toArguments(),
                Map.of(PeerContender.WEIGHTS, weights, PeerContender.TIMEOUT, timeout));
        children.add(child);
        return child;
    }

    List<Child> children() {
        return children;
    }

    /** A claim, and whose it is. */
    record Led(Child by, Held sample) {}

    Led awaitLeader(long since, Predicate<Child> of) {
        until("somebody leads", SLACK, () -> firstClaim(since, of).isPresent());
        return firstClaim(since, of).orElseThrow();
    }

    Led awaitLeader() {
        return awaitLeader(System.nanoTime(), any -> true);
    }

    private Optional<Led> firstClaim(long since, Predicate<Child> of) {
        return children.stream()
                .filter(of)
                .flatMap(child ->
                        child.heldSince(ELECTION, since).stream().limit(1).map(held -> new Led(child, held)))
                .min((one, other) ->
                        Long.compare(one.sample().before(), other.sample().before()));
    }

    /** Those who have said within this time that they lead. */
    List<Child> leadingSince(long since) {
        return children.stream()
                .filter(child -> !child.heldSince(ELECTION, since).isEmpty())
                .toList();
    }

    /** Exactly one leads, and goes on doing so for a while. */
    Child awaitOne() {
        return awaitOne(any -> true, 0);
    }

    /** The same among these; what others believe is not asked. */
    Child awaitOneOf(Predicate<Child> these) {
        return awaitOne(these, 0);
    }

    /** The same in a term above that one: when sides have met, whoever is to go on does so for a moment in its old term. */
    Child awaitOneAbove(long token) {
        return awaitOne(any -> true, token);
    }

    private Child awaitOne(Predicate<Child> among, long token) {
        long[] begun = {System.nanoTime()};
        until("exactly one leads for a second, above token " + token, SLACK.plus(SLACK), () -> {
            long now = System.nanoTime();
            List<Led> claims = claimsSince(Math.max(begun[0], now - 1_000_000_000L), among);
            if (claims.stream().map(Led::by).distinct().count() > 1
                    || claims.stream().anyMatch(led -> led.sample().token() <= token)) {
                begun[0] = now;
            }
            return now - begun[0] > 1_000_000_000L && !claims.isEmpty();
        });
        return claimsSince(System.nanoTime() - 1_000_000_000L, among).get(0).by();
    }

    private List<Led> claimsSince(long since, Predicate<Child> among) {
        return children.stream()
                .filter(among)
                .flatMap(child -> child.heldSince(ELECTION, since).stream().map(held -> new Led(child, held)))
                .toList();
    }

    void until(String what, Duration most, Callable<Boolean> holds) {
        try {
            await(what).atMost(most).pollInterval(Duration.ofMillis(10)).until(holds);
        } catch (ConditionTimeoutException e) {
            StringBuilder words = new StringBuilder(String.valueOf(e.getMessage()));
            children.forEach(child -> words.append('\n').append(child.describe()));
            throw new AssertionError(words.toString(), e);
        }
    }

    Journals history() {
        return new Journals(children.stream().map(Child::journal).toList());
    }

    /** Duties of one name never ran on two nodes at the same time. */
    void checkDutiesAlone() {
        record Span(String process, String duty, long from, long to) {}
        List<Span> spans = new ArrayList<>();
        for (Child child : children) {
            Map<String, Journal.Duty> open = new LinkedHashMap<>();
            for (Journal.Duty duty : child.journal().duties()) {
                if (duty.began()) {
                    open.put(duty.name() + duty.token(), duty);
                } else {
                    Journal.Duty begun = open.remove(duty.name() + duty.token());
                    spans.add(new Span(child.toString(), duty.name(), begun.nanos(), duty.nanos()));
                }
            }
        }
        for (Span one : spans) {
            for (Span other : spans) {
                boolean overlap = !one.process().equals(other.process())
                        && one.duty().equals(other.duty())
                        && one.from() < other.to()
                        && other.from() < one.to();
                assertThat(overlap).as("%s beside %s", one, other).isFalse();
            }
        }
    }

    @Override
    public void close() {
        children.forEach(Child::close);
    }
}
