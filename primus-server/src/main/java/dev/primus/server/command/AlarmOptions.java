package dev.primus.server.command;

import dev.primus.Primus;
import dev.primus.settings.Kind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** When a node that takes part raises an alarm. */
final class AlarmOptions {
    @Option(
            names = "--leaderless-alarm",
            paramLabel = "LEASES",
            converter = LeasesReader.class,
            description = "Alarm after so many leases without a leader (default: 3).")
    private @Nullable Integer leaderless;

    Primus.Builder applyTo(Primus.Builder node) {
        return leaderless == null ? node : node.leaderlessAlarm(leaderless);
    }

    /** Reads a number of leases. */
    static final class LeasesReader implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            try {
                return Kind.LEASES.reader().apply(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'%s': allowed is %s".formatted(text, Kind.LEASES.allowed()));
            }
        }
    }
}
