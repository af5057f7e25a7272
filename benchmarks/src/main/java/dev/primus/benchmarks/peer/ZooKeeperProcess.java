package dev.primus.benchmarks.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.test.TestingServer;

/** A ZooKeeper server in a process of its own, so that its CPU is not taken for its clients'. */
final class ZooKeeperProcess implements AutoCloseable {
    private static final Pattern RECEIVED = Pattern.compile("Received: (\\d+)");

    private final Process process;
    private final String address;

    private ZooKeeperProcess(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    static ZooKeeperProcess start() {
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Dzookeeper.admin.enableServer=false",
                            "-cp",
                            System.getProperty("java.class.path"),
                            ZooKeeperProcess.class.getName())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith("serves ")) {
                    return new ZooKeeperProcess(process, line.substring("serves ".length()));
                }
            }
            throw new IllegalStateException("ZooKeeper did not start");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    String address() {
        return address;
    }

    /** Packets received so far, by the server's own count. */
    long received() throws IOException {
        int colon = address.lastIndexOf(':');
        try (Socket socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))) {
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            Matcher found = RECEIVED.matcher(answer);
            if (!found.find()) {
                throw new IOException("no count in: " + answer);
            }
            return Long.parseLong(found.group(1));
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] args) throws Exception {
        try (TestingServer server = new TestingServer()) {
            System.out.println("serves " + server.getConnectString());
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
