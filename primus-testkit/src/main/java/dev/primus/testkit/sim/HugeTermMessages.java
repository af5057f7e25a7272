package dev.primus.testkit.sim;

import dev.primus.core.ElectionName;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
import dev.primus.core.Term;
import dev.primus.core.registry.RegistryMessage;
import dev.primus.core.registry.RegistryMessage.Beat;
import dev.primus.core.registry.RegistryMessage.Purpose;
import dev.primus.core.registry.RegistryMessage.Stance;
import dev.primus.core.registry.RegistryMessage.Vote;
import dev.primus.core.registry.RegistryRules;
import dev.primus.core.registry.Testimony;
import dev.primus.core.registry.ViewId;
import dev.primus.core.spi.PeerView;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages of the registry's protocol, by a member under its own name, that report a term no cluster has reached. */
final class HugeTermMessages {
    private final ElectionName election;
    private final NodeId sender;
    private final String charter;

    HugeTermMessages(ElectionName election, NodeId sender, PeerRules rules, ByRegistry registry) {
        this.election = election;
        this.sender = sender;
        String row = rules.quorum().rows() > 0 ? "row" : "";
        this.charter = new RegistryRules(
                        sender, true, rules.quorum(), row, registry.timing(), registry.resolver(), registry.rulings())
                .charter();
    }

    /** @param how which message, from 0 to below {@link Inflation#WAYS} */
    List<RegistryMessage> of(int how, long number, SimPeerLink receiver) {
        Term term = Term.of(sender, number);
        PeerView seen = receiver.view();
        ViewId view = new ViewId(seen.number(), seen.registrar());
        return switch (how) {
            case 0 -> List.of(round(Purpose.GO_ON, term, List.of()));
            case 1 -> List.of(round(Purpose.BEGIN, term, List.of()));
            case 2 -> List.of(round(Purpose.ASK, Term.of(sender, 1), List.of(term)));
            case 3 ->
                List.of(new RegistryMessage.Voted(
                        0, true, List.of(new Vote(election, Term.of(receiver.self(), 1), Stance.NOT_YET, number))));
            case 4 ->
                List.of(new RegistryMessage.Collected(
                        view, charter, true, 1, 2, List.of(testimony(number, null, List.of()))));
            case 5 ->
                List.of(new RegistryMessage.Collected(
                        view, charter, true, 1, 2, List.of(testimony(1, term, List.of(term)))));
            case 6 -> List.of(new RegistryMessage.Claim(view, "huge", testimony(number, null, List.of())));
            case 7 -> List.of(new RegistryMessage.Ended(election, term, LossReason.NO_QUORUM, null));
            default -> List.of(new RegistryMessage.Refused(view, "huge", testimony(number, null, List.of())));
        };
    }

    private RegistryMessage.Round round(Purpose purpose, Term term, List<Term> over) {
        return new RegistryMessage.Round(Long.MAX_VALUE, charter, purpose, List.of(new Beat(election, term, 0, over)));
    }

    private Testimony testimony(long highest, @Nullable Term holds, List<Term> over) {
        return new Testimony(election, highest, holds, null, over, 0, null, Duration.ZERO, null, null);
    }
}
