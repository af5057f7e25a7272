package dev.primus.cluster.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.Electorate;
import dev.primus.core.ElectorateVersion;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.core.Pause;
import dev.primus.core.Ruling;
import dev.primus.core.Suffrage;
import dev.primus.core.Term;
import dev.primus.core.Trigger;
import dev.primus.core.ballot.BallotMessage;
import dev.primus.core.ballot.BallotMessage.Acknowledged;
import dev.primus.core.ballot.BallotMessage.Amended;
import dev.primus.core.ballot.BallotMessage.Amendment;
import dev.primus.core.ballot.BallotMessage.Beat;
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
import dev.primus.core.ballot.BallotMessage.Reply;
import dev.primus.core.ballot.BallotMessage.Requested;
import dev.primus.core.ballot.BallotMessage.Ruled;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Stance;
import dev.primus.core.ballot.BallotMessage.Started;
import dev.primus.core.ballot.BallotMessage.Stated;
import dev.primus.core.ballot.BallotMessage.Survey;
import dev.primus.core.ballot.BallotMessage.Sworn;
import dev.primus.core.ballot.BallotMessage.Vote;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.ballot.Rival;
import dev.primus.core.ballot.score.Capability;
import dev.primus.core.ballot.score.Facts;
import dev.primus.core.ballot.score.Share;
import dev.primus.core.peers.PauseMark;
import dev.primus.core.spi.Enrolment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads what a {@link LetterWriter} wrote, and believes nothing: no name, no number and no length. */
final class LetterReader {
    private final Fields head;
    private final Fields data;

    private LetterReader(Fields head) throws RefusedMail {
        this.head = head;
        this.data = head.object("data");
    }

    static Letter read(byte[] json) throws RefusedMail {
        Fields head = Fields.parse(json);
        Kind kind = Kind.of(head.text("type"));
        try {
            NodeId sender = NodeId.of(head.text("node_id"), head.text("incarnation"));
            return new Letter(sender, head.time("timestamp"), kind.channel(), new LetterReader(head).message(kind));
        } catch (IllegalArgumentException e) {
            throw RefusedMail.unreadable("a value that is out of range");
        }
    }

    private BallotMessage message(Kind kind) throws RefusedMail {
        return switch (kind) {
            case DISCOVER -> new Discover(data.texts("elections", ElectionName::new));
            case DISCOVERED -> new Discovered(election(), termOf("current_admin"));
            case STARTED -> new Started(election(), head.count("term"), Trigger.of(data.text("trigger")));
            case CANDIDACY ->
                new Candidacy(
                        election(),
                        termOf("node_id"),
                        data.count("number"),
                        constant(data, "stage", Stage.values()),
                        version(data, "electorate"),
                        charter(),
                        facts(data),
                        data.share("score"));
            case VOTE -> new Vote(election(), termOf("candidate"), version(data, "electorate"));
            case WINNER ->
                new Winner(
                        election(),
                        termOf("node_id"),
                        facts(data),
                        data.share("score"),
                        data.texts("voters", NodeName::new),
                        data.optionalObjects("runners_up", LetterReader::rival));
            case ENDED -> new Ended(election(), term(), constant(data, "reason", LossReason.values()), heir());
            case GENERATION_STARTED -> new GenerationStarted(election(), termOf("leader_id"));
            case GENERATION_STOPPED -> new GenerationStopped(election(), term(), data.text("reason"));
            case BEAT ->
                new Heartbeat(data.count("round"), data.text("charter"), data.objects("beats", LetterReader::beat));
            case ACKNOWLEDGED ->
                new Acknowledged(
                        election(),
                        data.count("number"),
                        data.flag("voter"),
                        version(data, "electorate"),
                        constant(data, "stance", Stance.values()),
                        data.count("highest"),
                        own());
            case HEARD ->
                new Heard(
                        data.count("round"),
                        data.flag("voter"),
                        charter(),
                        data.objects("replies", LetterReader::reply));
            case NOTED -> new Noted(election(), term(), data.flag("voter"));
            case REQUESTED ->
                new Requested(election(), data.text("nonce"), Trigger.of(data.text("trigger")), data.flag("override"));
            case RULED -> new Ruled(election(), data.text("nonce"), ruling());
            case AMENDMENT ->
                new Amendment(election(), term(), new Suffrage(electorate(data.object("in_force")), proposed()));
            case AMENDED -> new Amended(election(), term(), version(data, "version"));
            case PETITION ->
                new Petition(election(), data.text("nonce"), new NodeName(data.text("node_id")), data.flag("joins"));
            case ENROLLED -> new Enrolled(data.objects("enrolments", LetterReader::enrolment));
            case RECALLED -> new Recalled(data.objects("sworn", LetterReader::sworn));
            case SURVEY -> new Survey(election(), data.text("nonce"));
            case STATED -> new Stated(election(), data.text("nonce"), data.flag("stands"), facts(data));
            case PAUSED -> new Paused(election(), new PauseMark(pause(), data.number("stamp")));
        };
    }

