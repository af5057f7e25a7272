package dev.primus.testkit.planted;

import dev.primus.core.MonoTime;
import dev.primus.core.Quorum;
import dev.primus.core.RegistryTiming;
import dev.primus.core.Resolver;
import dev.primus.core.Term;
import dev.primus.core.registry.Rulings;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Members that decide wrongly among themselves; each differs from the right ones in one rule. */
final class WrongRulings {
    private WrongRulings() {}

    static final class NoSettleWindow extends Rulings {
        @Override
        protected MonoTime settled(MonoTime startedAt, boolean complete, MonoTime now, RegistryTiming timing) {
            return startedAt;
        }
    }

    static final class AllMustAnswer extends Rulings {
        @Override
        protected boolean hasHeardEnough(int silent, int voters, boolean late, Quorum quorum) {
            return silent == 0;
        }
    }

    static final class NumbersByTheClock extends Rulings {
        @Override
        protected long nextToken(long highest, Quorum quorum, long wallMillis) {
            return quorum.isByPromise() ? highest + 1 : wallMillis;
        }
    }

    static final class NoSilence extends Rulings {
        @Override
        protected boolean isBound(MonoTime boundUntil, MonoTime now) {
            return false;
        }
    }

    static final class ResolverByArrival extends Rulings {
        @Override
        protected Term chosen(List<Term> claims, Resolver resolver) {
            return claims.get(0);
        }
    }

    static final class TakesOverAtOnce extends Rulings {
        @Override
        protected MonoTime givesWayAt(MonoTime until, @Nullable MonoTime missed, Quorum quorum, RegistryTiming timing) {
            return missed == null ? until : MonoTime.earlier(until, missed.plus(timing.takeoverDelay()));
        }
    }

    static final class ViewForQuorum extends Rulings {
        @Override
        protected boolean isCarried(int voices, Quorum quorum, int others) {
            return voices > others;
        }
    }

    static final class MajorityOfTheVisible extends Rulings {
        @Override
        protected boolean isCarried(int voices, Quorum quorum, int others) {
            return voices > (others + 1) / 2;
        }
    }

    static final class ClaimsBlockNobody extends Rulings {
        @Override
        protected boolean isBlocked(Collection<MonoTime> othersGiveWay, MonoTime now) {
            return false;
        }
    }

    static final class ShortPromises extends Rulings {
        @Override
        protected Duration promiseLasts(RegistryTiming timing) {
            return timing.lease().lease().dividedBy(2);
        }
    }
}
