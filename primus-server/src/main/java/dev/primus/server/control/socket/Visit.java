package dev.primus.server.control.socket;

import dev.primus.server.control.Answer;
import dev.primus.server.control.Control;
import dev.primus.server.control.Wire;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One visitor: a line in, a line out, until it hangs up, is silent for too long or cannot be understood as lines. */
final class Visit implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Visit.class);
    private static final int LONGEST_LINE = 8 * 1024;
    private static final Duration TO_WRITE = Duration.ofSeconds(10);

    private final SocketChannel channel;
    private final Lines lines;
    private final Control control;
    private final Admission admission;
    private final Duration longestSilence;
    private boolean answering;
    private boolean leaving;

    Visit(SocketChannel channel, Control control, Admission admission, Duration longestSilence) throws IOException {
        this.channel = channel;
        this.lines = new Lines(channel, LONGEST_LINE);
        this.control = control;
        this.admission = admission;
        this.longestSilence = longestSilence;
    }

    @Override
    public void run() {
        try (lines) {
            UserPrincipal caller =
                    channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
            if (!admission.admits(caller)) {
                say(new Answer.Mistake(Answer.Mistake.Kind.NOT_ALLOWED, "allowed are " + admission));
                return;
            }
            converse(caller.getName());
        } catch (IOException e) {
            LOG.debug("control socket: a visitor has gone: {}", e.toString());
        }
    }

    private void converse(String caller) throws IOException {
        try {
            String line = lines.read(longestSilence);
            while (line != null && begins()) {
                say(answer(line, caller));
                line = goesOn() ? lines.read(longestSilence) : null;
            }
        } catch (Lines.TooLong e) {
            say(new Answer.Mistake(Answer.Mistake.Kind.TOO_LONG, String.valueOf(e.getMessage())));
        }
    }

    private synchronized boolean begins() {
        answering = !leaving;
        return answering;
    }

    private synchronized boolean goesOn() {
        answering = false;
        return !leaving;
    }

    /** Hangs up, but not on one who is being answered: that one hears the answer first. */
    synchronized void leave() {
        leaving = true;
        if (!answering) {
            close();
        }
    }

    private Answer answer(String line, String caller) {
        try {
            return Wire.request(line).answeredBy(control, caller);
        } catch (RuntimeException e) {
            LOG.warn("control socket: answering failed", e);
            return new Answer.Mistake(Answer.Mistake.Kind.INTERNAL, String.valueOf(e.getMessage()));
        }
    }

    private void say(Answer answer) throws IOException {
        lines.write(Wire.json(answer).toString(), TO_WRITE);
    }

    /** Says so, if it is heard, and hangs up. */
    void turnAway(Answer answer) {
        try (lines) {
            say(answer);
        } catch (IOException e) {
            LOG.debug("control socket: a visitor has gone: {}", e.toString());
        }
    }

    void close() {
        try {
            channel.close();
            lines.wake();
        } catch (IOException e) {
            LOG.debug("control socket: a visitor has gone: {}", e.toString());
        }
    }
}
