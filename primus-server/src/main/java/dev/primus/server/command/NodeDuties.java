package dev.primus.server.command;

import dev.primus.Primus;
import dev.primus.core.ElectionName;
import dev.primus.server.duties.BuiltInDuties;
import dev.primus.server.duties.polls.JdbcRunRecords;
import dev.primus.server.duties.polls.PollSettings;
import dev.primus.server.duties.polls.RunRecords;
import dev.primus.server.duties.polls.Schedule;
import dev.primus.server.settings.Setting;
import dev.primus.server.settings.Settings;
import dev.primus.server.store.StoreAccess;
import dev.primus.settings.Kind;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives a node its built-in duties, as the settings want them. */
final class NodeDuties {
    private NodeDuties() {}

    /**
     * For a node that knows the others by a store: only if polls or health checks are set, since they read and write there.
     *
     * @param election the one whose leader has these duties
     */
    static @Nullable BuiltInDuties onStore(
            Primus primus, Settings settings, boolean poller, ElectionName election, StoreAccess access) {
        List<Schedule> polls = settings.polls();
        if (polls.isEmpty() && settings.find(Setting.HEALTH_EVERY).isEmpty()) {
            return null;
        }
        RunRecords records = polls.isEmpty() ? null : records(primus, polls, election, access);
        return BuiltInDuties.on(primus, new PollSettings(polls, poller, 1, records), every(settings), 0);
    }

    /**
     * For a node among peers.
     *
     * @param needed how many of those who may lead must remember a run: a majority of them under a quorum policy, else 1
     * @param expected how many nodes there should be; 0 if that is not known
     * @param access where runs are kept; null for the memory of all members
     */
    static BuiltInDuties amongPeers(
            Primus primus,
            Settings settings,
            boolean poller,
            ElectionName election,
            int needed,
            int expected,
            @Nullable StoreAccess access) {
        List<Schedule> polls = settings.polls();
        RunRecords records = access == null || polls.isEmpty() ? null : records(primus, polls, election, access);
        return BuiltInDuties.on(primus, new PollSettings(polls, poller, needed, records), every(settings), expected);
    }

    private static RunRecords records(Primus primus, List<Schedule> polls, ElectionName election, StoreAccess access) {
        return new JdbcRunRecords(
                access.polls(primus.cluster(), election, primus.timing().lease()), polls);
    }

    private static Duration every(Settings settings) {
        String set =
                settings.find(Setting.HEALTH_EVERY).map(Settings.Found::value).orElse(Setting.HEALTH_EVERY.usual());
        return Kind.TIME.read(Setting.HEALTH_EVERY.key(), set);
    }
}
