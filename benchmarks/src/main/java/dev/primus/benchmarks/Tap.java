package dev.primus.benchmarks;

import dev.primus.core.ClusterName;
import dev.primus.core.NodeId;
import dev.primus.core.ballot.BallotMessage.Candidacy;
import dev.primus.core.ballot.BallotMessage.Heard;
import dev.primus.core.ballot.BallotMessage.Heartbeat;
import dev.primus.core.ballot.BallotMessage.Stage;
import dev.primus.core.ballot.BallotMessage.Winner;
import dev.primus.core.spi.PeerLink;
import dev.primus.core.spi.PeerMail;
import dev.primus.core.spi.PeerMessage;
import dev.primus.core.spi.PeerView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads along on a node's link, and notes when the turning points of an election passed by, in microseconds of the host's clock. */
final class Tap implements PeerLink {
    private final PeerLink inner;
    private final Figures roundTrips = new Figures();
    private final Map<Long, Long> rounds = new ConcurrentHashMap<>();
    private long number;
    private volatile long lastBeat;
    private volatile long stood;
    private volatile long viable;
    private volatile long won;

    Tap(PeerLink inner) {
        this.inner = inner;
    }

    /** The host's wall clock, which all processes share. */
    static long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    /** When a heartbeat was heard last, and then of this node's own candidate: when it stood, could be voted for, and had won. */
    String moments() {
        return "%d %d %d %d".formatted(lastBeat, stood, viable, won);
    }

    /** From a heartbeat to each answer, in milliseconds. */
    Figures roundTrips() {
        return roundTrips;
    }

    @Override
    public void open(ClusterName cluster, NodeId self, Ear ear) {
        inner.open(cluster, self, new Ear() {
            @Override
            public void viewed(PeerView view) {
                ear.viewed(view);
            }

            @Override
            public void heard(NodeId from, PeerMessage message) {
                hear(message);
                ear.heard(from, message);
            }
        });
    }

    private void hear(PeerMessage message) {
        if (message instanceof Heartbeat) {
            lastBeat = micros();
        } else if (message instanceof Heard heard) {
            Long asked = rounds.get(heard.round());
            if (asked != null) {
                roundTrips.add((System.nanoTime() - asked) / 1e6);
            }
        }
    }

    @Override
    public void send(List<PeerMail> mail) {
        mail.forEach(letter -> say(letter.message()));
        inner.send(mail);
    }

    private void say(PeerMessage message) {
        if (message instanceof Heartbeat heartbeat) {
            rounds.putIfAbsent(heartbeat.round(), System.nanoTime());
        } else if (message instanceof Candidacy candidacy) {
            stand(candidacy);
        } else if (message instanceof Winner && won < stood) {
            won = micros();
        }
    }

    /** The same is said to many, and perhaps again: the first time counts, of the latest candidacy. */
    private void stand(Candidacy candidacy) {
        if (candidacy.number() != number) {
            number = candidacy.number();
            stood = micros();
            viable = 0;
        }
        if (candidacy.stage() == Stage.VIABLE && viable == 0) {
            viable = micros();
        }
    }

    @Override
    public void close() {
        inner.close();
    }
}
