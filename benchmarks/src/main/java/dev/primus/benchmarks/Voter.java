package dev.primus.benchmarks;

import dev.primus.Change;
import dev.primus.Primus;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** A process that votes and stands, tells what it sees on its standard output, and ends when its standard input does. */
final class Voter implements AutoCloseable {

    /** What a voter has told: a word for what it is, and numbers. */
    record Told(int voter, String what, long[] numbers) {}

    private final int number;
    private final Process process;

    private Voter(int number, Process process) {
        this.number = number;
        this.process = process;
    }

    static Voter start(BallotGround ground, int number, BlockingQueue<Told> ear) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Voter.class.getName(),
                        ground.words(),
                        Integer.toString(number))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Thread reader = new Thread(() -> read(process, number, ear), "voter-" + number);
        reader.setDaemon(true);
        reader.start();
        return new Voter(number, process);
    }

    private static void read(Process process, int number, BlockingQueue<Told> ear) {
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        try {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                String[] words = line.split(" ");
                long[] numbers = new long[words.length - 1];
                for (int i = 1; i < words.length; i++) {
                    numbers[i - 1] = Long.parseLong(words[i]);
                }
                ear.add(new Told(number, words[0], numbers));
            }
        } catch (IOException e) {
            // It was killed, which is what it is for.
        }
    }

    int number() {
        return number;
    }

    /** As {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] args) throws Exception {
        BallotGround ground = BallotGround.parse(args[0]);
        int number = Integer.parseInt(args[1]);
        Primus primus = ground.under(
                        Primus.builder().node(BallotGround.name(number)).cluster("ballot"), number)
                .build();
        Tap tap = ground.tap();
        primus.ballotOffice().orElseThrow().onElectionComplete(report -> {
            if (report.winner() == null) {
                say("failed " + report.took().toNanos() / 1000);
            } else if (report.winner().leader().equals(primus.id())) {
                say("elected " + report.winner().token() + " " + report.took().toNanos() / 1000 + " "
                        + report.candidates().size());
            }
        });
        primus.peers().orElseThrow().onView(view -> say("view " + view.members().size()));
        primus.election("bench/0").onChange(change -> heard(change, tap)).join();
        while (System.in.read() >= 0) {
            // Whoever started this process has nothing to say but that it is still there.
        }
        Runtime.getRuntime().halt(0);
    }

    private static void heard(Change change, Tap tap) {
        if (change instanceof Change.Granted granted) {
            long now = Tap.micros();
            say("granted " + granted.leadership().token() + " " + now + " " + tap.moments());
        } else if (change instanceof Change.LeaderChanged changed && changed.leader() != null) {
            say("follows " + changed.leader().term().token());
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
    }
}
