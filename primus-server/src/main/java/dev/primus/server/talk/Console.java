package dev.primus.server.talk;

import dev.primus.server.settings.Settings;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;

/**
 * Everything a command has of the world around it: where data and talk go, the environment, the wall clock for display.
 * Data goes to {@link #out()}, talk to {@link #err()}; neither lets a secret through.
 */
public final class Console implements AutoCloseable {
    private final Secrets secrets = new Secrets();
    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;
    private final InstantSource clock;
    private final ZoneId zone;
    private Settings settings = Settings.NONE;
    private boolean quiet;
    private boolean verbose;
    private boolean noColor;

    public Console(
            Map<String, String> environment, OutputStream out, OutputStream err, InstantSource clock, ZoneId zone) {
        this.environment = Map.copyOf(environment);
        this.out = MaskedStream.over(out, Secrets::maskUrls);
        this.err = MaskedStream.over(err, secrets::mask);
        this.clock = clock;
        this.zone = zone;
    }

    public void quiet(boolean on) {
        quiet = on;
    }

    public void verbose(boolean on) {
        verbose = on;
    }

    public boolean isVerbose() {
        return verbose;
    }

    public void noColor(boolean on) {
        noColor = on;
    }

    public PrintStream out() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    /** Says what is going on, unless the user asked for quiet. */
    public void say(String line) {
        if (!quiet) {
            err.println(line);
        }
    }

    /** Lets out what is still held back. */
    @Override
    public void close() {
        out.close();
        err.close();
    }

    public Terminal terminal() {
        return Terminal.of(environment, noColor);
    }

    public Secrets secrets() {
        return secrets;
    }

    /** What environment and file say, once they have been read. */
    public Settings settings() {
        return settings;
    }

    public void settings(Settings read) {
        settings = read;
    }

    public Map<String, String> environment() {
        return environment;
    }

    public InstantSource clock() {
        return clock;
    }

    public ZoneId zone() {
        return zone;
    }
}
