package dev.primus.nemesis;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes this very process busy: a thread that never rests for each processor it may use, and most of its heap held. Ends by
 * itself after a while, whatever becomes of who wanted it.
 */
final class RealLoad {
    private static final long MOST_NANOS = 90_000_000_000L;
    private static final int PIECE = 1 << 20;

    private final List<byte[]> held = new ArrayList<>();
    private volatile long until;

    void begin() {
        until = System.nanoTime() + MOST_NANOS;
        long most = Runtime.getRuntime().maxMemory() * 7 / 10;
        while ((long) held.size() * PIECE < most) {
            held.add(new byte[PIECE]);
        }
        // So that it is known now, and not when the heap is full for the next time.
        System.gc();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Thread burner = new Thread(this::burn, "load-" + i);
            burner.setDaemon(true);
            burner.start();
        }
    }

    private void burn() {
        long spent = 0;
        while (System.nanoTime() - until < 0) {
            spent += Long.bitCount(spent + 1);
        }
        System.err.println("load ends after " + spent);
    }

    void end() {
        until = System.nanoTime();
        held.clear();
        System.gc();
    }
}
