package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.ElectorateVersion;
import dev.primus.core.LossReason;
import dev.primus.core.NodeName;
import dev.primus.core.Ruling;
import dev.primus.core.Suffrage;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.peers.PauseMark;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.PeerMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What members tell each other. Each reaches the verb of the one who {@linkplain Reader reads} it. */
public sealed interface BallotMessage extends PeerMessage {

    void to(Reader reader);

    /** One that is told what a member has said. */
    interface Reader {
        void discover(Discover message);

        void discovered(Discovered message);

        void started(Started message);

        void candidacy(Candidacy message);

        void acknowledged(Acknowledged message);

        void vote(Vote message);

        void winner(Winner message);

        void heartbeat(Heartbeat message);

        void heard(Heard message);

        void ended(Ended message);

        void noted(Noted message);

        void requested(Requested message);

        void ruled(Ruled message);

        void petition(Petition message);

        void amendment(Amendment message);

        void amended(Amended message);

        void surveyed(Survey message);

        void stated(Stated message);

        void enrolled(Enrolled message);

        void recalled(Recalled message);

        void paused(Paused message);

        void generationStarted(GenerationStarted message);

        void generationStopped(GenerationStopped message);
    }

    // ---- discovery -------------------------------------------------------------------------------------------------

    /** Who leads these elections? */
    record Discover(List<ElectionName> elections) implements BallotMessage {
        public Discover {
            elections = List.copyOf(elections);
        }

        @Override
        public void to(Reader reader) {
            reader.discover(this);
        }
    }

