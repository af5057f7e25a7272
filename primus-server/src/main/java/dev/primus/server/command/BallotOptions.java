package dev.primus.server.command;

import dev.primus.PeerBallot;
import dev.primus.cluster.ballot.MemberKey;
import dev.primus.cluster.ballot.Members;
import dev.primus.cluster.ballot.NodeKey;
import dev.primus.cluster.ballot.SignedLink;
import dev.primus.cluster.ballot.Unsigned;
import dev.primus.core.BallotTiming;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.ballot.score.Capability;
import dev.primus.core.spi.PeerLink;
import dev.primus.server.talk.Complaint;
import dev.primus.server.talk.Console;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What only the ballot engine asks for: what this node can do, who vouches for it, and where it keeps its votes. */
final class BallotOptions {
    private final Console console;

    @Option(
            names = "--capability",
            paramLabel = "NAME",
            split = ",",
            description = "ballot: what this node can do; repeat it, or separate them by commas. It leads only with"
                    + " admin_election (default), context_curation or project_manager.")
    private List<String> capabilities = new ArrayList<>();

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "ballot: sign what this node says with this key (see: primus keys). Without one, whoever has"
                    + " the nodes' secret or certificate is believed.")
    private @Nullable Path key;

    @Option(
            names = "--members",
            paramLabel = "FILE",
            description = "ballot: whose signatures count, and what each node can do; together with --key.")
    private @Nullable Path members;

    @Option(names = "--files", paramLabel = "DIR", description = "ballot: where this node keeps its votes.")
    private @Nullable Path files;

    BallotOptions(Console console) {
        this.console = console;
    }

    /** @param tempo how patient to be; null if that was not said */
    BallotTiming timing(@Nullable String tempo) {
        return new BallotTimes(console.settings()).over(tempo);
    }

    PeerBallot ballot(PeerLink link, Quorum quorum, BallotTiming timing, NodeName self) {
        if ((key == null) != (members == null)) {
            throw Complaint.usage("--key and --members go together: allowed is both, or none.");
        }
        PeerBallot ballot = key == null || members == null ? unsigned(link) : signed(link, self, key, members);
        return ballot.quorum(quorum)
                .timing(timing)
                .weights(new BallotWeights(console.settings()).weights())
                .filesIn(folder());
    }

    /** Where this node keeps what it must not forget. */
    Path folder() {
        return files == null ? UsualPlace.of(console, "ballot") : files;
    }

    private PeerBallot unsigned(PeerLink link) {
        Set<Capability> stated = stated();
        return with(
                stated.isEmpty() ? Set.of(Capability.ADMIN_ELECTION) : stated,
                new SignedLink(link, Unsigned.INSTANCE, Unsigned.INSTANCE, InstantSource.system()));
    }

    /** The members file vouches for what a node can do; what it says of itself may repeat that, and nothing else. */
    private PeerBallot signed(PeerLink link, NodeName self, Path keyFile, Path membersFile) {
        NodeKey own = KeyReading.of("--key", keyFile, NodeKey::read);
        Members all = KeyReading.of("--members", membersFile, Members::read);
        List<MemberKey> listed = all.keysOf(self);
        if (listed.stream().noneMatch(each -> each.keyId().equals(own.keyId()))) {
            throw Complaint.usage("--key = '%s' is %s, and '%s' lists %s for %s: allowed is a key that is listed."
                    .formatted(
                            keyFile,
                            own.keyId(),
                            membersFile,
                            listed.isEmpty()
                                    ? "none"
                                    : listed.stream().map(MemberKey::keyId).collect(Collectors.joining(" and ")),
                            self));
        }
        Set<Capability> vouched = new TreeSet<>(all.capabilities(self));
        Set<Capability> stated = stated();
        if (!stated.isEmpty() && !stated.equals(vouched)) {
            throw Complaint.usage(
                    "--capability = '%s', and '%s' lists %s for %s: allowed is the same, or to leave it out."
                            .formatted(words(stated), membersFile, vouched.isEmpty() ? "none" : words(vouched), self));
        }
        return with(vouched, new SignedLink(link, own, all, InstantSource.system()))
                .attested(attested(all));
    }

    private PeerBallot with(Set<Capability> own, SignedLink link) {
        if (!Capability.entitle(own)) {
            console.say("primus: this node votes and never leads: it has none of %s."
                    .formatted(words(new TreeSet<>(Capability.ENTITLING))));
        }
        return PeerBallot.over(link)
                .capabilities(own.stream().map(Capability::name).toArray(String[]::new));
    }

    private Set<Capability> stated() {
        try {
            return capabilities.stream().map(Capability::new).collect(Collectors.toCollection(TreeSet::new));
        } catch (IllegalArgumentException e) {
            throw Complaint.usage("--%s.".formatted(e.getMessage()), e);
        }
    }

    private static Map<NodeName, Set<Capability>> attested(Members all) {
        Map<NodeName, Set<Capability>> attested = new LinkedHashMap<>();
        all.names().forEach(name -> attested.put(name, new TreeSet<>(all.capabilities(name))));
        return attested;
    }

    private static String words(Set<Capability> some) {
        return some.stream().map(Capability::name).collect(Collectors.joining(","));
    }

    @Override
    public String toString() {
        return key == null ? "votes not signed" : "votes signed";
    }
}
