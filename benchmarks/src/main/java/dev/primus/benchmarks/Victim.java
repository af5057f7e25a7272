package dev.primus.benchmarks;

import dev.primus.Change;
import dev.primus.Primus;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A process that leads a number of elections until it is killed. */
final class Victim implements AutoCloseable {
    private final Process process;

    private Victim(Process process) {
        this.process = process;
    }

    /** Starts one and returns once it leads them all. */
    static Victim start(String url, String cluster, int elections) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        url,
                        cluster,
                        Integer.toString(elections))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.equals("leads")) {
                return new Victim(process);
            }
        }
        throw new IllegalStateException("the victim died before it led");
    }

    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[2]);
        CountDownLatch granted = new CountDownLatch(count);
        Primus.Builder node = Primus.builder().node("victim").cluster(args[1]);
        Primus primus = (args[0].startsWith("peers,")
                        ? PeerGround.parse(args[0], node)
                        : node.store(Server.store(args[0])))
                .build();
        for (int i = 0; i < count; i++) {
            primus.election("bench/" + i)
                    .onChange(change -> {
                        if (change instanceof Change.Granted) {
                            granted.countDown();
                        }
                    })
                    .join();
        }
        granted.await();
        System.out.println("leads");
        Thread.sleep(Duration.ofMinutes(10).toMillis());
        primus.close();
    }
}
