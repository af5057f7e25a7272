package dev.primus.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Loopback ports for servers that tests start. They lie below Linux's default range for outgoing connections (32768 and
 * up): a port of that range can be taken by a client between the choice and the start of the server, even by a peer that
 * tries to reach the server.
 */
public final class FreePort {
    private static final int FIRST = 20_000;
    private static final int COUNT = 12_000;
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    private FreePort() {}

    /** @return a port that nobody listens on; each call gives another one */
    public static int next() throws IOException {
        for (int tries = 0; tries < COUNT; tries++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return probe.getLocalPort();
            } catch (BindException taken) {
                // Another process has it.
            }
        }
        throw new IOException("no free port from %d to %d".formatted(FIRST, FIRST + COUNT - 1));
    }
}
