package dev.primus.core.ballot;

import dev.primus.core.ElectionName;
import dev.primus.core.MonoTime;
import dev.primus.core.NodeId;
import dev.primus.core.ballot.BallotMessage.Stated;
import dev.primus.core.ballot.BallotMessage.Survey;
import dev.primus.core.ballot.score.Share;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How well this member reaches the others: now and then it asks some of them, and counts who answers and how soon. All
 * answers at once would be 1; none, or none before one would have given up waiting, is 0.
 */
final class Soundings {
    private static final int MOST_ASKED = 8;
    private static final int LATEST = 32;

    private final Chamber chamber;
    private final Map<NodeId, MonoTime> open = new HashMap<>();
    private final Deque<Share> latest = new ArrayDeque<>();
    private MonoTime nextAt;
    private long number;

    Soundings(Chamber chamber, MonoTime startedAt) {
        this.chamber = chamber;
        this.nextAt = startedAt.plus(chamber.rules().timing().heartbeatTimeout());
    }

    MonoTime wakeAt() {
        return nextAt;
    }

    void woken(MonoTime now) {
        if (now.isBefore(nextAt)) {
            return;
        }
        nextAt = now.plus(chamber.rules().timing().checkEvery());
        open.values().forEach(any -> count(Share.NONE));
        open.clear();
        ElectionName any = chamber.wards().parts().any();
        if (any != null) {
            ask(any, now);
        }
    }

    private void ask(ElectionName election, MonoTime now) {
        List<NodeId> others = new ArrayList<>(chamber.assembly().others());
        String nonce = nonce(++number);
        for (int i = 0; i < MOST_ASKED && !others.isEmpty(); i++) {
            NodeId one = others.remove((int) chamber.hands().upTo(others.size()));
            open.put(one, now);
            chamber.post().send(one, new Survey(election, nonce), now);
        }
    }

    private static String nonce(long number) {
        return "sounding-" + number;
    }

    void stated(NodeId from, Stated message, MonoTime now) {
        MonoTime asked = message.nonce().equals(nonce(number)) ? open.remove(from) : null;
        if (asked != null) {
            long most = chamber.rules().timing().lease().ioTimeout().toNanos();
            count(Share.of(most - now.nanosSince(asked), most));
        }
    }

    private void count(Share one) {
        latest.addLast(one);
        if (latest.size() > LATEST) {
            latest.removeFirst();
        }
        long sum = latest.stream().mapToLong(Share::millionths).sum();
        chamber.reach().measured(new Share((int) (sum / latest.size())));
    }
}
