package dev.primus.runtime.peers;

import dev.primus.core.ballot.score.Facts;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Facts that the user measures. If that fails, the last ones are stated again; {@link Facts#NONE} if there are none. */
final class ContainedFacts implements FactSource {
    private static final Logger LOG = LoggerFactory.getLogger(ContainedFacts.class);

    private final Supplier<Facts> user;
    private Facts last = Facts.NONE;
    private boolean failing;

    ContainedFacts(Supplier<Facts> user) {
        this.user = user;
    }

    @Override
    public Facts facts() {
        try {
            last = user.get();
            failing = false;
        } catch (Throwable e) {
            if (!failing) {
                LOG.error("facts cannot be measured; the last ones are stated again", e);
            }
            failing = true;
        }
        return last;
    }
}
