package dev.primus.cluster;

import dev.primus.core.LossReason;
import dev.primus.core.NodeName;
import dev.primus.core.registry.RegistryMessage;
import dev.primus.core.registry.RegistryMessage.Announced;
import dev.primus.core.registry.RegistryMessage.Beat;
import dev.primus.core.registry.RegistryMessage.Claim;
import dev.primus.core.registry.RegistryMessage.Collect;
import dev.primus.core.registry.RegistryMessage.Collected;
import dev.primus.core.registry.RegistryMessage.Displaced;
import dev.primus.core.registry.RegistryMessage.Ended;
import dev.primus.core.registry.RegistryMessage.Enrolled;
import dev.primus.core.registry.RegistryMessage.Granted;
import dev.primus.core.registry.RegistryMessage.Leaving;
import dev.primus.core.registry.RegistryMessage.Noted;
import dev.primus.core.registry.RegistryMessage.Paused;
import dev.primus.core.registry.RegistryMessage.Purpose;
import dev.primus.core.registry.RegistryMessage.Refused;
import dev.primus.core.registry.RegistryMessage.Round;
import dev.primus.core.registry.RegistryMessage.Stance;
import dev.primus.core.registry.RegistryMessage.Vote;
import dev.primus.core.registry.RegistryMessage.Voted;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.PeerMessage;
import java.io.IOException;

/**
 * The registry's messages on the wire: a byte for the version, one for the kind, then its parts in order. Another version
 * or an unknown kind is refused, never guessed at.
 */
public final class RegistryCodec implements PeerCodec {
    private static final int VERSION = 1;

    /** What there is, by the number on the wire: its place here, which is therefore never changed. */
    private enum Kind {
        COLLECT,
        COLLECTED,
        CLAIM,
        GRANTED,
        REFUSED,
        ROUND,
        VOTED,
        ENDED,
        NOTED,
        DISPLACED,
        ENROLLED,
        PAUSED,
        ANNOUNCED,
        LEAVING
    }

    @Override
    public byte[] encode(PeerMessage message) {
        if (!(message instanceof RegistryMessage known)) {
            throw new IllegalArgumentException("%s is no message of the registry".formatted(message));
        }
        Writer writer = new Writer();
        known.to(writer);
        return writer.frame.bytes();
    }

    @Override
    public PeerMessage decode(byte[] bytes) throws BadFrame {
        if (bytes.length < 2) {
            throw new BadFrame("%d bytes".formatted(bytes.length));
        }
        if (bytes[0] != VERSION) {
            throw new BadFrame("version %d, this node speaks %d".formatted(bytes[0], VERSION));
        }
        if (bytes[1] < 0 || bytes[1] >= Kind.values().length) {
            throw new BadFrame("unknown kind %d".formatted(bytes[1]));
        }
        try {
            FrameReader in = new FrameReader(bytes, 2);
            PeerMessage message = read(Kind.values()[bytes[1]], in);
            in.end();
            return message;
        } catch (IOException | IllegalArgumentException e) {
            throw new BadFrame("cut short or out of range: " + e.getMessage());
        }
    }

