package dev.primus.server.command;

import dev.primus.core.BallotTiming;
import dev.primus.server.settings.Setting;
import dev.primus.server.settings.Settings;
import dev.primus.settings.Kind;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The ballot's times: a preset, and over it what the settings name. */
record BallotTimes(Settings settings) {
    private static final Set<Setting> NAMED = EnumSet.of(
            Setting.DISCOVERY_TIMEOUT,
            Setting.DISCOVERY_BACKOFF,
            Setting.ELECTION_TIMEOUT,
            Setting.HEARTBEAT_TIMEOUT,
            Setting.ELECTION_MIN_TERM,
            Setting.LEADER_MIN_TERM);

    /** @param tempo which preset; null if that was not said */
    BallotTiming over(@Nullable String tempo) {
        BallotTiming preset = preset(tempo);
        Optional<Duration> heartbeat = find(Setting.HEARTBEAT_TIMEOUT);
        BallotTiming timing = BallotTiming.of(
                heartbeat.orElse(preset.heartbeatTimeout()),
                find(Setting.DISCOVERY_TIMEOUT).orElse(preset.discovery()),
                find(Setting.DISCOVERY_BACKOFF).orElse(preset.backoff()),
                find(Setting.ELECTION_TIMEOUT).orElse(preset.election()));
        timing = heartbeat.isPresent() ? timing : timing.withLease(preset.lease());
        timing = timing.withElectionWindow(find(Setting.ELECTION_MIN_TERM).orElse(timing.electionWindow()));
        return timing.withLeaderWindow(find(Setting.LEADER_MIN_TERM).orElse(timing.leaderWindow()));
    }

    /** Whoever uses a name of the documents expects their times for what is not named. */
    private BallotTiming preset(@Nullable String tempo) {
        boolean documented = tempo == null
                ? NAMED.stream().anyMatch(setting -> settings.find(setting).isPresent())
                : tempo.equals("documented");
        return documented ? BallotTiming.DOCUMENTED : BallotTiming.FAST;
    }

    private Optional<Duration> find(Setting setting) {
        return settings.find(setting).map(found -> Kind.TIME.read(found.where(), found.value()));
    }
}
