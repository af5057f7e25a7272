package dev.primus.jdbc.sqlite;

import dev.primus.jdbc.store.Dialect;

/** The clocks of a machine whose lid is opened and closed at will. */
public final class SteppedClock implements HostClock {
    private long monotonicStep;
    private long wallStep;
    private String bootId = "boot-1";

    public Dialect dialect() {
        return new SqliteDialect(this);
    }

    public void stepWall(long millis) {
        wallStep += millis * 1000;
    }

    public void stepMonotonic(long millis) {
        monotonicStep += millis * 1000;
    }

    public void bootId(String id) {
        bootId = id;
    }

    @Override
    public long monotonicMicros() {
        return HostClock.SYSTEM.monotonicMicros() + monotonicStep;
    }

    @Override
    public long wallMicros() {
        return HostClock.SYSTEM.wallMicros() + wallStep;
    }

    @Override
    public String bootId() {
        return bootId;
    }
}
