package dev.primus.deathwatch.companion;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Hold;
import dev.primus.deathwatch.DeathWatch;
import dev.primus.deathwatch.Post;
import dev.primus.deathwatch.vigil.Charge;
import dev.primus.deathwatch.vigil.Message;
import dev.primus.process.Proc;
import dev.primus.process.ProcRead;
import dev.primus.process.ProcessKey;
import dev.primus.process.ProcessStat;
import dev.primus.process.TreeKey;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a companion: starts it, tells it everything, and starts another when it has ended. Only its own thread writes to
 * the pipe, so a companion that is stopped, with its pipe full, holds nobody up.
 */
public final class Keeper implements DeathWatch {
    private static final long PATIENCE_FOR_INTENT = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long PATIENCE_FOR_BYE = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 30_000;
    private static final long LIVED_WELL = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_UNSAID = 20_000;

    /** Were a pipe collected as garbage, its companion would see it end. */
    private static final Set<Keeper> OPEN = ConcurrentHashMap.newKeySet();

    private final CompanionSpec spec;
    private final Post post;
    private final long clockOffset;
    private final Thread thread;

    private final Charge charge = new Charge();
    private final Map<ElectionName, Long> killAt = new HashMap<>();
    private final Map<String, String> words;
    private final Deque<Message> unsaid = new ArrayDeque<>();
    private @Nullable Link link;
    private boolean up;
    private boolean closeRequested;
    private boolean closing;
    private boolean linkEnded;
    private long told;
    private long said;
    private String lastWord = "";

    private Keeper(CompanionSpec spec, Post post) {
        this.spec = spec;
        this.words = new HashMap<>(spec.words());
        this.post = post;
        // The host's clock is read first: if this thread is held up in between, all times come out too early, not late.
        long host = System.nanoTime();
        this.clockOffset = host - post.clock().getAsLong();
        this.thread = daemon("primus-death-watch", this::keep);
    }

    public static Keeper start(CompanionSpec spec, Post post) {
        Keeper keeper = new Keeper(spec, post);
        OPEN.add(keeper);
        keeper.thread.start();
        return keeper;
    }

