package dev.primus.cluster.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.Electorate;
import dev.primus.core.NodeId;
import dev.primus.core.Pause;
import dev.primus.core.Ruling;
import dev.primus.core.Term;
import dev.primus.core.ballot.BallotMessage;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Amended;
import dev.primus.core.ballot.BallotMessage.Amendment;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Discover;
import dev.primus.core.ballot.BallotMessage.Discovered;
import dev.primus.core.ballot.BallotMessage.Ended;
import dev.primus.core.ballot.BallotMessage.Enrolled;
import dev.primus.core.ballot.BallotMessage.GenerationStarted;
import dev.primus.core.ballot.BallotMessage.GenerationStopped;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Noted;
import dev.primus.core.ballot.BallotMessage.Paused;
import dev.primus.core.ballot.BallotMessage.Petition;
import dev.primus.core.ballot.BallotMessage.Recalled;
import dev.primus.core.ballot.BallotMessage.Requested;
import dev.primus.core.ballot.BallotMessage.Ruled;
import dev.primus.core.ballot.BallotMessage.Started;
import dev.primus.core.ballot.BallotMessage.Stated;
import dev.primus.core.ballot.BallotMessage.Survey;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Writes one message as JSON: fields and names as documented, and ours beside them. {@link LetterReader} reads it.
 *
 * <p>Where a documented field names a node, {@code peer_id} says which life of it: a term belongs to one.
 */
final class LetterWriter implements BallotMessage.Reader {
    private static final long NO_TERM = 0;

    private final FieldWriter out = new FieldWriter();
    private final NodeId sender;
    private final Instant now;
    private Channel channel = Channel.ELECTION;

    private LetterWriter(NodeId sender, Instant now) {
        this.sender = sender;
        this.now = now;
    }

    /** A message, ready to be put into an envelope of its channel. */
    record Written(Channel channel, byte[] json) {}

    /** @throws IllegalArgumentException if it holds more than can be sent */
    static Written write(NodeId sender, Instant now, BallotMessage message) {
        LetterWriter writer = new LetterWriter(sender, now);
        message.to(writer);
        return new Written(writer.channel, writer.out.end());
    }

    private void letter(Kind kind, long term, Consumer<FieldWriter> data) {
        head(kind, term);
        out.object("data", data);
    }

    private void letter(Kind kind, ElectionName election, long term, Consumer<FieldWriter> data) {
        head(kind, term);
        out.text("election", election).object("data", data);
    }

    /** About the term of a node, whose name and number are there already. */
    private void letter(Kind kind, ElectionName election, Term term, Consumer<FieldWriter> data) {
        letter(kind, election, term.token().value(), data.andThen(fields -> fields.text("peer_id", term.leader())));
    }

