package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.Electorate;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeName;
import dev.primus.core.Quorum;
import dev.primus.core.Suffrage;
import dev.primus.core.ballot.Phase.Discovering;
import dev.primus.core.ballot.score.Report;
import dev.primus.core.spi.Enrolment;
import java.util.List;
import java.util.Set;

/** Why nobody leads, or this node's candidates cannot, in words for people. */
final class Obstacles {
    private static final String ENTITLING = "admin_election, context_curation, project_manager";

    private final Chamber chamber;
    private final Showcase showcase;

    Obstacles(Chamber chamber, Showcase showcase) {
        this.chamber = chamber;
        this.showcase = showcase;
    }

    /** Of any election, whichever comes first; empty if there is none. */
    String any(MonoTime now) {
        String discord = chamber.accord().said();
        return discord.isEmpty()
                ? chamber.wards().all().stream()
                        .map(ward -> to(ward, now))
                        .filter(why -> !why.isEmpty())
                        .findFirst()
                        .orElse("")
                : discord;
    }

    /** Of one election, and why nobody else leads it. */
    String to(ElectionName election, MonoTime now) {
        String discord = chamber.accord().said();
        boolean known = chamber.wards().knows(election);
        return discord.isEmpty() && known ? to(chamber.wards().of(election), now) : discord;
    }

    private String to(Ward ward, MonoTime now) {
        Lapse lapse = ward.oath().lapse();
        if (lapse != null) {
            return lapse.said();
        }
        if (!chamber.hasQuorumInSight(ward)) {
            return tooFew(ward);
        }
        if (ward.show(now) == null && nobodyMayStand(ward)) {
            return "no eligible node: none of the %d within reach stands, which takes one of %s"
                    .formatted(chamber.assembly().all().size(), ENTITLING);
        }
        if (!chamber.facts().mayStand()) {
            return "it has none of the capabilities that entitle a node to stand: " + ENTITLING;
        }
        if (ward.show(now) != null) {
            return "";
        }
        if (ward.oath().isSilent(now)) {
            return "it has just begun, and what it may have promised before has not run out";
        }
        if (ward.phase() instanceof Discovering) {
            return "it asks whether anybody leads";
        }
        MonoTime window = showcase.windowEndsAt(ward);
        if (now.isBefore(window)) {
            return "window: the last election is not long enough ago, for another %d ms"
                    .formatted((window.nanosSince(now) + 999_999) / 1_000_000);
        }
        return ward.inVain() == null ? "" : inVain(ward, ward.inVain());
    }

    private String tooFew(Ward ward) {
        Headcount voters = headcount(ward);
        String count = "%d of %d voters are within reach, %d are needed"
                .formatted(voters.present(), voters.all(), voters.needed());
        List<String> gone = goneWithoutAWord(ward);
        return gone.isEmpty()
                ? "no quorum: " + count
                : "partition: %s; %s have gone without a word, cut off or dead"
                        .formatted(count, String.join(", ", gone));
    }

    /** Who votes: how many are within reach, of how many, and how many it takes. */
    private record Headcount(long present, int all, int needed) {}

    private Headcount headcount(Ward ward) {
        Set<NodeName> here = chamber.assembly().names();
        Suffrage suffrage = ward.franchise().suffrage();
        if (suffrage == null) {
            Quorum quorum = chamber.rules().quorum();
            return new Headcount(here.size(), quorum.size(), quorum.needed());
        }
        Electorate voters = suffrage.newest();
        return new Headcount(voters.present(here), voters.members().size(), voters.majority());
    }

    /** Who was within reach and is no more, though it never said that it would go; whoever has come back is not missed. */
    private List<String> goneWithoutAWord(Ward ward) {
        Set<NodeName> here = chamber.assembly().names();
        return ward.roll().parts().entrySet().stream()
                .filter(each -> each.getValue() != Enrolment.Part.GONE)
                .map(each -> each.getKey().name())
                .filter(name -> !here.contains(name) && ward.franchise().counts(name))
                .distinct()
                .sorted()
                .map(NodeName::value)
                .toList();
    }

    private boolean nobodyMayStand(Ward ward) {
        return chamber.assembly().all().stream()
                .noneMatch(member -> ward.roll().of(member) == Enrolment.Part.CANDIDATE);
    }

    /** Views may show everybody while messages get lost, so that only the missing votes tell of it. */
    private String inVain(Ward ward, Report last) {
        Headcount voters = headcount(ward);
        return ("the last election has made nobody leader: of %d voters %d were heard to vote, %d are needed for one"
                        + " candidate; others are bound by what they promised, or cut off in a way that views do not show")
                .formatted(voters.all(), last.votes().size(), voters.needed());
    }
}
