/*
 * The ballot engine's voting and lease rules: 3 voters, 3 terms, exhaustive. See docs/design/ballot-model.md.
 *
 * Every rule is on unless it is taken out with -DNO_<rule>; `./check` runs the whole model and every such mutant.
 * Each voter repeats single atomic steps; the network is what has been sent and can still matter:
 *   - a message, once sent, may be delivered at any later time, many times or never (delay, duplicate, reorder, loss);
 *   - an answer (vote, ack) sits in `got` of the node it is meant for, which reads it at any later time or never;
 *     answers to a candidacy or round that its sender has left behind are forgotten, as the sender would ignore them.
 * Time is whole ticks, the same for all: a promise lasts E, a lease LEASE < E (the margin stands for drift).
 */

#ifndef TERMS
#define TERMS      3            /* at most 3 */
#endif
#ifndef CANDIDATES
#define CANDIDATES 3            /* voters 0.. that may campaign; the others only vote */
#endif
#ifdef NO_MARGIN
#define E          1            /* a lease longer than the promise it rests on */
#define LEASE      2
#endif
#ifndef E
#define E          2
#endif
#ifndef LEASE
#define LEASE      1
#endif
#define VOTERS     3
#define NONE       3            /* no node */
#define ALL        7            /* a majority has answered */
#define SELF       (1 << _pid)

/* roles in the node's own current term */
#define FOLLOWER  0
#define CANDIDATE 1
#define WINNER    2             /* has a majority of votes, sends rounds, holds nothing yet */
#define HOLDER    3             /* a round of this term was acked by a majority */

#if defined(NO_VOTE3) || defined(NO_ACK_TERM) || defined(NO_TRANSFER_TERM) || defined(NO_VOTE2) \
    || defined(NO_VOTE2_DURABLE) || defined(NO_VOTE3_DURABLE)
#define KEEP_OLD                /* without these rules old messages still have effects */
#endif

#ifdef NO_VOTE4                 /* majority of whom one sees, and one sees only oneself */
#define MAJORITY(m) ((m) != 0)
#else
#define MAJORITY(m) ((m) == 3 || (m) >= 5)
#endif

/* durable */
byte term[VOTERS];
bit  voted[VOTERS];             /* in this term; for whom is in the message only */
byte marked[VOTERS] = NONE;     /* whom it voted for, or followed, last in this term */
/* memory */
byte promise[VOTERS];           /* ticks for which this voter still keeps silent */
byte lord[VOTERS] = NONE;       /* the leader it heard, while the promise lasts */
bit  mute[VOTERS];              /* restarted, and the promise it may have forgotten may still last */
byte role[VOTERS];
byte got[VOTERS];               /* who answered the current candidacy or round */
byte age[VOTERS];               /* ticks since the current round was sent */
byte lease[VOTERS];             /* ticks until stopBy; the node believes that it leads while this is not 0 */
/* sent, by term: a bit for each sender */
byte candidacy[4];
byte heartbeat[4];
byte transfer[4];
/* history, for the properties only */
byte highestLed;                /* the highest term in which a lease was held */
#ifdef REACH_MOVES
byte lastLeader = NONE;
#endif
#ifdef REACH_TRANSFER
bit  transferred;
#endif

#define leads(i) (lease[i] > 0)

/* a majority is a majority: which one makes no difference any more */
inline count(c) {
    got[c] = got[c] | SELF;
    if :: MAJORITY(got[c]) -> got[c] = ALL :: else fi
}

/* what no rule lets anybody act upon any more is forgotten: the same state then looks the same */
#ifdef KEEP_OLD
#define TIDY skip
#else
#define TIDY tidy(1); tidy(2); tidy(3)
#endif
inline tidy(t) {
    if
    :: term[0] > t && term[1] > t && term[2] > t -> candidacy[t] = 0; heartbeat[t] = 0; transfer[t] = 0
    :: else
    fi;
    if
    :: term[0] >= t + !voted[0] && term[1] >= t + !voted[1] && term[2] >= t + !voted[2] -> candidacy[t] = 0
    :: else
    fi;
    if
    :: highestLed == t && term[0] >= t && term[1] >= t && term[2] >= t -> highestLed = 0
    :: else
    fi
}

