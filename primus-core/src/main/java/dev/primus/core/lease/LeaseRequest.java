package dev.primus.core.lease;

import dev.primus.core.ElectionName;
import dev.primus.core.election.EngineRequest;
import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Enrolment;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;

/** What the lease engine asks of its store; each is answered by one {@link LeaseAnswered}. */
public sealed interface LeaseRequest extends EngineRequest {
    ElectionName election();

    /** Goes to the verb of the store that can answer. */
    void to(Desk desk);

    /** Takes requests and sees to it that each is answered exactly once. */
    interface Desk {
        void enroll(Enroll request);

        void look(Look request);

        void acquire(Acquire request);

        void renew(Renew request);

        void release(Release request);
    }

    record Enroll(Enrolment enrolment) implements LeaseRequest {
        @Override
        public ElectionName election() {
            return enrolment.election();
        }

        @Override
        public void to(Desk desk) {
            desk.enroll(this);
        }
    }

    record Look(ElectionName election) implements LeaseRequest {
        @Override
        public void to(Desk desk) {
            desk.look(this);
        }
    }

    record Acquire(Bid bid) implements LeaseRequest {
        @Override
        public ElectionName election() {
            return bid.election();
        }

        @Override
        public void to(Desk desk) {
            desk.acquire(this);
        }
    }

    record Renew(Hold hold) implements LeaseRequest {
        @Override
        public ElectionName election() {
            return hold.election();
        }

        @Override
        public void to(Desk desk) {
            desk.renew(this);
        }
    }

    record Release(Parting parting) implements LeaseRequest {
        @Override
        public ElectionName election() {
            return parting.election();
        }

        @Override
        public void to(Desk desk) {
            desk.release(this);
        }
    }
}
