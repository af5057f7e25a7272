package dev.primus.testkit.net;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network of its own: a bridge and as many hosts, each a network namespace with a cable that can be pulled, and with
 * ways to the others that can be lost one by one, in one direction. Names carry this process's id, so that several can
 * exist at once; all is gone after {@link #close()}.
 */
public final class NetLab implements AutoCloseable {
    private static final AtomicInteger COUNT = new AtomicInteger();
    /** A hardware address that no host has. */
    private static final String NOBODY = "02:00:00:00:00:ff";

    private final String prefix =
            "p" + ProcessHandle.current().pid() % 1_000_000 + (char) ('a' + COUNT.getAndIncrement() % 26);
    private final int hosts;

    private NetLab(int hosts) {
        this.hosts = hosts;
    }

    /** @throws UnsupportedOperationException where namespaces are not permitted, saying why */
    public static NetLab of(int hosts) {
        NetLab lab = new NetLab(hosts);
        String trouble = lab.run("ip", "link", "add", lab.prefix + "b", "type", "bridge");
        if (trouble.isEmpty()) {
            trouble = lab.run("ip", "netns", "add", lab.prefix + "x");
            lab.run("ip", "netns", "del", lab.prefix + "x");
        }
        if (!trouble.isEmpty()) {
            lab.close();
            throw new UnsupportedOperationException(
                    "network namespaces are not permitted here (they need root and iproute2): " + trouble);
        }
        lab.build();
        return lab;
    }

    private void build() {
        must("ip", "link", "set", prefix + "b", "up");
        for (int host = 0; host < hosts; host++) {
            String space = prefix + host;
            must("ip", "netns", "add", space);
            must("ip", "link", "add", cable(host), "type", "veth", "peer", "name", "e0", "netns", space);
            must("ip", "link", "set", cable(host), "master", prefix + "b", "up");
            must("ip", "-n", space, "link", "set", "lo", "up");
            must("ip", "-n", space, "addr", "add", ip(host) + "/24", "dev", "e0");
            must("ip", "-n", space, "link", "set", "e0", "up");
        }
    }

    /** What comes before a command for it to run on that host. */
    public List<String> on(int host) {
        return List.of("ip", "netns", "exec", prefix + host);
    }

    /** Pulls the cable of a host. */
    public void cut(int host) {
        must("ip", "link", "set", cable(host), "down");
    }

    /** Plugs it in again. */
    public void heal(int host) {
        must("ip", "link", "set", cable(host), "up");
    }

    /**
     * What one host sends to the other is lost from now on, silently, as on a real wire; the way back is untouched. It goes
     * out to a hardware address that nobody has, which needs neither a firewall nor a kernel module.
     */
    public void lose(int from, int to) {
        must("ip", "-n", prefix + from, "neigh", "replace", ip(to), "lladdr", NOBODY, "dev", "e0", "nud", "permanent");
    }

    /** Arrives again. Only for a way that was lost. */
    public void deliver(int from, int to) {
        must("ip", "-n", prefix + from, "neigh", "del", ip(to), "dev", "e0");
    }

    private String cable(int host) {
        return prefix + "h" + host;
    }

    /** The address of a host. */
    public static String ip(int host) {
        return "10.77.0." + (host + 1);
    }

    private void must(String... command) {
        String trouble = run(command);
        if (!trouble.isEmpty()) {
            throw new IllegalStateException(Arrays.toString(command) + ": " + trouble);
        }
    }

    /** Empty if it went well. */
    private String run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                return "takes too long";
            }
            return process.exitValue() == 0 ? "" : said + " (exit " + process.exitValue() + ")";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    @Override
    public void close() {
        for (int host = 0; host < hosts; host++) {
            run("ip", "netns", "del", prefix + host);
            run("ip", "link", "del", cable(host));
        }
        run("ip", "link", "del", prefix + "b");
    }
}
