package dev.primus.server.command;

import dev.primus.core.ElectionName;
import dev.primus.core.NodeId;
import dev.primus.core.NodeName;
import dev.primus.server.control.Answer;
import dev.primus.server.control.Request;
import dev.primus.server.control.Rule;
import dev.primus.server.control.socket.ControlClient;
import dev.primus.server.control.socket.Reply;
import dev.primus.server.talk.Complaint;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A node on this host that answers. */
record LocalNode(ControlClient client, Answer.Node status) {
    /** For what a node answers out of its head, or with one look at the store. */
    static final Duration SOON = Duration.ofSeconds(10);

    NodeName name() {
        return NodeId.parse(status.node()).name();
    }

    /**
     * Where it stands in that election.
     *
     * @throws Complaint if it takes no part
     */
    Answer.Seat seat(ElectionName election) {
        return seat(status, election);
    }

    static Answer.Seat seat(Answer.Node status, ElectionName election) {
        return status.elections().stream()
                .filter(seat -> seat.election().equals(election.value()))
                .findFirst()
                .orElseThrow(() -> Complaint.failed("%s takes no part in '%s'.".formatted(status.node(), election)));
    }

    /** A node that does not know, or is too old to be asked, is no reason to show nothing. */
    PausesHeard paused() {
        Reply reply = client.ask(new Request.Paused(), SOON);
        if (reply instanceof Reply.Heard heard) {
            return heard.answer() instanceof Answer.Paused paused
                    ? PausesHeard.of(paused.paused())
                    : PausesHeard.unknown(
                            heard.answer() instanceof Answer.Mistake mistake ? mistake.message() : "no such answer");
        }
        return PausesHeard.unknown(reply instanceof Reply.Lost lost ? lost.why() : ((Reply.NotReached) reply).why());
    }

    /** For questions: whatever keeps the answer away, nothing was changed, and they may be asked again. */
    <T extends Answer> T ask(Request question, Class<T> kind) {
        return ask(question, kind, SOON);
    }

    <T extends Answer> T ask(Request question, Class<T> kind, Duration most) {
        Reply reply = client.ask(question, most);
        if (reply instanceof Reply.Heard heard) {
            return expect(heard.answer(), kind);
        }
        throw Complaint.failed("%s at %s has not answered: %s."
                .formatted(
                        name(),
                        client.file(),
                        reply instanceof Reply.Lost lost ? lost.why() : ((Reply.NotReached) reply).why()));
    }

    <T extends Answer> T expect(Answer answer, Class<T> kind) {
        if (kind.isInstance(answer)) {
            return kind.cast(answer);
        }
        if (answer instanceof Answer.Refusal refusal) {
            throw Complaint.refused("refused%s: %s.".formatted(named(refusal.rule()), refusal.message()));
        }
        String why = answer instanceof Answer.Mistake mistake
                ? mistake.message()
                : answer.getClass().getSimpleName();
        throw Complaint.failed("%s at %s cannot do that: %s. Nothing was done.".formatted(name(), client.file(), why));
    }

    private static String named(@Nullable Rule rule) {
        return rule == null ? "" : " (" + rule.name().toLowerCase(Locale.ROOT) + ")";
    }
}