    private static RegistryMessage read(Kind kind, FrameReader in) throws IOException, BadFrame {
        return switch (kind) {
            case COLLECT -> new Collect(in.view());
            case COLLECTED ->
                new Collected(
                        in.view(), in.text(), in.flag(), (int) in.count(), (int) in.count(), in.list(in::testimony));
            case CLAIM -> new Claim(in.view(), in.text(), in.testimony());
            case GRANTED -> new Granted(in.view(), in.election(), in.text(), in.term());
            case REFUSED -> new Refused(in.view(), in.text(), in.testimony());
            case ROUND ->
                new Round(
                        in.count(),
                        in.text(),
                        in.constant(Purpose.class),
                        in.list(() -> new Beat(in.election(), in.term(), in.number(), in.list(in::term), in.text())));
            case VOTED ->
                new Voted(
                        in.count(),
                        in.flag(),
                        in.list(() -> new Vote(in.election(), in.term(), in.constant(Stance.class), in.count())));
            case ENDED -> new Ended(in.election(), in.term(), in.constant(LossReason.class), in.optionalName());
            case NOTED -> new Noted(in.election(), in.term(), in.flag());
            case DISPLACED -> new Displaced(in.view(), in.election(), in.list(in::term), new NodeName(in.text()));
            case ENROLLED ->
                new Enrolled(in.list(() -> new Enrolment(in.election(), in.constant(Enrolment.Part.class))));
            case PAUSED -> new Paused(in.election(), in.pauseMark());
            case ANNOUNCED -> new Announced(in.text(), in.flag());
            case LEAVING -> new Leaving();
        };
    }

    /** Writes each kind's parts in the order in which they are read. */
    private static final class Writer implements RegistryMessage.Reader {
        private final FrameWriter frame = new FrameWriter();

        private FrameWriter begin(Kind kind) {
            return frame.octet(VERSION).octet(kind.ordinal());
        }

        @Override
        public void collect(Collect message) {
            begin(Kind.COLLECT).view(message.view());
        }

        @Override
        public void collected(Collected message) {
            begin(Kind.COLLECTED)
                    .view(message.view())
                    .text(message.charter())
                    .flag(message.voter())
                    .number(message.part())
                    .number(message.parts())
                    .list(message.testimonies(), frame::testimony);
        }

        @Override
        public void claim(Claim message) {
            begin(Kind.CLAIM).view(message.view()).text(message.nonce()).testimony(message.known());
        }

        @Override
        public void granted(Granted message) {
            begin(Kind.GRANTED)
                    .view(message.view())
                    .text(message.election())
                    .text(message.nonce())
                    .term(message.term());
        }

        @Override
        public void refused(Refused message) {
            begin(Kind.REFUSED).view(message.view()).text(message.nonce()).testimony(message.known());
        }

        @Override
        public void round(Round message) {
            begin(Kind.ROUND)
                    .number(message.number())
                    .text(message.charter())
                    .text(message.purpose())
                    .list(
                            message.beats(),
                            beat -> frame.text(beat.election())
                                    .term(beat.term())
                                    .number(beat.since())
                                    .list(beat.over(), frame::term)
                                    .text(beat.release()));
        }

        @Override
        public void voted(Voted message) {
            begin(Kind.VOTED)
                    .number(message.round())
                    .flag(message.voter())
                    .list(
                            message.votes(),
                            vote -> frame.text(vote.election())
                                    .term(vote.term())
                                    .text(vote.stance())
                                    .number(vote.highest()));
        }

        @Override
        public void ended(Ended message) {
            begin(Kind.ENDED)
                    .text(message.election())
                    .term(message.term())
                    .text(message.reason())
                    .optional(message.heir());
        }

        @Override
        public void noted(Noted message) {
            begin(Kind.NOTED).text(message.election()).term(message.term()).flag(message.voter());
        }

        @Override
        public void displaced(Displaced message) {
            begin(Kind.DISPLACED)
                    .view(message.view())
                    .text(message.election())
                    .list(message.terms(), frame::term)
                    .text(message.chosen());
        }

        @Override
        public void enrolled(Enrolled message) {
            begin(Kind.ENROLLED)
                    .list(
                            message.enrolments(),
                            enrolment -> frame.text(enrolment.election()).text(enrolment.part()));
        }

        @Override
        public void paused(Paused message) {
            begin(Kind.PAUSED).text(message.election()).pauseMark(message.mark());
        }

        @Override
        public void announced(Announced message) {
            begin(Kind.ANNOUNCED).text(message.charter()).flag(message.voter());
        }

        @Override
        public void leaving(Leaving message) {
            begin(Kind.LEAVING);
        }
    }
}
