package dev.primus.deathwatch.vigil;

import dev.primus.core.ElectionName;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.StoreSession;
import dev.primus.process.ProcessKey;
import dev.primus.process.TreeKey;
import java.util.Map;

/** What a process tells its companion. Times are of the host's monotonic clock, which both read. */
public sealed interface Message {

    /** Who speaks, and when; the companion compares both with what it sees itself. */
    record Hello(ProcessKey speaker, long now) implements Message {}

    /**
     * As whom leases are given back, and where.
     *
     * @param access whatever the kind of store needs to be reached, secrets included; never shown
     */
    record Session(StoreSession session, Map<String, String> access) implements Message {
        public Session {
            access = Map.copyOf(access);
        }

        @Override
        public String toString() {
            return "Session[" + session + "]";
        }
    }

    /**
     * Words that replace those of the same name in {@link Session}; what was entrusted stays.
     *
     * @param access never shown
     */
    record Access(Map<String, String> access) implements Message {
        public Access {
            access = Map.copyOf(access);
        }

        @Override
        public String toString() {
            return "Access";
        }
    }

    /** All that was told before is void; what follows up to {@link End} is the whole truth. */
    record Snapshot() implements Message {}

    record End() implements Message {}

    /** A bid with this nonce is about to be sent. */
    record Intent(Hold hold) implements Message {}

    /** The store has confirmed this term; what is guarded for it may live until {@code killAt}. */
    record Granted(Hold hold, long killAt) implements Message {}

    /** This is surely not, or no longer, held. */
    record Ended(Hold hold) implements Message {}

    /** These processes may live only while this election is led here. Said before the first of them is started. */
    record Program(ElectionName election, TreeKey tree, long killAt) implements Message {}

    /** There is no program any more. */
    record NoProgram() implements Message {}

    /** The speaker lives and needs no companion any more. */
    record Bye() implements Message {}
}