inline forget_campaign(i) { role[i] = FOLLOWER; got[i] = 0; age[i] = 0 }

inline adopt(t) {
    if
    :: t != term[_pid] -> term[_pid] = t; voted[_pid] = 0; marked[_pid] = NONE; forget_campaign(_pid)
    :: else
    fi
}

inline hold(ticks) {
    lease[_pid] = ticks;
    role[_pid] = HOLDER;
    /* Lead: one node at a time. Order: a lower term never leads after a higher one, so terms can be fencing tokens */
    assert(!leads((_pid + 1) % VOTERS) && !leads((_pid + 2) % VOTERS));
    assert(term[_pid] >= highestLed);
    highestLed = term[_pid];
    TIDY;
#ifdef REACH_LEADS
    assert(false);
#endif
#ifdef REACH_MOVES
    assert(lastLeader == NONE || lastLeader == _pid);
    lastLeader = _pid;
#endif
#ifdef REACH_LAST_TERM
    assert(highestLed < TERMS);
#endif
#ifdef REACH_TRANSFER
    assert(!transferred);
#endif
}

inline send_round() { heartbeat[term[_pid]] = heartbeat[term[_pid]] | SELF; got[_pid] = 0; age[_pid] = 0 }

/* Vote5: free to vote or to follow a higher term; the leader one hears may raise its own term (re-election) */
#ifdef NO_VOTE5
#define FREE(c) (!mute[_pid])
#else
#define FREE(c) (!mute[_pid] && (promise[_pid] == 0 || lord[_pid] == (c)))
#endif

/* Vote2, Vote3: terms never fall, and in a term the vote is given once */
#ifdef NO_VOTE2
#define MAY_VOTE(t) ((t) >= term[_pid])
#else
#ifdef NO_VOTE3
#define MAY_VOTE(t) ((t) != term[_pid] || !voted[_pid])
#else
#define MAY_VOTE(t) ((t) > term[_pid] || ((t) == term[_pid] && !voted[_pid]))
#endif
#endif

/*
 * Candidates are alike, so names are given by what happens first: 0 is the first to campaign, and, if all may campaign,
 * of the others 1 is the first to leave term 0. A run with other names is the same run.
 */
#if CANDIDATES == VOTERS
#define NAMED       (_pid != 2 || term[1] > 0 || term[2] > 0)
#else
#define NAMED       true
#endif
#define FIRST_NAMED (_pid == 0 || term[0] > 0)

#ifdef NO_VOTE_PROMISE
#define VOTE_PROMISE skip
#else
#define VOTE_PROMISE promise[_pid] = E
#endif

#define VOTE(t, c) \
    :: d_step { NAMED && (candidacy[t] & (1 << c)) && MAY_VOTE(t) && FREE(c) -> \
        adopt(t); \
        voted[_pid] = 1; \
        marked[_pid] = c; \
        VOTE_PROMISE; \
        if :: lord[_pid] != c -> lord[_pid] = NONE :: else fi; \
        if :: role[c] == CANDIDATE && term[c] == t -> count(c) :: else fi; \
        TIDY }

/*
 * a round of the own term is acked, of a higher term only when free, of a lower term never; after a restart of nobody but
 * the one it was sworn to last, to whom it owes nothing new
 */
#ifdef NO_ACK_TERM
#define MAY_ACK(t, c) (!mute[_pid] && ((t) <= term[_pid] || FREE(c)))
#define FOLLOW(t)     if :: t > term[_pid] -> adopt(t) :: else fi
#else
#define MAY_ACK(t, c) (((t) == term[_pid] && (!mute[_pid] || marked[_pid] == (c))) || ((t) > term[_pid] && FREE(c)))
#define FOLLOW(t)     adopt(t)
#endif

#ifdef NO_STOPBY_FROM_SEND
#define IN_TIME(c) true
#else
#define IN_TIME(c) (age[c] < LEASE)
#endif

#define ACK(t, c) \
    :: d_step { NAMED && (heartbeat[t] & (1 << c)) && MAY_ACK(t, c) -> \
        FOLLOW(t); \
        marked[_pid] = c; \
        promise[_pid] = E; \
        lord[_pid] = c; \
        if :: role[c] >= WINNER && term[c] == t && IN_TIME(c) -> count(c) :: else fi; \
        TIDY }

