package dev.primus.server.duties.polls;

import dev.primus.core.NodeId;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Three nodes that may coordinate and two pollers, in a network that loses, repeats and delays, with one coordinator at
 * a time, and former ones that do not know it yet. All chance comes from one seed.
 */
final class SimulatedPolls {
    static final List<Schedule> SCHEDULES = List.of(
            new Schedule("fast", Duration.ofSeconds(1), Duration.ofMillis(600), URI.create("tcp://a:1")),
            new Schedule("slow", Duration.ofSeconds(3), Duration.ofSeconds(2), URI.create("http://a/")));
    private static final int NEEDED = 2;

    private final Random random;
    private final Map<String, Host> hosts = new TreeMap<>();
    private final PriorityQueue<Mail> network = new PriorityQueue<>();
    private final List<Zombie> zombies = new ArrayList<>();
    final Map<RunKey, List<String>> executed = new HashMap<>();
    private double loss = 0.1;
    private long now = 1_700_000_000_000L;
    private long order;
    private long tokens;
    private int starts;
    private Host leader;
    private PollTerm term;

    private record Mail(long at, long order, Runnable arrives) implements Comparable<Mail> {
        @Override
        public int compareTo(Mail other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private record Zombie(Host host, NodeId id, PollTerm term, long until) {}

    private static final class Host {
        private final String name;
        private final PollMessage.Role role;
        private PollMember member;
        private boolean up = true;

        Host(String name, PollMessage.Role role) {
            this.name = name;
            this.role = role;
        }

        NodeId id() {
            return member.self();
        }
    }

    SimulatedPolls(long seed) {
        random = new Random(seed);
        for (String name : List.of("core-1", "core-2", "core-3")) {
            start(new Host(name, new PollMessage.Role(true, false)));
        }
        for (String name : List.of("poller-1", "poller-2")) {
            start(new Host(name, new PollMessage.Role(false, true)));
        }
    }

    private void start(Host host) {
        starts++;
        host.member = new PollMember(NodeId.of(host.name, "%04d".formatted(starts)), host.role);
        host.up = true;
        hosts.put(host.name, host);
    }

    List<Run> book() {
        return term.orchestrator().book().all();
    }

    /** A while with everything that can happen, then a quiet end. */
    void play(Duration storm) {
        long end = now + storm.toMillis();
        while (now < end) {
            step();
            if (leader == null) {
                if (random.nextInt(60) == 0) {
                    elect();
                }
            } else if (random.nextInt(300) == 0) {
                change();
            } else if (random.nextInt(400) == 0) {
                crashPoller();
            }
            if (random.nextInt(100) == 0) {
                hosts.values().stream().filter(host -> !host.up).findFirst().ifPresent(this::rejoin);
            }
        }
        loss = 0;
        hosts.values().stream().filter(host -> !host.up).toList().forEach(this::rejoin);
        if (leader == null) {
            elect();
        }
        long quiet = now + 10_000;
        while (now < quiet) {
            step();
        }
    }

    private void rejoin(Host host) {
        start(host);
        view();
    }

    private void elect() {
        List<Host> voters = hosts.values().stream()
                .filter(host -> host.up && host.role.voter())
                .toList();
        leader = voters.get(random.nextInt(voters.size()));
        term = new PollTerm(++tokens, leader.id(), SCHEDULES, null, NEEDED, 1_000, 1_500);
        view();
    }

    private void view() {
        if (leader != null) {
            carryOut(leader.id(), term.viewed(inView(), now));
        }
    }

    private Set<NodeId> inView() {
        return hosts.values().stream()
                .filter(host -> host.up)
                .map(Host::id)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void change() {
        Host former = leader;
        boolean maySpare = term.isSpread() && hosts.values().stream().allMatch(host -> host.up);
        switch (random.nextInt(3)) {
            case 0 -> zombies.add(new Zombie(former, former.id(), term, now + random.nextInt(5_000)));
            case 1 -> {
                if (maySpare) {
                    former.up = false;
                }
            }
            default -> {}
        }
        leader = null;
    }

    private void crashPoller() {
        hosts.values().stream()
                .filter(host -> host.up && host.role.poller())
                .findAny()
                .ifPresent(host -> {
                    host.up = false;
                    view();
                });
    }

    private void step() {
        now += 10;
        while (!network.isEmpty() && network.peek().at() <= now) {
            network.poll().arrives().run();
        }
        for (Host host : hosts.values()) {
            if (host.up) {
                carryOut(host.id(), host.member.tick(now));
            }
        }
        zombies.removeIf(zombie -> now >= zombie.until() || !zombie.host().up || !isSame(zombie.host(), zombie.id()));
        zombies.forEach(zombie -> carryOut(zombie.id(), zombie.term().tick(now)));
        if (leader != null && now >= term.wakeAt(now)) {
            carryOut(leader.id(), term.tick(now));
        }
    }

    private static boolean isSame(Host host, NodeId id) {
        return host.id().equals(id);
    }

    private void carryOut(NodeId from, List<Deed> deeds) {
        deeds.forEach(deed -> deed.by(new Deed.Doer() {
            @Override
            public void keep(Deed.Keep keep) {
                throw new AssertionError("there is no store here: " + keep);
            }

            @Override
            public void tell(Deed.Tell tell) {
                send(from, tell);
            }

            @Override
            public void check(Deed.Check check) {
                execute(from, check.order());
            }
        }));
    }

    private void send(NodeId from, Deed.Tell tell) {
        int copies = random.nextDouble() < loss ? 0 : random.nextInt(20) == 0 ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            long delay = random.nextInt(20) == 0 ? random.nextInt(3_000) : random.nextInt(50);
            later(delay, () -> deliver(from, tell));
        }
    }

    private void later(long delay, Runnable what) {
        network.add(new Mail(now + delay, order++, what));
    }

    private void deliver(NodeId from, Deed.Tell tell) {
        Host host = hosts.get(tell.to().name().value());
        if (!host.up || !isSame(host, tell.to())) {
            return;
        }
        carryOut(tell.to(), host.member.heard(from, tell.message(), now));
        if (host == leader) {
            carryOut(tell.to(), term.heard(from, tell.message(), now));
        }
        zombies.stream()
                .filter(zombie -> zombie.id().equals(tell.to()))
                .toList()
                .forEach(zombie -> carryOut(tell.to(), zombie.term().heard(from, tell.message(), now)));
    }

    private void execute(NodeId node, PollMessage.Order what) {
        executed.computeIfAbsent(what.key(), key -> new ArrayList<>()).add(node.toString());
        Host host = hosts.get(node.name().value());
        later(random.nextInt(3) == 0 ? what.timeoutMillis() : random.nextInt(300), () -> {
            if (host.up && isSame(host, node)) {
                boolean good = random.nextInt(5) > 0;
                carryOut(
                        node, host.member.checked(new PollMessage.Result(what.key(), good, good ? "200" : "500"), now));
            }
        });
    }
}
