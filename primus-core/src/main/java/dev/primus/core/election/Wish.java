package dev.primus.core.election;

import dev.primus.core.LossReason;
import dev.primus.core.NodeName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a node is asked to do about its own part in an election.
 *
 * @param reason what the history will say if it leads now
 * @param heir who is to have the first try afterwards; null for anybody
 * @param leave whether it takes no further part
 * @param stayOut how long it does not stand for election afterwards, whether others lead meanwhile or nobody does
 */
public record Wish(LossReason reason, @Nullable NodeName heir, boolean leave, Duration stayOut) {
    public static final Wish RESIGN = new Wish(LossReason.RELEASED, null, false);
    public static final Wish LEAVE = new Wish(LossReason.SHUTDOWN, null, true);

    public Wish(LossReason reason, @Nullable NodeName heir, boolean leave) {
        this(reason, heir, leave, Duration.ZERO);
    }

    /** Gives up for a while what this node cannot do well now. */
    public static Wish standAside(LossReason reason, Duration stayOut) {
        return new Wish(reason, null, false, stayOut);
    }

    /** The same, with what is asked on top of it: to leave, or to stay out for longer. */
    public Wish and(Wish other) {
        Duration longer = stayOut.compareTo(other.stayOut) > 0 ? stayOut : other.stayOut;
        return new Wish(reason, heir, leave || other.leave, longer);
    }

    public static Wish transferTo(NodeName heir) {
        return new Wish(LossReason.TRANSFERRED, heir, false);
    }
}
