package dev.primus.server.control;

import dev.primus.BallotOffice;
import dev.primus.Election;
import dev.primus.Health;
import dev.primus.OperatorAct;
import dev.primus.Primus;
import dev.primus.core.ClusterName;
import dev.primus.core.LeaseTiming;
import dev.primus.core.NodeId;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Pauses;
import dev.primus.feed.Feed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** As much of a node as can be controlled. */
interface Subject {

    NodeId id();

    ClusterName cluster();

    LeaseTiming timing();

    /** The longest that giving leadership up in good order may take. */
    Duration patience();

    Health health();

    List<Election> elections();

    Feed feed();

    Ledger ledger();

    Pauses pauses();

    void note(OperatorAct act);

    default Extras extras() {
        return Extras.NONE;
    }

    /** What it knows as a voter; empty if it is none. */
    default Optional<BallotOffice> office() {
        return Optional.empty();
    }

    /** The elections it has seen, in former lives too. */
    default PastElections past() {
        return PastElections.NONE;
    }

    static Subject of(Primus primus, Extras extras, PastElections past) {
        return new Subject() {
            @Override
            public PastElections past() {
                return past;
            }

            @Override
            public Extras extras() {
                return extras;
            }

            @Override
            public Optional<BallotOffice> office() {
                return primus.ballotOffice();
            }

            @Override
            public NodeId id() {
                return primus.id();
            }

            @Override
            public ClusterName cluster() {
                return primus.cluster();
            }

            @Override
            public LeaseTiming timing() {
                return primus.timing();
            }

            @Override
            public Duration patience() {
                return primus.patience();
            }

            @Override
            public Health health() {
                return primus.health();
            }

            @Override
            public List<Election> elections() {
                return primus.elections();
            }

            @Override
            public Feed feed() {
                return primus.feed();
            }

            @Override
            public Ledger ledger() {
                return primus.ledger();
            }

            @Override
            public Pauses pauses() {
                return primus.pauses();
            }

            @Override
            public void note(OperatorAct act) {
                primus.note(act);
            }
        };
    }
}
