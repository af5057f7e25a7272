package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.core.ClusterName;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Who takes part. */
public final class MembersView {
    private final ClusterName cluster;
    private final List<Member> members;
    private final Instant now;

    public MembersView(ClusterName cluster, List<Member> members, Instant now) {
        this.cluster = cluster;
        this.members = members;
        this.now = now;
    }

    public static MembersView read(Ledger ledger, ClusterName cluster, List<Sighting> elections, Instant now) {
        return new MembersView(cluster, members(ledger, elections), now);
    }

    public static List<Member> members(Ledger ledger, List<Sighting> elections) {
        return Standing.read(ledger, elections).stream()
                .flatMap(standing -> standing.members().stream().map(member -> member(standing, member)))
                .toList();
    }

    private static Member member(Standing standing, CandidateRecord member) {
        return new Member(
                member.election().value(),
                member.node().toString(),
                part(standing, member),
                member.alive(),
                member.silentFor().toMillis());
    }

    public List<String> lines() {
        Table table = new Table("ELECTION", "NODE", "PART", "SEEN");
        for (Member member : members) {
            table.row(
                    member.election(),
                    member.node(),
                    member.part(),
                    Spans.shortly(Duration.ofMillis(member.silentForMs())) + " ago");
        }
        return table.lines();
    }

    /** One word for what a reader wants to know: is it there, and what could it do. */
    private static String part(Standing standing, CandidateRecord member) {
        if (standing.isLeader(member)) {
            return "leader";
        }
        if (member.part() == Enrolment.Part.GONE) {
            return "left";
        }
        if (!member.alive()) {
            return "silent";
        }
        return member.part() == Enrolment.Part.OBSERVER ? "observer" : "standby";
    }

    public ObjectNode json() {
        ObjectNode document = Json.document();
        document.put("cluster", cluster.value());
        document.put("time", Json.time(now));
        ArrayNode list = document.putArray("members");
        for (Member member : members) {
            ObjectNode json = list.addObject();
            json.put("election", member.election());
            json.put("node", member.node());
            json.put("part", member.part());
            json.put("alive", member.alive());
            json.put("silentForMs", member.silentForMs());
        }
        return document;
    }
}
