package dev.primus.deathwatch.companion;

import dev.primus.core.spi.Answer;
import dev.primus.core.spi.Parting;
import dev.primus.core.spi.Releaser;
import dev.primus.core.spi.ReleaserFactory;
import dev.primus.core.spi.StoreException;
import dev.primus.deathwatch.vigil.Deed;
import dev.primus.deathwatch.vigil.Frames;
import dev.primus.deathwatch.vigil.Message;
import dev.primus.deathwatch.vigil.Turn;
import dev.primus.deathwatch.vigil.Vigil;
import dev.primus.process.Proc;
import dev.primus.process.ProcessKey;
import dev.primus.process.ProcessState;
import dev.primus.process.ProcessTree;
import dev.primus.process.TreeKey;
import dev.primus.process.TreeScan;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The companion's process: hears what its process tells it through standard input, and carries out what a {@link Vigil}
 * decides. Says {@value #UP} on standard output when it is ready, and at its end why it goes.
 */
public final class Companion {
    public static final String UP = "up";

    private static final int WARM_UPS = 5;

    /** More than this between a word's writing and its reading, and the two clocks are not the same one. */
    private static final long OLDEST_HELLO = TimeUnit.MINUTES.toNanos(2);

    private final Proc proc = Proc.OF_THIS_HOST;
    private final InputStream in;
    private final PrintStream out;
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    private @Nullable ProcessKey speaker;
    private Message.@Nullable Session session;
    private @Nullable Releaser releaser;
    private @Nullable Vigil vigil;
    private @Nullable String why;
    private boolean pipeEnded;
    private boolean warned;

    /**
     * What came through the pipe.
     *
     * @param message null at its end
     */
    private record Heard(@Nullable Message message, boolean broken) {}

    private Companion(InputStream in, PrintStream out) {
        this.in = in;
        this.out = out;
    }

    public static void main(String[] args) throws InterruptedException {
        Deaf.toStopSignals();
        Companion companion = new Companion(System.in, System.out);
        companion.watch();
        // Threads of drivers are nobody's concern any more.
        Runtime.getRuntime().halt(0);
    }

    private void watch() throws InterruptedException {
        Thread ear = new Thread(this::hear, "primus-ear");
        ear.setDaemon(true);
        ear.start();
        while (why == null) {
            Heard next = next();
            if (next == null) {
                apply(vigil().woken(System.nanoTime()));
            } else if (next.broken()) {
                leave("what came through the pipe makes no sense");
            } else {
                take(next.message());
            }
        }
        out.println(why);
        out.flush();
        if (pipeEnded && session != null) {
            System.err.println("primus: death watch of " + session.session().self() + ": " + why);
        }
    }

    private void hear() {
        try {
            for (Message message = Frames.read(in); message != null; message = Frames.read(in)) {
                heard.add(new Heard(message, false));
            }
            heard.add(new Heard(null, false));
        } catch (Frames.Broken e) {
            heard.add(new Heard(null, true));
        } catch (IOException e) {
            heard.add(new Heard(null, false));
        }
    }

    /** Null when it is time to wake up. */
    private @Nullable Heard next() throws InterruptedException {
        Vigil now = vigil;
        return now == null || !now.isWaiting()
                ? heard.take()
                : heard.poll(Math.max(0, now.wakeAt() - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    private void take(@Nullable Message message) {
        if (message == null) {
            pipeEnded = true;
            if (vigil == null) {
                leave("the pipe ended before anything was said");
            } else {
                apply(vigil.pipeEnded(System.nanoTime()));
            }
        } else if (message instanceof Message.Hello hello) {
            meet(hello);
        } else if (message instanceof Message.Session told) {
            session = told;
            vigil = Vigil.begin(told.session().lease());
            warmUp();
        } else if (message instanceof Message.Access more) {
            reach(more);
        } else if (vigil != null) {
            apply(vigil.told(message, System.nanoTime()));
            if (message instanceof Message.End) {
                out.println(UP);
                out.flush();
            }
        }
    }

    /** The releaser is made anew with these words when it is needed. */
    private synchronized void reach(Message.Access more) {
        Message.Session told = session;
        if (told != null) {
            Map<String, String> words = new HashMap<>(told.access());
            words.putAll(more.access());
            session = new Message.Session(told.session(), words);
            releaser = null;
        }
    }

    /** Whom we watch is what the kernel says, not what we are told; both must agree. */
    private void meet(Message.Hello hello) {
        long parent = proc.ownStat().found().map(own -> own.parent()).orElse(0L);
        ProcessKey seen = proc.stat(parent).found().map(stat -> stat.key()).orElse(null);
        long age = System.nanoTime() - hello.now();
        if (!hello.speaker().equals(seen) || !proc.sharesNamespaceWith(parent)) {
            leave("the kernel does not show the process that speaks as our parent");
        } else if (age < 0 || age > OLDEST_HELLO) {
            leave("the monotonic clocks of two processes of this host differ");
        } else {
            speaker = seen;
        }
    }

    /** Everything that will be needed in a hurry is done once: classes are loaded, the connection is opened. */
    private void warmUp() {
        Thread connect = new Thread(
                () -> {
                    for (int i = 0; i < WARM_UPS; i++) {
                        new ProcessTree(proc, new TreeKey("0000000000000000", null)).kill();
                    }
                    warmUpReleaser();
                },
                "primus-connect");
        connect.setDaemon(true);
        connect.start();
    }

    private void apply(Turn turn) {
        vigil = turn.next();
        turn.deeds().forEach(this::carryOut);
    }

    private void carryOut(Deed deed) {
        if (deed instanceof Deed.LookAtSpeaker) {
            ProcessKey watched = speaker;
            ProcessState state =
                    watched == null ? new ProcessState.Unknown("no process has said hello") : watched.state(proc);
            if (state instanceof ProcessState.Unknown unknown) {
                warn(unknown.cause());
            }
            apply(vigil().speakerIs(state, System.nanoTime()));
        } else if (deed instanceof Deed.EndTree end) {
            TreeScan scan = new ProcessTree(proc, end.tree()).kill();
            scan.unknown().stream().findFirst().ifPresent(this::warn);
            apply(vigil().treeHad(scan, System.nanoTime()));
        } else if (deed instanceof Deed.Release release) {
            List<Answer> answers = release(release.partings());
            apply(vigil().released(answers, System.nanoTime()));
        } else if (deed instanceof Deed.Leave leave) {
            leave(leave.why());
        }
    }

    /** Says once what stands in the way of a release. */
    private void warn(String cause) {
        if (!warned && session != null) {
            warned = true;
            System.err.printf(
                    "primus: death watch of %s: %s; nothing is released until it can be read%n",
                    session.session().self(), cause);
        }
    }

    private synchronized List<Answer> release(List<Parting> partings) {
        try {
            return releaser().release(partings);
        } catch (StoreException e) {
            return List.of();
        }
    }

    private synchronized void warmUpReleaser() {
        try {
            releaser().warmUp();
        } catch (StoreException e) {
            // Then the first release does it, or finds out why not.
        }
    }

    private Releaser releaser() {
        Releaser made = releaser;
        if (made == null) {
            made = releaser(Objects.requireNonNull(session, "no session yet"));
            releaser = made;
        }
        return made;
    }

    private static Releaser releaser(Message.Session told) {
        String name = told.access().getOrDefault(CompanionSpec.RELEASER, "");
        try {
            return Class.forName(name)
                    .asSubclass(ReleaserFactory.class)
                    .getConstructor()
                    .newInstance()
                    .open(told.session(), told.access());
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new StoreException("releaser = '%s' cannot be made in the companion".formatted(name), e);
        }
    }

    private Vigil vigil() {
        if (vigil == null) {
            throw new IllegalStateException("no session yet");
        }
        return vigil;
    }

    private void leave(String reason) {
        why = reason;
    }
}