    private static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        return thread;
    }

    // ---- what the node tells ---------------------------------------------------------------------------------

    @Override
    public synchronized void intends(List<Bid> bids) {
        bids.forEach(bid -> tell(new Message.Intent(bid.hold())));
        awaitSaid(PATIENCE_FOR_INTENT);
    }

    /** A companion has to hear of a term once, and of each renewal only if a program's life depends on it. */
    @Override
    public synchronized void confirmed(List<Hold> holds, long sentAt) {
        long until = sentAt
                + clockOffset
                + post.timing().reign().toNanos()
                - post.timing().killTime().toNanos();
        for (Hold hold : holds) {
            killAt.put(hold.election(), until);
            var program = charge.program();
            boolean news = !charge.isSureOf(hold)
                    || (program != null && program.election().equals(hold.election()));
            if (news) {
                tell(new Message.Granted(hold, until));
            }
        }
    }

    @Override
    public synchronized void reaches(Map<String, String> access) {
        words.putAll(access);
        tell(new Message.Access(access));
    }

    @Override
    public synchronized void ended(List<Hold> holds) {
        holds.forEach(hold -> tell(new Message.Ended(hold)));
    }

    /**
     * Guards processes: they are ended when this process is dead or has not renewed in time. To be called before the
     * first of them is started, and again when more is known about them.
     *
     * @return whether a companion that is up can know of it
     */
    public synchronized boolean guard(ElectionName election, TreeKey tree, Duration most) {
        tell(new Message.Program(election, tree, killAt.getOrDefault(election, System.nanoTime())));
        return awaitSaid(most.toNanos()) && up;
    }

    /** None of them is left. */
    public void unguard() {
        synchronized (this) {
            tell(new Message.NoProgram());
            if (!closeRequested) {
                return;
            }
        }
        close();
    }

    public synchronized boolean isUp() {
        return up;
    }

    /** The companion's number; 0 if there is none. */
    public synchronized long pid() {
        return link == null ? 0 : link.pid();
    }

    private void tell(Message message) {
        charge.told(message);
        if (link != null) {
            unsaid.add(message);
            told++;
            notifyAll();
            if (unsaid.size() > MOST_UNSAID) {
                // It does not listen; the next one will be told all of it at once.
                link.kill();
            }
        }
    }

    /** Whether all that was told so far is in the pipe of the present companion. */
    private boolean awaitSaid(long nanos) {
        Link to = link;
        long ticket = told;
        long end = System.nanoTime() + nanos;
        try {
            for (long left = nanos; isPresent(to) && said < ticket && left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return isPresent(to) && said >= ticket;
    }

    private boolean isPresent(@Nullable Link one) {
        return one != null && one == link && !linkEnded;
    }

    /**
     * Sends the companion away. One that cannot be told so is killed, before it can see its pipe end. While a program is
     * guarded, the companion stays: it ends the program after this process has exited.
     */
    @Override
    public void close() {
        synchronized (this) {
            closeRequested = true;
            if (closing || charge.program() != null) {
                return;
            }
            closing = true;
            up = false;
            tell(new Message.Bye());
            Link last = link;
            if (last == null) {
                thread.interrupt();
            } else if (awaitSaid(PATIENCE_FOR_BYE)) {
                last.hangUp();
            } else {
                last.kill();
            }
        }
        OPEN.remove(this);
    }

    // ---- the thread that keeps a companion -------------------------------------------------------------------

    private void keep() {
        long pause = FIRST_PAUSE_MILLIS;
        while (!isClosing()) {
            long since = System.nanoTime();
            String cause = keepOne();
            if (isClosing()) {
                return;
            }
            post.news().down(cause);
            pause = System.nanoTime() - since > LIVED_WELL
                    ? FIRST_PAUSE_MILLIS
                    : Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private synchronized boolean isClosing() {
        return closing;
    }

    /** Returns why there is none any more. */
    private String keepOne() {
        Link fresh;
        List<Message> all;
        try {
            ProcessKey self = self();
            fresh = Link.start(CompanionCommand.of(spec));
            all = opening(fresh, self);
        } catch (IOException | RuntimeException e) {
            return String.valueOf(e.getMessage());
        }
        daemon("primus-death-watch-ear", () -> hear(fresh)).start();
        try {
            for (Message message : all) {
                fresh.write(message);
            }
            for (Message next = next(); next != null; next = next()) {
                fresh.write(next);
                written();
            }
        } catch (IOException | RuntimeException e) {
            fresh.kill();
        }
        return whyItEnded(fresh);
    }

    private static ProcessKey self() throws IOException {
        ProcRead<ProcessStat> own = Proc.OF_THIS_HOST.ownStat();
        if (own instanceof ProcRead.Unknown<ProcessStat> unknown) {
            throw new IOException(unknown.cause());
        }
        return own.found().orElseThrow().key();
    }

    private synchronized List<Message> opening(Link fresh, ProcessKey self) {
        if (closing) {
            fresh.kill();
            throw new IllegalStateException("closed");
        }
        List<Message> all = new ArrayList<>();
        all.add(new Message.Hello(self, System.nanoTime()));
        all.add(new Message.Session(post.session(), words));
        all.add(new Message.Snapshot());
        all.addAll(charge.retold());
        all.add(new Message.End());
        link = fresh;
        linkEnded = false;
        lastWord = "";
        unsaid.clear();
        said = told;
        return all;
    }

    private void hear(Link from) {
        from.listen(line -> {
            if (heard(from, line)) {
                post.news().up();
            }
        });
        ended(from);
    }

    /** Whether it is up now. */
    private synchronized boolean heard(Link from, String line) {
        if (!isPresent(from) || closing) {
            return false;
        }
        lastWord = line;
        up = line.equals(Companion.UP);
        return up;
    }

    private synchronized void ended(Link from) {
        if (from == link) {
            up = false;
            linkEnded = true;
            notifyAll();
        }
    }

    /** Null when the companion has ended, or has been told all it ever will be. */
    private synchronized @Nullable Message next() throws IOException {
        try {
            while (unsaid.isEmpty() && !linkEnded && !closing) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
        return linkEnded ? null : unsaid.poll();
    }

    private synchronized void written() {
        said++;
        notifyAll();
    }

    private synchronized String whyItEnded(Link last) {
        if (closing) {
            return "closed";
        }
        last.kill();
        link = null;
        up = false;
        unsaid.clear();
        said = told;
        notifyAll();
        return lastWord.isEmpty() || lastWord.equals(Companion.UP) ? "the companion has ended" : lastWord;
    }
}
