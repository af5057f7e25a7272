package dev.primus.testkit.check;

import dev.primus.Election;
import dev.primus.Leadership;
import java.util.ArrayList;
import java.util.List;

/** One process's part in one election, and what was last seen of it there. */
public final class Part {
    /** An election, and those who lead it as far as was seen; more than one is worth a closer look. */
    static final class Contest {
        final String name;
        final List<Part> leading = new ArrayList<>();

        Contest(String name) {
            this.name = name;
        }
    }

    final Claimant owner;
    final Contest contest;
    final boolean observer;
    private final Election election;
    long token;
    long deadline;
    boolean leads;
    long known;
    long mayKnow;
    long barredUntil;
    boolean owesAlarm;

    Part(Claimant owner, Contest contest, Election election, boolean observer) {
        this.owner = owner;
        this.contest = contest;
        this.election = election;
        this.observer = observer;
    }

    public boolean isIn(String name) {
        return contest.name.equals(name);
    }

    /** What it would say if it were asked right now. */
    boolean claims() {
        return owner.canBeAsked() && election.isLeader();
    }

    /** Who leads, as it would say. */
    String knownLeader() {
        return election.leader().map(leader -> leader.node().toString()).orElse("nobody");
    }

    long claimedToken() {
        return election.leadership().map(Leadership::token).orElse(0L);
    }

    void leads(boolean now) {
        if (now != leads) {
            leads = now;
            if (now) {
                contest.leading.add(this);
            } else {
                contest.leading.remove(this);
            }
        }
    }
}
