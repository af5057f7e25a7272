package dev.primus.testkit.planted;

import dev.primus.core.spi.Bid;
import dev.primus.core.spi.Hold;
import dev.primus.core.spi.Parting;
import dev.primus.testkit.check.LeaseRow;
import dev.primus.testkit.sim.StoreMoment;
import dev.primus.testkit.sim.StoreRules;

/** Stores with the mistakes that lease tables have in the wild; each differs from the right one in one statement. */
final class WrongStores {
    private WrongStores() {}

    private static LeaseRow expiring(LeaseRow row, long expires) {
        return new LeaseRow(
                row.holder(),
                row.nonce(),
                row.epoch(),
                row.renewals(),
                expires,
                row.lease(),
                row.stampedBy(),
                row.heir(),
                row.heirUntil(),
                row.since(),
                row.guardedTerm(),
                row.pause());
    }

    private static LeaseRow numbered(LeaseRow row, long epoch, long guardedTerm) {
        return new LeaseRow(
                row.holder(),
                row.nonce(),
                epoch,
                row.renewals(),
                row.expires(),
                row.lease(),
                row.stampedBy(),
                row.heir(),
                row.heirUntil(),
                row.since(),
                guardedTerm,
                row.pause());
    }

    static class StealingUpsert extends StoreRules {
        @Override
        public LeaseRow acquire(LeaseRow row, Bid bid, StoreMoment at) {
            boolean offersMore = row.expires() < at.now() + at.lease();
            long epoch = Math.max(row.epoch() + 1, bid.token().value());
            return offersMore ? numbered(taken(row, bid, at), epoch, epoch) : null;
        }
    }

    static class ChallengersKeepTheDeadAlive extends StoreRules {
        @Override
        public LeaseRow acquire(LeaseRow row, Bid bid, StoreMoment at) {
            boolean dead = row.holder() != null
                    && !row.isLive(at.now())
                    && !row.holder().equals(at.self());
            return dead ? expiring(row, at.now() + at.lease()) : super.acquire(row, bid, at);
        }
    }

    static class RenewsTheLapsed extends StoreRules {
        @Override
        public LeaseRow renew(LeaseRow row, Hold hold, StoreMoment at) {
            return isOurs(row, hold, at) ? renewed(row, at) : null;
        }
    }

    static class ReleasesWithoutEpoch extends StoreRules {
        @Override
        public LeaseRow release(LeaseRow row, Parting parting, StoreMoment at) {
            return at.self().equals(row.holder()) ? released(row, parting, at) : null;
        }
    }

    static class ReleaseResetsTheEpoch extends StoreRules {
        @Override
        public LeaseRow release(LeaseRow row, Parting parting, StoreMoment at) {
            LeaseRow free = super.release(row, parting, at);
            return free == null ? null : numbered(free, 0, 0);
        }
    }

    static class ReadsExtend extends StoreRules {
        @Override
        public LeaseRow look(LeaseRow row, StoreMoment at) {
            boolean ours =
                    row.holder() != null && row.holder().name().equals(at.self().name());
            return ours && row.isLive(at.now()) ? expiring(row, at.now() + at.lease()) : row;
        }
    }

    static class CachedClock extends StoreRules {
        private long read;

        @Override
        public long clock(StoreMoment at) {
            if (at.now() - read > at.lease() / 4 || at.now() < read) {
                read = at.now();
            }
            return read;
        }
    }

    static class TwoEpochs extends StoreRules {
        @Override
        public LeaseRow acquire(LeaseRow row, Bid bid, StoreMoment at) {
            LeaseRow taken = super.acquire(row, bid, at);
            return taken == null ? null : numbered(taken, taken.epoch(), taken.epoch() + 1);
        }
    }

    /** Every so often the disk is full, or the process gone, between the returned row and the commit. */
    static class AnswersBeforeTheCommit extends StoreRules {
        private int answers;

        @Override
        public boolean isCommitted(LeaseRow after, StoreMoment at) {
            return after.renewals() > 0 || after.holder() == null || ++answers % 5 != 0;
        }
    }

    static class WallClock extends StoreRules {
        @Override
        public long clock(StoreMoment at) {
            var wall = at.clientWall().get();
            return wall.getEpochSecond() * 1_000_000 + wall.getNano() / 1000;
        }
    }

    static class TermNotRaised extends StoreRules {
        @Override
        public LeaseRow acquire(LeaseRow row, Bid bid, StoreMoment at) {
            LeaseRow taken = super.acquire(row, bid, at);
            return taken == null || row.epoch() == 0 ? taken : numbered(taken, row.epoch(), row.epoch());
        }
    }
}