    private void head(Kind kind, long term) {
        channel = kind.channel();
        out.text("type", kind.word())
                .text("node_id", sender.name())
                .text("incarnation", sender.incarnation())
                .time("timestamp", now)
                .number("term", term);
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void discover(Discover message) {
        letter(Kind.DISCOVER, NO_TERM, data -> data.texts("elections", message.elections()));
    }

    @Override
    public void discovered(Discovered message) {
        Term leader = message.leader();
        letter(
                Kind.DISCOVERED,
                message.election(),
                leader,
                data -> data.text("current_admin", leader.leader().name()));
    }

    @Override
    public void started(Started message) {
        letter(
                Kind.STARTED,
                message.election(),
                message.term(),
                data -> data.text("trigger", message.trigger().word()));
    }

    @Override
    public void candidacy(Candidacy message) {
        letter(Kind.CANDIDACY, message.election(), message.term(), data -> {
            candidate(data, message.term().leader(), message.facts());
            data.share("score", message.score())
                    .number("number", message.number())
                    .text("stage", word(message.stage()))
                    .text("electorate", message.electorate());
            charter(data, message.charter());
        });
    }

    @Override
    public void winner(Winner message) {
        letter(Kind.WINNER, message.election(), message.term(), data -> {
            candidate(data, message.term().leader(), message.facts());
            data.share("score", message.score())
                    .texts("voters", message.voters())
                    .objects("runners_up", message.runnersUp(), rival -> {
                        candidate(data, rival.node(), rival.facts());
                        data.text("peer_id", rival.node());
                    });
        });
    }

    /** As documented this is what is used; the facts have what is free. */
    private static void candidate(FieldWriter data, NodeId candidate, Facts facts) {
        data.text("node_id", candidate.name())
                .texts("capabilities", facts.capabilities())
                .text("uptime", nanos(facts.uptimeMillis()))
                .object(
                        "resources",
                        resources -> resources
                                .share("cpu_usage", used(facts.freeCpu()))
                                .share("memory_usage", used(facts.freeMemory()))
                                .share("disk_usage", used(facts.freeDisk()))
                                .share("network_quality", facts.networkQuality().millionths()))
                .text("experience", nanos(facts.experienceMillis()));
    }

    private static int used(Share free) {
        return Share.ALL.millionths() - free.millionths();
    }

    private static long nanos(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    @Override
    public void acknowledged(Acknowledged message) {
        Facts own = message.own();
        letter(Kind.ACKNOWLEDGED, message.election(), NO_TERM, data -> {
            data.number("number", message.number())
                    .flag("voter", message.voter())
                    .text("electorate", message.electorate())
                    .text("stance", word(message.stance()))
                    .number("highest", message.highest());
            if (own != null) {
                data.object("own", fields -> candidate(fields, sender, own));
            }
        });
    }

    @Override
    public void vote(Vote message) {
        letter(
                Kind.VOTE,
                message.election(),
                message.term(),
                data -> data.text("candidate", message.term().leader().name())
                        .text("electorate", message.electorate()));
    }

    @Override
    public void heartbeat(Heartbeat message) {
        letter(
                Kind.BEAT,
                NO_TERM,
                data -> data.number("round", message.round())
                        .text("charter", message.charter())
                        .objects("beats", message.beats(), beat -> {
                            term(data, beat.election(), beat.term());
                            data.number("since", beat.since()).text("electorate", beat.electorate());
                            if (!beat.release().isEmpty()) {
                                data.text("release", beat.release());
                            }
                        }));
    }

    @Override
    public void heard(Heard message) {
        letter(Kind.HEARD, NO_TERM, data -> {
            data.number("round", message.round()).flag("voter", message.voter());
            charter(data, message.charter());
            data.objects("replies", message.replies(), reply -> {
                term(data, reply.election(), reply.term());
                data.text("electorate", reply.electorate())
                        .text("stance", word(reply.stance()))
                        .number("highest", reply.highest());
            });
        });
    }

    private static void charter(FieldWriter data, String charter) {
        if (!charter.isEmpty()) {
            data.text("charter", charter);
        }
    }

    private static void term(FieldWriter data, ElectionName election, Term term) {
        data.text("election", election).number("term", term.token().value()).text("peer_id", term.leader());
    }

    @Override
    public void ended(Ended message) {
        letter(
                Kind.ENDED,
                message.election(),
                message.term(),
                data -> data.text("target_node", message.heir())
                        .nothing("failover_state")
                        .text("reason", word(message.reason())));
    }

    @Override
    public void noted(Noted message) {
        letter(Kind.NOTED, message.election(), message.term(), data -> data.flag("voter", message.voter()));
    }

    @Override
    public void requested(Requested message) {
        letter(
                Kind.REQUESTED,
                message.election(),
                NO_TERM,
                data -> data.text("nonce", message.nonce())
                        .text("trigger", message.trigger().word())
                        .flag("override", message.override()));
    }

    @Override
    public void ruled(Ruled message) {
        letter(Kind.RULED, message.election(), NO_TERM, data -> {
            data.text("nonce", message.nonce()).text("refusal", message.ruling().why());
            if (message.ruling().outcome() == Ruling.Outcome.UNDECIDED) {
                data.flag("undecided", true);
            }
        });
    }

    @Override
    public void amendment(Amendment message) {
        Electorate proposed = message.suffrage().proposed();
        letter(Kind.AMENDMENT, message.election(), message.term(), data -> {
            electorate(data, "in_force", message.suffrage().inForce());
            if (proposed == null) {
                data.nothing("proposed");
            } else {
                electorate(data, "proposed", proposed);
            }
        });
    }

    private static void electorate(FieldWriter data, String name, Electorate electorate) {
        data.object(
                name,
                fields -> fields.number("term", electorate.term())
                        .number("change", electorate.change())
                        // in order, so that the same electorate is the same bytes
                        .texts("members", new TreeSet<>(electorate.members())));
    }

    @Override
    public void petition(Petition message) {
        letter(
                Kind.PETITION,
                message.election(),
                NO_TERM,
                data -> data.text("nonce", message.nonce())
                        .text("node_id", message.node())
                        .flag("joins", message.joins()));
    }

    @Override
    public void amended(Amended message) {
        letter(Kind.AMENDED, message.election(), message.term(), data -> data.text("version", message.version()));
    }

    @Override
    public void enrolled(Enrolled message) {
        letter(
                Kind.ENROLLED,
                NO_TERM,
                data -> data.objects(
                        "enrolments",
                        message.enrolments(),
                        enrolment -> data.text("election", enrolment.election()).text("part", word(enrolment.part()))));
    }

    @Override
    public void recalled(Recalled message) {
        letter(
                Kind.RECALLED,
                NO_TERM,
                data -> data.objects(
                        "sworn",
                        message.sworn(),
                        sworn -> data.text("election", sworn.election()).number("term", sworn.number())));
    }

    @Override
    public void paused(Paused message) {
        Pause pause = message.mark().pause();
        letter(Kind.PAUSED, message.election(), NO_TERM, data -> {
            data.number("stamp", message.mark().stamp());
            if (pause == null) {
                data.nothing("pause");
            } else {
                data.object(
                        "pause",
                        fields -> fields.text("by", pause.by())
                                .text("why", pause.why())
                                .time("since", pause.since()));
            }
        });
    }

    @Override
    public void surveyed(Survey message) {
        letter(Kind.SURVEY, message.election(), NO_TERM, data -> data.text("nonce", message.nonce()));
    }

    @Override
    public void stated(Stated message) {
        letter(Kind.STATED, message.election(), NO_TERM, data -> {
            candidate(data, sender, message.facts());
            data.text("nonce", message.nonce()).flag("stands", message.stands());
        });
    }

    @Override
    public void generationStarted(GenerationStarted message) {
        letter(
                Kind.GENERATION_STARTED,
                message.election(),
                message.term(),
                data -> data.text("leader_id", message.term().leader().name()));
    }

    @Override
    public void generationStopped(GenerationStopped message) {
        letter(
                Kind.GENERATION_STOPPED,
                message.election(),
                message.term(),
                data -> data.text("reason", message.reason()));
    }
}
