package dev.primus.nemesis;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Bad weather: one mishap after the other, drawn from a seed, every other one to whoever leads. The seed decides what is
 * drawn; when it strikes is up to the machine, so a seed shows the kind of weather and does not replay it.
 */
final class Storm {
    private enum Mishap {
        KILL,
        TERM,
        PAUSE,
        LONG_PAUSE,
        RESIGN,
        CUT_OFF
    }

    /** A wire that is to be mended, and when. */
    private record Mend(long at, Proxy wire) {}

    private static final Duration JUST_NOW = Duration.ofMillis(50);

    private final Arena arena;
    private final List<Mend> mends = new ArrayList<>();
    private final Random chance;
    private final Map<Mishap, Integer> counts = new EnumMap<>(Mishap.class);
    private final List<Child> crew;
    private final Map<Child, Long> stoppedUntil = new HashMap<>();

    Storm(Arena arena, long seed) {
        this.arena = arena;
        this.chance = new Random(seed);
        this.crew = new ArrayList<>(arena.children());
    }

    void rage(Duration length) throws IOException, InterruptedException {
        long until = System.nanoTime() + length.toNanos();
        while (System.nanoTime() < until) {
            resumeThoseDue();
            int who = chance.nextBoolean() ? leader() : chance.nextInt(crew.size());
            Child victim = crew.get(who);
            if (!victim.isAlive()) {
                crew.set(who, arena.spawn(victim.node()));
            } else if (victim.hasBegun() && !stoppedUntil.containsKey(victim)) {
                befall(victim, Mishap.values()[chance.nextInt(Mishap.values().length)]);
            }
            Thread.sleep(100 + chance.nextInt(900));
        }
    }

    private int leader() {
        long justNow = System.nanoTime() - JUST_NOW.toNanos();
        for (int i = 0; i < crew.size(); i++) {
            if (!crew.get(i).heldSince(arena.election(), justNow).isEmpty()) {
                return i;
            }
        }
        return chance.nextInt(crew.size());
    }

    private void befall(Child victim, Mishap mishap) throws IOException, InterruptedException {
        counts.merge(mishap, 1, Integer::sum);
        switch (mishap) {
            case KILL -> victim.kill9();
            case TERM -> victim.term();
            case PAUSE -> stop(victim, arena.lease().dividedBy(4));
            case LONG_PAUSE -> stop(victim, longPause());
            case RESIGN -> askToResign(victim);
            case CUT_OFF -> cutOff(victim);
        }
    }

    /** Those on a network lose it for a while; on a file there is none, so that is a quiet moment. */
    private void cutOff(Child victim) {
        arena.proxyOf(victim.node()).ifPresent(wire -> {
            wire.blackHole();
            mends.add(new Mend(System.nanoTime() + longPause().toNanos(), wire));
        });
    }

    private Duration longPause() {
        return arena.lease().multipliedBy(3).dividedBy(2);
    }

    private static void askToResign(Child victim) throws IOException {
        try {
            victim.say("resign");
        } catch (IOException e) {
            if (victim.isAlive()) {
                throw e;
            }
        }
    }

    private void stop(Child victim, Duration span) throws IOException, InterruptedException {
        victim.stop();
        stoppedUntil.put(victim, System.nanoTime() + span.toNanos());
    }

    private void resumeThoseDue() throws IOException, InterruptedException {
        mends.removeIf(mend -> {
            boolean due = System.nanoTime() >= mend.at();
            if (due) {
                mend.wire().open();
            }
            return due;
        });
        for (Child child : crew) {
            Long until = stoppedUntil.get(child);
            if (until != null && System.nanoTime() >= until) {
                stoppedUntil.remove(child);
                child.cont();
            }
        }
    }

    /** The last fault is over: all run, and nobody is away. */
    void calm() throws IOException, InterruptedException {
        mends.forEach(mend -> mend.wire().open());
        for (Child child : List.copyOf(stoppedUntil.keySet())) {
            child.cont();
        }
        for (int i = 0; i < crew.size(); i++) {
            Child child = crew.get(i);
            if (!child.isAlive()) {
                crew.set(i, arena.spawn(child.node()));
            }
        }
    }

    @Override
    public String toString() {
        return counts.toString();
    }
}
