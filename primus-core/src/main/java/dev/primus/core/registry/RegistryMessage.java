package dev.primus.core.registry;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeName;
import dev.primus.core.Term;
import dev.primus.core.peers.PauseMark;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.PeerMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What members tell each other. Each reaches the verb of the one who {@linkplain Reader reads} it. */
public sealed interface RegistryMessage extends PeerMessage {

    void to(Reader reader);

    /** One that is told what a member has said. */
    interface Reader {
        void collect(Collect message);

        void collected(Collected message);

        void claim(Claim message);

        void granted(Granted message);

        void refused(Refused message);

        void round(Round message);

        void voted(Voted message);

        void ended(Ended message);

        void noted(Noted message);

        void displaced(Displaced message);

        void enrolled(Enrolled message);

        void paused(Paused message);

        void announced(Announced message);

        void leaving(Leaving message);
    }

    /** A registrar asks what a member knows; it is answered by who is in the same view, and then only. */
    record Collect(ViewId view) implements RegistryMessage {
        @Override
        public void to(Reader reader) {
            reader.collect(this);
        }
    }

    /**
     * What a member knows, in as many parts as it takes.
     *
     * @param charter the rules it goes by, see {@link RegistryRules#charter}
     * @param part counted from 1
     */
    record Collected(ViewId view, String charter, boolean voter, int part, int parts, List<Testimony> testimonies)
            implements RegistryMessage {
        public Collected {
            testimonies = List.copyOf(testimonies);
        }

        @Override
        public void to(Reader reader) {
            reader.collected(this);
        }
    }

    /** A candidate would lead, and says what it knows, so that its registrar need not be asked to believe it. */
    record Claim(ViewId view, String nonce, Testimony known) implements RegistryMessage {
        @Override
        public void to(Reader reader) {
            reader.claim(this);
        }
    }

    /** A term for the claimant alone; it holds nothing until enough members have promised to respect it. */
    record Granted(ViewId view, ElectionName election, String nonce, Term term) implements RegistryMessage {
        @Override
        public void to(Reader reader) {
            reader.granted(this);
        }
    }

    /** No term, and what stands against it. */
    record Refused(ViewId view, String nonce, Testimony known) implements RegistryMessage {
        @Override
        public void to(Reader reader) {
            reader.refused(this);
        }
    }

    /**
     * One who leads, or would, asks all members about its terms.
     *
     * @param charter the rules it goes by: promises are worth something only among those who measure alike
     */
    record Round(long number, String charter, Purpose purpose, List<Beat> beats) implements RegistryMessage {
        public Round {
            beats = List.copyOf(beats);
        }

        @Override
        public void to(Reader reader) {
            reader.round(this);
        }
    }

    /** What is wanted of the members. */
    enum Purpose {
        /** Who would promise? A new term binds nobody, and no number is lost, before enough are willing. */
        ASK,
        /** The first promises of a term, which begins when enough have given them. */
        BEGIN,
        /** Another spell. */
        GO_ON
    }

    /**
     * One term of a round.
     *
     * @param since the leader's wall clock in milliseconds, for display only
     * @param over terms that ended before, in case that news was lost
     * @param release the digest of the term's release commitment; empty if there is none
     */
    record Beat(ElectionName election, Term term, long since, List<Term> over, String release) {
        public Beat {
            over = List.copyOf(over);
        }

        public Beat(ElectionName election, Term term, long since, List<Term> over) {
            this(election, term, since, over, "");
        }
    }

    /** What a member promises about each term of a round. */
    record Voted(long round, boolean voter, List<Vote> votes) implements RegistryMessage {
        public Voted {
            votes = List.copyOf(votes);
        }

        @Override
        public void to(Reader reader) {
            reader.voted(this);
        }
    }

    /**
     * @param highest the highest token the member has promised, or taken for that of a running term
     */
    record Vote(ElectionName election, Term term, Stance stance, long highest) {}

    /** What a member has to say to a term. */
    enum Stance {
        /** It follows nobody else for a lease. */
        PROMISED,
        /** It would promise, and has not. */
        WILLING,
        /** It has promised another, or knows of a later term. */
        TAKEN,
        /** The term was set aside when two sides met. */
        MERGED,
        /** Not now: it has just begun, or does not see the leader. */
        NOT_YET
    }

    /** A term is over, by the word of its owner. */
    record Ended(
            ElectionName election,
            Term term,
            LossReason reason,
            @Nullable NodeName heir) implements RegistryMessage {
        @Override
        public void to(Reader reader) {
            reader.ended(this);
        }
    }

    /** A member has taken notice of the end of a term. */
    record Noted(ElectionName election, Term term, boolean voter) implements RegistryMessage {
        @Override
        public void to(Reader reader) {
            reader.noted(this);
        }
    }

    /** Two sides have met: none of these terms goes on, and the one who was chosen has the first try when all ended. */
    record Displaced(ViewId view, ElectionName election, List<Term> terms, NodeName chosen) implements RegistryMessage {
        public Displaced {
            terms = List.copyOf(terms);
        }

        @Override
        public void to(Reader reader) {
            reader.displaced(this);
        }
    }

    /** A member takes part in elections, or does so no more. */
    record Enrolled(List<Enrolment> enrolments) implements RegistryMessage {
        public Enrolled {
            enrolments = List.copyOf(enrolments);
        }

        @Override
        public void to(Reader reader) {
            reader.enrolled(this);
        }
    }

    /**
     * A member tells the others of its view by which rules it goes, so that each of them can name a mismatch.
     *
     * @param charter see {@link RegistryRules#charter}
     * @param voter whether its promises count
     */
    record Announced(String charter, boolean voter) implements RegistryMessage {
        @Override
        public void to(Reader reader) {
            reader.announced(this);
        }
    }

    /** A member is about to leave the group in good order: the view without it lost nobody. */
    record Leaving() implements RegistryMessage {
        @Override
        public void to(Reader reader) {
            reader.leaving(this);
        }
    }

    /** An operator's word has reached a member. */
    record Paused(ElectionName election, PauseMark mark) implements RegistryMessage {
        @Override
        public void to(Reader reader) {
            reader.paused(this);
        }
    }
}
