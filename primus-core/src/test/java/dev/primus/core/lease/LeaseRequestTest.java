package dev.primus.core.lease;

import static dev.primus.core.lease.LeaseScript.ELECTION;
import static dev.primus.core.lease.LeaseScript.ENROLL;
import static dev.primus.core.lease.LeaseScript.LOOK;
import static dev.primus.core.lease.LeaseScript.acquire;
import static dev.primus.core.lease.LeaseScript.release;
import static dev.primus.core.lease.LeaseScript.renew;
import static org.assertj.core.api.Assertions.assertThat;

import dev.primus.core.LossReason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Every request goes to the verb of the store that can answer it")
class LeaseRequestTest {

    private record Line(String verb, LeaseRequest request) {}

    private static final class Notes implements LeaseRequest.Desk {
        private final List<Line> lines = new ArrayList<>();

        @Override
        public void enroll(LeaseRequest.Enroll request) {
            lines.add(new Line("enroll", request));
        }

        @Override
        public void look(LeaseRequest.Look request) {
            lines.add(new Line("look", request));
        }

        @Override
        public void acquire(LeaseRequest.Acquire request) {
            lines.add(new Line("acquire", request));
        }

        @Override
        public void renew(LeaseRequest.Renew request) {
            lines.add(new Line("renew", request));
        }

        @Override
        public void release(LeaseRequest.Release request) {
            lines.add(new Line("release", request));
        }
    }

    @Test
    void eachGoesToItsVerb() {
        LeaseRequest acquire = acquire(6, 0, 7, 0);
        LeaseRequest release = release(LossReason.RELEASED);
        Notes notes = new Notes();

        for (LeaseRequest request : List.of(ENROLL, LOOK, acquire, renew(), release)) {
            request.to(notes);
            assertThat(request.election()).isEqualTo(ELECTION);
        }

        assertThat(notes.lines)
                .containsExactly(
                        new Line("enroll", ENROLL),
                        new Line("look", LOOK),
                        new Line("acquire", acquire),
                        new Line("renew", renew()),
                        new Line("release", release));
    }
}