/* a transfer frees the voters of the leader that sent it, in that term only */
#ifdef NO_TRANSFER_TERM
#define SAME_TERM(t) true
#else
#define SAME_TERM(t) (term[_pid] == (t))
#endif

#define RELEASE(t, c) \
    :: d_step { (transfer[t] & (1 << c)) && lord[_pid] == c && SAME_TERM(t) -> \
        promise[_pid] = 0; \
        lord[_pid] = NONE }

#define FROM_EACH(STEP, t) STEP(t, 0) STEP(t, 1) STEP(t, 2)
#define EACH(STEP) FROM_EACH(STEP, 1) FROM_EACH(STEP, 2) FROM_EACH(STEP, 3)

active [VOTERS] proctype voter() {
    do
    /* campaign: when no leader is heard, or to raise the own term while leading (a stuck voter has a higher one) */
    :: d_step { _pid < CANDIDATES && NAMED && FIRST_NAMED && term[_pid] < TERMS && !mute[_pid] && (role[_pid] == HOLDER || (promise[_pid] == 0 && !leads(_pid))) ->
        adopt(term[_pid] + 1);
        role[_pid] = CANDIDATE;
        candidacy[term[_pid]] = candidacy[term[_pid]] | SELF;
        TIDY }

    EACH(VOTE)

    /* win: holds nothing yet; the first round goes out */
    :: d_step { role[_pid] == CANDIDATE && MAJORITY(got[_pid]) ->
        role[_pid] = WINNER;
        send_round();
        /* Term: one leader in a term */
        assert(heartbeat[term[_pid]] == SELF);
#ifdef NO_FIRST_ROUND
        hold(LEASE)
#endif
        }

    /* another round; what was acked before does not count for it */
    :: d_step { role[_pid] >= WINNER && (got[_pid] != 0 || age[_pid] != 0) -> send_round() }

    EACH(ACK)

    /* the current round is acked by a majority: the lease counts from when that round was sent */
#ifdef NO_STOPBY_FROM_SEND
    :: d_step { role[_pid] >= WINNER && MAJORITY(got[_pid]) -> hold(LEASE) }
#else
    :: d_step { role[_pid] >= WINNER && MAJORITY(got[_pid]) && LEASE - age[_pid] > lease[_pid] ->
        hold(LEASE - age[_pid]) }
#endif

    /* transfer: the term is over for good before the message leaves */
    :: d_step { role[_pid] == HOLDER && leads(_pid) && !(transfer[term[_pid]] & SELF) ->
        transfer[term[_pid]] = transfer[term[_pid]] | SELF;
#ifdef REACH_TRANSFER
        transferred = true;
#endif
#ifndef NO_TRANSFER_ENDS
        lease[_pid] = 0;
        forget_campaign(_pid)
#endif
        }

    EACH(RELEASE)

    /* restart: memory is gone, (term, vote) stay; silent for E */
    :: d_step { true ->
        forget_campaign(_pid);
        lease[_pid] = 0;
        lord[_pid] = NONE;
#ifdef NO_VOTE2_DURABLE
        voted[_pid] = 0;
#endif
#ifdef NO_VOTE3_DURABLE
        term[_pid] = 0; voted[_pid] = 0; marked[_pid] = NONE;
#endif
#ifdef NO_VOTE6
        promise[_pid] = 0
#else
        promise[_pid] = E;
        mute[_pid] = 1
#endif
        }
    od
}

inline pass(i) {
    if
    :: promise[i] > 0 ->
        promise[i] = promise[i] - 1;
        if :: promise[i] == 0 -> lord[i] = NONE; mute[i] = 0 :: else fi
    :: else
    fi;
    if
    :: role[i] >= WINNER && age[i] < LEASE ->
        age[i] = age[i] + 1;
        if :: !IN_TIME(i) -> got[i] = 0 :: else fi
    :: else
    fi;
    if
    :: lease[i] > 0 ->
        lease[i] = lease[i] - 1;
        if :: lease[i] == 0 && role[i] == HOLDER -> forget_campaign(i) :: else fi
    :: else
    fi
}

active proctype clock() {
    do
    :: d_step { pass(0); pass(1); pass(2) }
    od
}
