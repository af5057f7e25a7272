package dev.primus.server.duties.polls;

import dev.primus.core.spi.PeerMessage;
import java.util.List;

/**
 * What members tell each other about polls. Every one may be lost, come twice or come late: whoever needs an answer asks
 * again, and who is told something twice does it once.
 */
public sealed interface PollMessage extends PeerMessage {

    void to(Reader reader);

    /** One that is told what a member has said. */
    interface Reader {
        void ask(Ask message);

        void known(Known message);

        void keep(Keep message);

        void kept(Kept message);

        void order(Order message);

        void result(Result message);

        void settled(Settled message);
    }

    /** A new coordinator asks what a member knows. Who has answered keeps nothing any more for an earlier one. */
    record Ask(long token) implements PollMessage {
        @Override
        public void to(Reader reader) {
            reader.ask(this);
        }
    }

    /**
     * What a member knows, in as many parts as it takes.
     *
     * @param part counted from 1
     */
    record Known(long token, Role role, int part, int parts, List<Run> runs) implements PollMessage {
        public Known {
            runs = List.copyOf(runs);
        }

        @Override
        public void to(Reader reader) {
            reader.known(this);
        }
    }

    /**
     * The coordinator's changes from {@code after} to {@code upTo}, to be kept by whoever has those before.
     *
     * @param runs what these changes have left, in their order
     */
    record Keep(long token, long after, long upTo, List<Run> runs) implements PollMessage {
        public Keep {
            runs = List.copyOf(runs);
        }

        @Override
        public void to(Reader reader) {
            reader.keep(this);
        }
    }

    /** How far a member has the changes of this term. */
    record Kept(long token, long upTo, Role role) implements PollMessage {
        @Override
        public void to(Reader reader) {
            reader.kept(this);
        }
    }

    /** The coordinator wants a check done. */
    record Order(long token, RunKey key, String check, long timeoutMillis) implements PollMessage {
        @Override
        public void to(Reader reader) {
            reader.order(this);
        }
    }

    /** What a check has found; told again and again until it is settled. */
    record Result(RunKey key, boolean good, String outcome) implements PollMessage {
        @Override
        public void to(Reader reader) {
            reader.result(this);
        }
    }

    /** The result is on record. */
    record Settled(long token, RunKey key) implements PollMessage {
        @Override
        public void to(Reader reader) {
            reader.settled(this);
        }
    }

    /**
     * What a member is good for.
     *
     * @param voter it may coordinate, so its memory counts for a quorum
     * @param poller it is there to do checks
     */
    record Role(boolean voter, boolean poller) {}
}
