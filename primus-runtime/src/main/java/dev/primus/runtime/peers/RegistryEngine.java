package dev.primus.runtime.peers;

import dev.primus.core.LossReason;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.peers.Member;
import dev.primus.core.peers.Past;
import dev.primus.core.peers.PeerHands;
import dev.primus.core.registry.Appeal;
import dev.primus.core.registry.Registry;
import dev.primus.core.registry.RegistryHands;
import dev.primus.core.registry.RegistryMessage;
import dev.primus.core.registry.RegistryRules;
import dev.primus.core.spi.PeerView;
import dev.primus.core.spi.Witness;
import dev.primus.runtime.stage.Stage;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The peer registry, with the row that decides between two if there is one. */
public final class RegistryEngine implements PeerEngine<RegistryMessage> {
    private final RegistryRules rules;
    private final Stage stage;
    private final @Nullable RowVoter row;

    /**
     * @param witness opens the row that votes like a member; null if there is none
     */
    public RegistryEngine(RegistryRules rules, Stage stage, @Nullable Supplier<Witness> witness) {
        this.rules = rules;
        this.stage = stage;
        this.row = witness == null
                ? null
                : new RowVoter(witness, rules.timing().lease().lease(), stage.lane("witness"));
    }

    @Override
    public NodeId self() {
        return rules.self();
    }

    @Override
    public Class<RegistryMessage> language() {
        return RegistryMessage.class;
    }

    @Override
    public LossReason whenSilent() {
        return rules.quorum().isByPromise() ? LossReason.NO_QUORUM : LossReason.EXPIRED;
    }

    @Override
    public Duration checkEvery() {
        return rules.timing().checkEvery();
    }

    /** A row is asked when half of the usual time has passed, and needs as much as any store. */
    @Override
    public Duration patience() {
        Duration io = rules.timing().lease().ioTimeout();
        return rules.quorum().rows() > 0 ? io.plus(io.dividedBy(2)) : io;
    }

    @Override
    public Duration patienceForATerm() {
        return patience().plus(rules.timing().stableAfter());
    }

    @Override
    public Member<RegistryMessage> member(
            PeerHands<RegistryMessage> hands, Past past, MonoTime now, Consumer<Runnable> mailbox) {
        Hands both = new Hands(hands, mailbox);
        Registry registry = new Registry(rules, both, past, now);
        both.registry = registry;
        return registry;
    }

    @Override
    public void warmUp() {
        if (row != null) {
            row.warmUp();
        }
    }

    @Override
    public String obstacle(PeerView view) {
        return row != null && row.isSilent() && view.members().size() == 1
                ? "the other node is out of reach, and so is the row that decides"
                : "";
    }

    @Override
    public void close() {
        if (row != null) {
            row.close();
        }
    }

    /** Every member's hands, and one for the row. */
    private final class Hands extends LentHands<RegistryMessage> implements RegistryHands {
        private final Consumer<Runnable> mailbox;
        private @Nullable Registry registry;

        Hands(PeerHands<RegistryMessage> lent, Consumer<Runnable> mailbox) {
            super(lent);
            this.mailbox = mailbox;
        }

        @Override
        public void appeal(Appeal appeal) {
            RowVoter asked = row;
            Registry asking = registry;
            if (asked != null && asking != null) {
                asked.ask(appeal, (part, words) -> mailbox.accept(() -> asking.witnessed(part, words, stage.now())));
            }
        }
    }
}
