package dev.primus.server.duties.polls;

import dev.primus.core.NodeId;
import java.util.List;

/** What is to be done, decided by those who do nothing themselves. */
sealed interface Deed {

    void by(Doer doer);

    /** Does it. */
    interface Doer {
        void keep(Keep deed);

        void tell(Tell deed);

        void check(Check deed);
    }

    /**
     * To be put on record; the answer is {@link Orchestrator#kept} with that number.
     *
     * @param fresh of which nothing was on record
     * @param changed of which something was
     */
    record Keep(long number, List<Run> fresh, List<Run> changed) implements Deed {
        public Keep {
            fresh = List.copyOf(fresh);
            changed = List.copyOf(changed);
        }

        @Override
        public void by(Doer doer) {
            doer.keep(this);
        }
    }

    /** A message, which may be lost. */
    record Tell(NodeId to, PollMessage message) implements Deed {
        @Override
        public void by(Doer doer) {
            doer.tell(this);
        }
    }

    /** A check to be done here; the answer is {@link PollMember#checked}. */
    record Check(PollMessage.Order order) implements Deed {
        @Override
        public void by(Doer doer) {
            doer.check(this);
        }
    }
}
