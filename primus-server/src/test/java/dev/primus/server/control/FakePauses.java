package dev.primus.server.control;

import dev.primus.core.ElectionName;
import dev.primus.core.Pause;
import dev.primus.core.spi.Pauses;
import dev.primus.server.view.FakeLedger;

/** Pauses that only the made-up books know of. */
record FakePauses(FakeLedger books) implements Pauses {
    @Override
    public boolean pause(ElectionName election, String by, String why) {
        books.pause(election.value(), new Pause(by, why, FakeSubject.NOW));
        return true;
    }

    @Override
    public boolean resume(ElectionName election) {
        books.pause(election.value(), null);
        return true;
    }

    @Override
    public void close() {}
}