    private Ruling ruling() throws RefusedMail {
        String why = data.text("refusal");
        return data.optionalFlag("undecided") ? Ruling.undecided(why) : Ruling.unless(why);
    }

    private ElectionName election() throws RefusedMail {
        return new ElectionName(head.text("election"));
    }

    private Term term() throws RefusedMail {
        return Term.of(NodeId.parse(data.text("peer_id")), head.number("term"));
    }

    /** The same, where the node's name stands in another field too: two names would be one too many. */
    private Term termOf(String named) throws RefusedMail {
        Term term = term();
        if (!term.leader().name().value().equals(data.text(named))) {
            throw RefusedMail.unreadable("%s and peer_id differ".formatted(named));
        }
        return term;
    }

    private static <E extends Enum<E>> E constant(Fields fields, String name, E[] allowed) throws RefusedMail {
        String word = fields.text(name);
        for (E each : allowed) {
            if (LetterWriter.word(each).equals(word)) {
                return each;
            }
        }
        throw RefusedMail.unreadable("%s is none of those that there are".formatted(name));
    }

    /** A voter reads failed terms from its own records, so nobody is asked for them. */
    private static Facts facts(Fields candidate) throws RefusedMail {
        Fields resources = candidate.object("resources");
        return new Facts(
                millis(candidate, "uptime"),
                new TreeSet<>(candidate.texts("capabilities", Capability::new)),
                free(resources, "cpu_usage"),
                free(resources, "memory_usage"),
                free(resources, "disk_usage"),
                new Share(resources.share("network_quality")),
                millis(candidate, "experience"),
                0);
    }

    private static long millis(Fields candidate, String name) throws RefusedMail {
        return TimeUnit.NANOSECONDS.toMillis(candidate.countInText(name));
    }

    /** Where it may be left out; then it is empty. */
    private String charter() throws RefusedMail {
        String charter = data.optionalText("charter");
        return charter == null ? "" : charter;
    }

    private @Nullable Facts own() throws RefusedMail {
        Fields own = data.optionalObject("own");
        return own == null ? null : facts(own);
    }

    private static Rival rival(Fields entry) throws RefusedMail {
        return new Rival(NodeId.parse(entry.text("peer_id")), facts(entry));
    }

    private static Share free(Fields resources, String used) throws RefusedMail {
        return new Share(Share.ALL.millionths() - resources.share(used));
    }

    private @Nullable NodeName heir() throws RefusedMail {
        String heir = data.optionalText("target_node");
        return heir == null ? null : new NodeName(heir);
    }

    private static ElectorateVersion version(Fields fields, String name) throws RefusedMail {
        return ElectorateVersion.parse(fields.text(name));
    }

    private @Nullable Electorate proposed() throws RefusedMail {
        Fields proposed = data.optionalObject("proposed");
        return proposed == null ? null : electorate(proposed);
    }

    private static Electorate electorate(Fields fields) throws RefusedMail {
        return new Electorate(
                fields.count("term"), fields.count("change"), distinct(fields.texts("members", NodeName::new)));
    }

    private static Set<NodeName> distinct(List<NodeName> names) throws RefusedMail {
        Set<NodeName> distinct = new HashSet<>(names);
        if (distinct.size() < names.size()) {
            throw RefusedMail.unreadable("a member is named twice");
        }
        return distinct;
    }

    private static Term termIn(Fields entry) throws RefusedMail {
        return Term.of(NodeId.parse(entry.text("peer_id")), entry.number("term"));
    }

    private static Beat beat(Fields entry) throws RefusedMail {
        String release = entry.optionalText("release");
        return new Beat(
                new ElectionName(entry.text("election")),
                termIn(entry),
                entry.number("since"),
                version(entry, "electorate"),
                release == null ? "" : release);
    }

    private static Reply reply(Fields entry) throws RefusedMail {
        return new Reply(
                new ElectionName(entry.text("election")),
                termIn(entry),
                version(entry, "electorate"),
                constant(entry, "stance", Stance.values()),
                entry.count("highest"));
    }

    private static Enrolment enrolment(Fields entry) throws RefusedMail {
        return new Enrolment(
                new ElectionName(entry.text("election")), constant(entry, "part", Enrolment.Part.values()));
    }

    private static Sworn sworn(Fields entry) throws RefusedMail {
        return new Sworn(new ElectionName(entry.text("election")), entry.count("term"));
    }

    private @Nullable Pause pause() throws RefusedMail {
        Fields pause = data.optionalObject("pause");
        return pause == null ? null : new Pause(pause.text("by"), pause.text("why"), pause.time("since"));
    }
}
