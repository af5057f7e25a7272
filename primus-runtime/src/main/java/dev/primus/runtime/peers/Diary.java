package dev.primus.runtime.peers;

import dev.primus.core.NodeId;
import dev.primus.core.spi.Mark;
import dev.primus.core.spi.MarkFile;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A member's marks while it lives: a disk that fails is told of once, and nothing is written after the end. */
final class Diary {
    private static final Logger LOG = LoggerFactory.getLogger(Diary.class);

    private final NodeId self;
    private final MarkFile marks;
    private boolean closed;
    private volatile String trouble = "";

    Diary(NodeId self, MarkFile marks) {
        this.self = self;
        this.marks = marks;
    }

    /** @return whether they are durable */
    synchronized boolean keep(List<Mark> fresh) {
        if (closed) {
            return false;
        }
        try {
            marks.keep(fresh);
        } catch (RuntimeException e) {
            if (trouble.isEmpty()) {
                LOG.error("{}: marks cannot be kept, so nothing new is promised until they can", self, e);
            }
            trouble = "what it promises cannot be kept, so it promises nothing: " + e.getMessage();
            return false;
        }
        if (!trouble.isEmpty()) {
            LOG.info("{}: marks are kept again", self);
        }
        trouble = "";
        return true;
    }

    /** @return whether they are gone; if not they are tried again, and nothing depends on it */
    synchronized boolean drop(long floor, List<Mark> old) {
        if (closed) {
            return false;
        }
        try {
            marks.drop(floor, old);
            return true;
        } catch (RuntimeException e) {
            LOG.debug("{}: {} promises that have run out stay in the journal for now", self, old.size(), e);
            return false;
        }
    }

    /** Why this member promises nothing, in words for people; empty if the disk is well. From any thread. */
    String trouble() {
        return trouble;
    }

    synchronized void close() {
        closed = true;
        marks.close();
    }
}
