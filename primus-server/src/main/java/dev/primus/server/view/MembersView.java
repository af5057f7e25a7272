package dev.primus.server.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.primus.core.ClusterName;
import dev.primus.core.spi.CandidateRecord;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Ledger;
import dev.primus.core.spi.Sighting;
import java.time.Instant;
import java.util.List;

/** Who takes part. */
public final class MembersView {
    private final ClusterName cluster;
    private final List<Standing> standings;
    private final Instant now;

    private MembersView(ClusterName cluster, List<Standing> standings, Instant now) {
        this.cluster = cluster;
        this.standings = standings;
        this.now = now;
    }

    public static MembersView read(Ledger ledger, ClusterName cluster, List<Sighting> elections, Instant now) {
        return new MembersView(cluster, Standing.read(ledger, elections), now);
    }

    public List<String> lines() {
        Table table = new Table("ELECTION", "NODE", "PART", "SEEN");
        for (Standing standing : standings) {
            for (CandidateRecord member : standing.members()) {
                table.row(
                        member.election().value(),
                        member.node().toString(),
                        part(standing, member),
                        Spans.shortly(member.silentFor()) + " ago");
            }
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
        for (Standing standing : standings) {
            for (CandidateRecord member : standing.members()) {
                ObjectNode json = list.addObject();
                json.put("election", member.election().value());
                json.put("node", member.node().toString());
                json.put("part", part(standing, member));
                json.put("alive", member.alive());
                json.put("silentForMs", member.silentFor().toMillis());
            }
        }
        return document;
    }
}
