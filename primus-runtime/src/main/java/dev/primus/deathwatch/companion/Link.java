package dev.primus.deathwatch.companion;

import dev.primus.deathwatch.vigil.Frames;
import dev.primus.deathwatch.vigil.Message;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** One companion: its process, and the pipe to it. */
public final class Link {
    /** A companion needs none of what a JVM may have been asked to load or to be. */
    private static final Set<String> JVM_OPTIONS = Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final String SETTINGS = "PRIMUS_";

    /** By this an outer {@code primus run} finds the processes of its program, this companion among them. */
    private static final String RUN_ID = "PRIMUS_RUN_ID";

    private final Process process;
    private final OutputStream pipe;

    private Link(Process process) {
        this.process = process;
        this.pipe = process.getOutputStream();
    }

    public static Link start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(Link::isNotForACompanion);
        // What it does after our death is for whoever reads what we used to say.
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        return new Link(builder.start());
    }

    /** Settings may be secrets, and all that a companion needs goes through its pipe. */
    private static boolean isNotForACompanion(String variable) {
        return JVM_OPTIONS.contains(variable) || (variable.startsWith(SETTINGS) && !variable.equals(RUN_ID));
    }

    public long pid() {
        return process.pid();
    }

    /** Passes on what it says, line by line, until it has ended. Blocks. */
    public void listen(Consumer<String> lines) {
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                lines.accept(line);
            }
        } catch (IOException e) {
            // it has ended
        }
    }

    /** Blocks while the pipe is full. */
    public void write(Message message) throws IOException {
        pipe.write(Frames.bytes(message));
        pipe.flush();
    }

    /** After BYE: nothing more will come. */
    public void hangUp() {
        try {
            pipe.close();
        } catch (IOException e) {
            // then it has gone already
        }
    }

    /** It cannot be told anything any more, so it must not draw conclusions from silence. */
    public void kill() {
        process.destroyForcibly();
    }
}
