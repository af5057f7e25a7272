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
    private boolean failing;
    private boolean closed;

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
            if (!failing) {
                LOG.error("{}: marks cannot be kept, so nothing new is promised until they can", self, e);
            }
            failing = true;
            return false;
        }
        if (failing) {
            LOG.info("{}: marks are kept again", self);
        }
        failing = false;
        return true;
    }

    synchronized void close() {
        closed = true;
        marks.close();
    }
}
