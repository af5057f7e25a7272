package dev.primus.cluster.ballot;

import dev.primus.core.ClusterName;
import dev.primus.core.ElectionName;
import dev.primus.core.Electorate;
import dev.primus.core.ElectorateVersion;
import dev.primus.core.LossReason;
import dev.primus.core.NodeId;
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
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Nodes, keys and one message of every kind; all of it the same for ever, since frames of it are on record. */
final class Samples {
    static final ClusterName CLUSTER = new ClusterName("orders");
    static final NodeId CORE_1 = NodeId.of("core-1", "7f3a9c04");
    static final NodeId CORE_2 = NodeId.of("core-2", "09bd51e2");
    static final Instant NOW = Instant.parse("2026-01-01T00:00:02.174000001Z");

    /** The test vectors 1 to 3 of RFC 8032, section 7.1. */
    static final NodeKey KEY_1 = key(
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");

    static final NodeKey KEY_2 = key(
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");

    static final NodeKey KEY_3 = key(
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025");

    static final ElectionName ELECTION = new ElectionName("tenant/42/billing");
    static final Term TERM = Term.of(CORE_1, 5);
    static final Facts FACTS = new Facts(
            86_400_000,
            Set.of(Capability.ADMIN_ELECTION, Capability.CONTEXT_CURATION),
            new Share(650_000),
            new Share(480_001),
            new Share(999_999),
            new Share(950_000),
            604_800_000,
            0);
    static final Facts MOST = new Facts(
            Facts.LONGEST.toMillis(),
            Set.of(),
            Share.ALL,
            Share.ALL,
            Share.ALL,
            Share.ALL,
            Facts.LONGEST.toMillis(),
            0);

    private Samples() {}

    static Members members() {
        return members(MemberKey.of(CORE_1.name(), KEY_1, List.of(Capability.ADMIN_ELECTION)), of(CORE_2, KEY_2));
    }

    static MemberKey of(NodeId node, NodeKey key) {
        return MemberKey.of(node.name(), key, List.of());
    }

    static Members members(MemberKey... keys) {
        StringBuilder text = new StringBuilder();
        for (MemberKey key : keys) {
            text.append(key.line()).append('\n');
        }
        try {
            return Members.parse(text.toString());
        } catch (BadKeyFile e) {
            throw new AssertionError(e);
        }
    }

    static String pem(String secret, String open) {
        return block("PRIVATE KEY", "302e020100300506032b657004220420" + secret)
                + block("PUBLIC KEY", "302a300506032b6570032100" + open);
    }

    private static String block(String name, String hex) {
        return "-----BEGIN " + name + "-----\n"
                + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex))
                + "\n-----END " + name + "-----\n";
    }

    private static NodeKey key(String secret, String open) {
        try {
            return NodeKey.parse(pem(secret, open));
        } catch (BadKeyFile e) {
            throw new AssertionError(e);
        }
    }

    static final Electorate FORMER = Electorate.first(Set.of(CORE_1.name()));
    static final Electorate NEXT = new Electorate(5, 2, Set.of(CORE_1.name(), CORE_2.name()));
    static final ElectorateVersion COUNTED_BY = NEXT.version(true);
    static final String CHARTER = "ballot by majority, 2 of 3, heartbeat timeout 15000 ms, weights 5a1f00c3";
    static final ElectorateVersion LAST = new ElectorateVersion(Long.MAX_VALUE, Long.MAX_VALUE, -1, false);

    static List<BallotMessage> messages() {
        return Stream.of(first(), added(), withCharters()).flatMap(List::stream).toList();
    }

    /** What came later, in envelopes of its own: those that were recorded before stay as they are. */
    static List<BallotMessage> added() {
        return List.of(
                new Recalled(
                        List.of(new Sworn(ELECTION, 5), new Sworn(new ElectionName("coordinator"), Long.MAX_VALUE))),
                new Recalled(List.of()));
    }

    /** The messages that state the sender's configuration, which is a field that came later. */
    static List<BallotMessage> withCharters() {
        return List.of(
                new Candidacy(ELECTION, TERM, 3, Stage.VIABLE, COUNTED_BY, CHARTER, FACTS, 780_000),
                new Heard(0, true, CHARTER, List.of()));
    }

    static List<BallotMessage> first() {
        return List.of(
                new Discover(List.of(ELECTION, new ElectionName("coordinator"))),
                new Discover(List.of()),
                new Discovered(ELECTION, TERM),
                new Started(ELECTION, 6, Trigger.HEARTBEAT_TIMEOUT),
                new Started(ELECTION, 0, Trigger.MANUAL),
                new Candidacy(ELECTION, TERM, 3, Stage.VIABLE, COUNTED_BY, "", FACTS, 780_000),
                new Candidacy(
                        ELECTION,
                        Term.of(CORE_1, Long.MAX_VALUE),
                        0,
                        Stage.STANDING,
                        ElectorateVersion.COUNTED,
                        "",
                        Facts.NONE,
                        0),
                new Candidacy(ELECTION, TERM, Long.MAX_VALUE, Stage.WITHDRAWN, LAST, "", MOST, 1_000_000),
                new Acknowledged(ELECTION, 3, true, COUNTED_BY, Stance.AGREED, 4, FACTS),
                new Acknowledged(ELECTION, 3, false, COUNTED_BY, Stance.NOT_YET, Long.MAX_VALUE, null),
                new Vote(ELECTION, TERM, COUNTED_BY),
                new Winner(
                        ELECTION,
                        TERM,
                        FACTS,
                        780_001,
                        List.of(CORE_1.name(), CORE_2.name()),
                        List.of(new Rival(CORE_2, FACTS))),
                new Winner(ELECTION, TERM, Facts.NONE, 0, List.of(), List.of()),
                new Heartbeat(
                        12,
                        "majority 2 of 3, timeout 15000 ms",
                        List.of(new Beat(ELECTION, TERM, 1767225602174L, COUNTED_BY))),
                new Heartbeat(0, "", List.of()),
                new Heard(
                        12,
                        true,
                        "",
                        List.of(
                                new Reply(ELECTION, TERM, COUNTED_BY, Stance.AGREED, 5),
                                new Reply(ELECTION, TERM, COUNTED_BY, Stance.BOUND, 5),
                                new Reply(ELECTION, TERM, COUNTED_BY, Stance.LATER, 7))),
                new Heard(13, false, "", List.of()),
                new Ended(ELECTION, TERM, LossReason.TRANSFERRED, CORE_2.name()),
                new Ended(ELECTION, TERM, LossReason.SHUTDOWN, null),
                new Noted(ELECTION, TERM, true),
                new Requested(ELECTION, "7f3a-9c", Trigger.MANUAL, true),
                new Ruled(ELECTION, "7f3a-9c", Ruling.DONE),
                new Ruled(ELECTION, "7f3a-9c", Ruling.refused("the term is younger than its window")),
                new Ruled(ELECTION, "7f3a-9c", Ruling.undecided("too few voters have kept it yet; it goes on")),
                new Petition(ELECTION, "7f3a-9c", CORE_2.name(), true),
                new Amendment(ELECTION, TERM, Suffrage.of(FORMER)),
                new Amendment(ELECTION, TERM, Suffrage.of(FORMER).proposing(NEXT)),
                new Amended(ELECTION, TERM, NEXT.version(false)),
                new Enrolled(List.of(new Enrolment(ELECTION, Enrolment.Part.CANDIDATE))),
                new Enrolled(List.of()),
                new Paused(
                        ELECTION,
                        new PauseMark(
                                new Pause("ops", "\"quoted\"\n– ümlaut \uD83D\uDE80 \u0000", NOW), 1767225602174L)),
                new Paused(ELECTION, new PauseMark(null, -7)),
                new GenerationStarted(ELECTION, TERM),
                new GenerationStopped(ELECTION, TERM, "leadership_lost"),
                new Survey(ELECTION, "7f3a9c04-1"),
                new Stated(ELECTION, "7f3a9c04-1", true, FACTS),
                new Stated(ELECTION, "7f3a9c04-1", false, Facts.NONE));
    }

    static byte[] json(BallotMessage message) {
        return LetterWriter.write(CORE_1, NOW, message).json();
    }

    /** From the first node to the second, as it would be sealed. */
    static Sealed sealed(long sequence, BallotMessage... messages) {
        List<LetterWriter.Written> written = Arrays.stream(messages)
                .map(message -> LetterWriter.write(CORE_1, NOW, message))
                .toList();
        return sealed(
                sequence,
                written.get(0).channel(),
                written.stream().map(LetterWriter.Written::json).toList());
    }

    static Sealed sealed(long sequence, Channel channel, List<byte[]> letters) {
        return new EnvelopeWriter(CLUSTER, CORE_1, KEY_1).seal(channel, CORE_2, sequence, letters);
    }
}
