package dev.primus.server.command;

import dev.primus.core.LeaseTiming;
import dev.primus.settings.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The times of the lease engine; what is not said follows the lease in proportion. */
final class TimingOptions {
    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description = "How long a lease runs without renewal (default: 10s). All other times follow it.")
    private @Nullable Duration lease;

    @Option(names = "--renew-every", paramLabel = "TIME", description = "How often it is renewed (default: lease/4).")
    private @Nullable Duration renewEvery;

    @Option(
            names = "--margin",
            paramLabel = "TIME",
            description = "What a step of the store's clock may cost (default: lease/10).")
    private @Nullable Duration margin;

    @Option(
            names = "--drift",
            paramLabel = "SHARE",
            converter = ShareReader.class,
            description = "How much faster one clock may run than another (default: 1%%).")
    private @Nullable Double drift;

    @Option(
            names = "--io-timeout",
            paramLabel = "TIME",
            description = "By when the store must have answered (default: 3/20 of the lease).")
    private @Nullable Duration ioTimeout;

    @Option(
            names = "--drain",
            paramLabel = "TIME",
            description = "How long duties may take to stop (default: lease/5).")
    private @Nullable Duration drain;

    @Option(
            names = "--strict-clock",
            description = "Challengers also wait a full lease by their own clock, so that no step of the store's clock"
                    + " can do harm.")
    private boolean strictClock;

    /** The times as given, safe or not. */
    LeaseTiming timing() {
        LeaseTiming timing = (lease == null ? LeaseTiming.DEFAULT : LeaseTiming.of(lease)).withStrictClock(strictClock);
        timing = renewEvery == null ? timing : timing.withRenewEvery(renewEvery);
        timing = margin == null ? timing : timing.withMargin(margin);
        timing = drift == null ? timing : timing.withDrift(drift);
        timing = ioTimeout == null ? timing : timing.withIoTimeout(ioTimeout);
        return drain == null ? timing : timing.withDrain(drain);
    }

    /** Reads {@code 1%} and {@code 0.01}. */
    static final class ShareReader implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            try {
                return Kind.SHARE.reader().apply(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "'%s' is not a share: allowed is %s".formatted(text, Kind.SHARE.allowed()));
            }
        }
    }
}