    /** Who leads, as far as the sender knows: news for those who follow, and no promise. */
    record Discovered(ElectionName election, Term leader) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.discovered(this);
        }
    }

    // ---- an election -----------------------------------------------------------------------------------------------

    /**
     * An election begins: whoever would stand says so now.
     *
     * @param term the lowest number that the new term may have, as far as the sender knows
     */
    record Started(ElectionName election, long term, Trigger trigger) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.started(this);
        }
    }

    /**
     * A candidate would lead, and states the facts it should be judged by.
     *
     * @param term its own; the number is that of the vote once it is {@linkplain Stage#VIABLE viable}, and a guess before
     * @param number which of its candidacies this is: acknowledgements name it
     * @param electorate by whom it counts
     * @param charter the rules it goes by, by which it would lead; empty if it is of a version that does not state them
     * @param score what it makes of the facts, in millionths; voters work it out for themselves
     */
    record Candidacy(
            ElectionName election,
            Term term,
            long number,
            Stage stage,
            ElectorateVersion electorate,
            String charter,
            Facts facts,
            int score)
            implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.candidacy(this);
        }
    }

    /** How far a candidacy is. */
    enum Stage {
        /** Who would vote for it? Nobody is bound, and no number is used, before enough would. */
        STANDING,
        /** Enough would: it may be voted for. */
        VIABLE,
        /** It does not stand any more. */
        WITHDRAWN
    }

    /**
     * What a member has to say to a candidacy, which binds nobody.
     *
     * @param own what the member would stand with itself, so that a candidate knows of a better one; null if it would not
     */
    record Acknowledged(
            ElectionName election,
            long number,
            boolean voter,
            ElectorateVersion electorate,
            Stance stance,
            long highest,
            @Nullable Facts own)
            implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.acknowledged(this);
        }
    }

    /**
     * The one vote of a member in this term; on its disk before it is told to anybody.
     *
     * @param term the candidate, and the number it stands for
     */
    record Vote(ElectionName election, Term term, ElectorateVersion electorate) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.vote(this);
        }
    }

    /**
     * An election is decided; told by who has won it, and holds nothing yet.
     *
     * @param voters who has voted for it, as far as it knows
     * @param runnersUp the best of the others, so that anybody can say why it was this one
     */
    record Winner(
            ElectionName election, Term term, Facts facts, int score, List<NodeName> voters, List<Rival> runnersUp)
            implements BallotMessage {
        public Winner {
            voters = List.copyOf(voters);
            runnersUp = List.copyOf(runnersUp);
        }

        @Override
        public void to(Reader reader) {
            reader.winner(this);
        }
    }

    // ---- a term ----------------------------------------------------------------------------------------------------

    /**
     * One who leads, or has won and will, asks all members to follow it for another spell.
     *
     * @param charter the rules it goes by: promises are worth something only among those who measure alike
     */
    record Heartbeat(long round, String charter, List<Beat> beats) implements BallotMessage {
        public Heartbeat {
            beats = List.copyOf(beats);
        }

        @Override
        public void to(Reader reader) {
            reader.heartbeat(this);
        }
    }

    /**
     * One term of a heartbeat.
     *
     * @param since the leader's wall clock in milliseconds, for display only
     * @param release the digest of the term's release commitment; empty if there is none
     */
    record Beat(ElectionName election, Term term, long since, ElectorateVersion electorate, String release) {
        public Beat(ElectionName election, Term term, long since, ElectorateVersion electorate) {
            this(election, term, since, electorate, "");
        }
    }

    /**
     * What a member says to each term of a heartbeat. Round 0 answers none: it introduces a member to those who do not know it.
     *
     * @param charter the rules it goes by; stated in an introduction, else empty
     */
    record Heard(long round, boolean voter, String charter, List<Reply> replies) implements BallotMessage {
        public Heard {
            replies = List.copyOf(replies);
        }

        Heard(long round, boolean voter, List<Reply> replies) {
            this(round, voter, "", replies);
        }

        @Override
        public void to(Reader reader) {
            reader.heard(this);
        }
    }

    /**
     * @param electorate by whom the member would count, so that the leader tells those who do not know the present one
     * @param highest the highest number that the member has voted in or followed
     */
    record Reply(ElectionName election, Term term, ElectorateVersion electorate, Stance stance, long highest) {}

    /** What a member has to say to a candidacy or to a term. */
    enum Stance {
        /** It follows nobody else for a heartbeat timeout; to a candidacy, that it would. */
        AGREED,
        /** It follows another who is well. */
        BOUND,
        /** It has voted in a later term, or followed one. */
        LATER,
        /** Not now: it has just begun, cannot keep its word, or goes by other rules. */
        NOT_YET
    }

    /**
     * A term is over for good, by the word of its owner: whoever followed it is free again.
     *
     * @param heir who has the first try; null for anybody
     */
    record Ended(
            ElectionName election,
            Term term,
            LossReason reason,
            @Nullable NodeName heir) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.ended(this);
        }
    }

    /** A member has taken notice of the end of a term. */
    record Noted(ElectionName election, Term term, boolean voter) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.noted(this);
        }
    }

    // ---- what is asked of a leader ---------------------------------------------------------------------------------

    /**
     * A new election is wanted though somebody leads, who decides whether it gives way.
     *
     * @param nonce by which the answer is known
     * @param override whether windows are no reason to refuse
     */
    record Requested(ElectionName election, String nonce, Trigger trigger, boolean override) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.requested(this);
        }
    }

    /** What the leader says to that, or to a {@link Petition}. */
    record Ruled(ElectionName election, String nonce, Ruling ruling) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.ruled(this);
        }
    }

    /**
     * Somebody wants a node to vote from now on, or no more; the leader sees to it.
     *
     * @param nonce by which the answer is known
     * @param joins whether it is to vote
     */
    record Petition(ElectionName election, String nonce, NodeName node, boolean joins) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.petition(this);
        }
    }

    /** A leader says who votes; a change is valid once majorities of both, those who voted and those who will, have it on disk. */
    record Amendment(ElectionName election, Term term, Suffrage suffrage) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.amendment(this);
        }
    }

    /** A member has kept that change. */
    record Amended(ElectionName election, Term term, ElectorateVersion version) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.amended(this);
        }
    }

    // ---- what if ---------------------------------------------------------------------------------------------------

    /**
     * Who would stand now, and with what? Nobody votes, and nothing changes.
     *
     * @param nonce by which the answers are known
     */
    record Survey(ElectionName election, String nonce) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.surveyed(this);
        }
    }

    /** What a member that takes part would state of itself if it stood. */
    record Stated(ElectionName election, String nonce, boolean stands, Facts facts) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.stated(this);
        }
    }

    // ---- news ------------------------------------------------------------------------------------------------------

    /** A member takes part in elections, or does so no more. */
    record Enrolled(List<Enrolment> enrolments) implements BallotMessage {
        public Enrolled {
            enrolments = List.copyOf(enrolments);
        }

        @Override
        public void to(Reader reader) {
            reader.enrolled(this);
        }
    }

    /** What the one who is told was heard to swear, by its name, in whichever of its lives. */
    record Recalled(List<Sworn> sworn) implements BallotMessage {
        public Recalled {
            sworn = List.copyOf(sworn);
        }

        @Override
        public void to(Reader reader) {
            reader.recalled(this);
        }
    }

    /** The highest term of an election that a member was heard to vote in or to follow. */
    record Sworn(ElectionName election, long number) {}

    /** An operator's word has reached a member. */
    record Paused(ElectionName election, PauseMark mark) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.paused(this);
        }
    }

    /** The leader has begun the work that the election is about. */
    record GenerationStarted(ElectionName election, Term term) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.generationStarted(this);
        }
    }

    /** The leader has stopped it. */
    record GenerationStopped(ElectionName election, Term term, String reason) implements BallotMessage {
        @Override
        public void to(Reader reader) {
            reader.generationStopped(this);
        }
    }
}
