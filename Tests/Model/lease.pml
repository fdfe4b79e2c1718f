/* Leases and journal: a model of how hosts share boards through one PostgreSQL database.
 *
 * Run Tests/Model/check. It needs spin and a C compiler. It checks the rules below for all interleavings within
 * its bounds. Then it breaks one part of the protocol at a time, to show that the model finds such faults.
 *
 * What is modelled
 *   One board with one store, two hosts, and one restart of a host under a new id.
 *   A statement is not one step. It is sent, it takes its snapshot, it waits for locks, it changes rows, it
 *   commits, and its answer arrives or is lost. Anything may happen between these steps.
 *   When a host gives up on an answer, its statement goes on in the slot STRAY. It may commit at any later time,
 *   or fail. A restart of the database makes some statements fail and loses all answers, so it needs no step of
 *   its own.
 *   Time is stored as what is left of it, so it has no bound. Only differences of times on one clock count, so one
 *   tick moves all clocks. A pause is a host that does nothing while the clock ticks.
 *
 * The rules
 *   1. An acknowledged edit is in the journal. No edit is in it twice. There are no gaps.
 *      An edit that was reported as refused never gets into the journal.
 *   2. A frame has every edit that any host acknowledged or showed before.
 *   3. No append commits after a newer epoch.
 *   4. At most one host may serve the board.
 *   5. Statements do not wait for each other in a circle.
 *   6. A press that is answered with success is in the journal. An edit is answered by its append. A press makes an
 *      append on its way, and is answered afterwards, whatever became of that.
 *
 * A frame is checked and shown in one step here. A real host may pause in between. That is harmless if it looks at
 * its deadline after the request came in: the frame was right at some time during the request.
 *
 * What hosts and statements must do, and the name of the run that breaks it
 *   REOPEN_GIVEN_UP         A host never opens an epoch again that it released. The release may still be under
 *                           way, and so may an answer to a renewal that still lists the board.
 *   TAKE_ADDS_TO_SET        Only a renewal adds a board to the set. The answer to a takeover may be older than the
 *                           last renewal, and must not use its deadline.
 *   RELEASE_WITHOUT_EPOCH   A release names its host and its epoch, because it may arrive late.
 *   UNTIL_FROM_START        "until" comes from clock_timestamp(). now() is the time at which the statement started,
 *                           so an old renewal that waited could move "until" back behind a newer one.
 *   REFUSE_ON_RETRY         No row on a retry means unknown, not refused: the first attempt may have committed, or
 *                           may still do so.
 *   LOOK_UP_ONLY            For the same reason, looking for the row does not tell that it will not come.
 *   ANY_DUPLICATE_IS_MINE   The row under the same seq counts as success only with the same tx.
 *   NO_DEDUPLICATION        A client repeats an edit under its old tx, and a host looks for the tx in its copy.
 *   SHOW_UNCONFIRMED        A frame waits for the append of what it shows.
 *   NO_SHARE_LOCK           The append holds the row of the lease until it commits,
 *   SHARE_HOST_TOO          but not the row of the host: a takeover locks that one first.
 *   NO_HOST_LOCK            A takeover locks the row of the old host, so that no renewal passes it.
 *   READ_WITH_TAKE          The taker reads the journal after its takeover, in a new snapshot.
 *   RENEW_IN_ONE_STATEMENT  A renewal reads the leases after "until" has changed, in a new snapshot.
 *   DEADLINE_FROM_ANSWER    The local deadline counts from before the renewal was sent.
 *   NO_EPOCH_IN_APPEND      The append names its epoch: a host may have lost the lease and have got it back.
 *   NO_EPOCH_IN_FRAME       A copy belongs to an epoch, for the same reason.
 *   ANSWER_WITHOUT_ASKING   Before a press is answered, the host asks whether it still serves the board,
 *   ASK_FOR_EPOCH_ONLY      and by the copy in which it handled the press: it may have lost the board, and have got it
 *                           back in the same epoch.
 *
 * What is not modelled: two appends of one store at the same time (the second could commit and the first fail,
 * so a host must not send them), clocks with different rates, and a loss of commits by the database.
 */

#ifndef LEASE
#define LEASE 2       /* length of a lease in ticks */
#endif
#ifndef EDITS
#define EDITS 2       /* edits that clients ask for, at most 3 */
#endif
#ifndef EPOCHS
#define EPOCHS 3      /* host 0 starts with epoch 1 */
#endif
#ifndef CRASHES
#define CRASHES 1     /* at most 1, because there is one spare id */
#endif
#ifndef RELEASES
#define RELEASES 1    /* graceful hand-overs */
#endif
/* How many statements of each kind a host may leave behind, besides those that a crash leaves. */
#ifndef STRAY_RENEWALS
#define STRAY_RENEWALS 0
#endif
#ifndef STRAY_APPENDS
#define STRAY_APPENDS 1
#endif
#ifndef STRAY_LEASES
#define STRAY_LEASES 0
#endif

#define STRAY 2       /* slots 0 and 1 belong to the hosts */
#define SPARE 2       /* the id of a host after a crash */
#define NOBODY 3
#define NONE 0

/* Phases of statements. */
#define SENT 1
#define SNAPPED 2       /* has its snapshot, and found its row in it */
#define HOST_LOCKED 3
#define LEASE_LOCKED 4
#define INSERTED 5      /* the row is in the unique index, not committed */
#define UPDATED 6       /* renewal: the first statement is done, the second is to come */
#define ANSWERED 7
#define NO_ROW 8
#define DUPLICATE 9

/* Kinds of lease statements. */
#define TAKE 1
#define TAKE_FREE 2
#define RELEASE 3

/* What a client knows about its edit. */
#define FRESH 0
#define ASKED 1
#define REPEATED 2
#define REFUSED 3

/* ---- The database ---- */
byte untilLeft[3];      /* host.until: 0 has passed, 1 is now, n + 1 has n ticks left */
byte leaseHost, leaseEpoch;
byte journalLength;
byte journalTx[4];      /* by seq, from 1 */

/* ---- Statements, by slot. What a host knows only from an answer is here until the answer is there. ---- */
byte renewPhase[3], renewId[3], renewUntil[3];
byte renewAge[3];       /* local time since t0, at most LEASE */
byte renewRead[3];      /* the epoch that the second statement found, or 0 */

byte appendPhase[3], appendId[3], appendSeq[3], appendTx[3], appendEpoch[3];
bool appendAgain[3];    /* a retry */

byte leasePhase[3], leaseKind[3], leaseId[3], leaseOld[3], leaseSeen[3];
byte leaseRead[3];      /* only for READ_WITH_TAKE */

/* ---- Hosts ---- */
byte id[2];
byte deadlineLeft[2];
byte setEpoch[2];       /* the epoch of the board in the set of the host, or 0 */
byte copyEpoch[2];      /* the epoch under which the working copy was built, or 0 */
byte copyLength[2];     /* the copy is the journal up to here */
byte gaveUp[2];         /* the last epoch that the host released */
byte pressTx[2];        /* the edit that a press makes, until the press is answered */
bool pressCopy[2];      /* the copy is that in which the press was handled */
#ifdef ASK_FOR_EPOCH_ONLY
byte pressEpoch[2];
#endif

/* ---- Clients and the checker ---- */
byte edit[4];
byte known;             /* how much of the journal was acknowledged or shown */
byte crashes, releases, strayRenewals, strayAppends, strayLeases;

/* ---- Locks follow from phases ---- */
#ifdef NO_HOST_LOCK
#define TAKE_LOCKS_HOST(s, i) false
#else
#define TAKE_LOCKS_HOST(s, i) \
  (leaseKind[s] == TAKE && leaseOld[s] == i && (leasePhase[s] == HOST_LOCKED || leasePhase[s] == LEASE_LOCKED))
#endif
#define LOCKS_HOST(s, i) ((renewPhase[s] == HOST_LOCKED && renewId[s] == i) || TAKE_LOCKS_HOST(s, i))
#define SHARES_LEASE(s) (appendPhase[s] == LEASE_LOCKED || appendPhase[s] == HOST_LOCKED || appendPhase[s] == INSERTED)

#ifdef SHARE_HOST_TOO
#define SHARES_HOST(s, i) ((appendPhase[s] == HOST_LOCKED || appendPhase[s] == INSERTED) && appendId[s] == i)
#else
#define SHARES_HOST(s, i) false
#endif
#define HOST_WRITTEN(i) (LOCKS_HOST(0, i) || LOCKS_HOST(1, i) || LOCKS_HOST(2, i))
#define HOST_FREE(i) (!HOST_WRITTEN(i) && !SHARES_HOST(0, i) && !SHARES_HOST(1, i) && !SHARES_HOST(2, i))

#define LEASE_WRITTEN (leasePhase[0] == LEASE_LOCKED || leasePhase[1] == LEASE_LOCKED || leasePhase[2] == LEASE_LOCKED)
#ifdef NO_SHARE_LOCK
#define LEASE_FREE (!LEASE_WRITTEN)
#define MAY_SHARE true
#else
#define LEASE_FREE (!LEASE_WRITTEN && !SHARES_LEASE(0) && !SHARES_LEASE(1) && !SHARES_LEASE(2))
#define MAY_SHARE (!LEASE_WRITTEN)
#endif

#define INSERTS(s, seq) (appendPhase[s] == INSERTED && appendSeq[s] == seq)
#define KEY_FREE(seq) (!INSERTS(0, seq) && !INSERTS(1, seq) && !INSERTS(2, seq))

#ifdef NO_EPOCH_IN_APPEND
#define LEASE_MATCHES(s) (leaseHost == appendId[s])
#else
#define LEASE_MATCHES(s) (leaseHost == appendId[s] && leaseEpoch == appendEpoch[s])
#endif
#ifdef NO_UNTIL_IN_APPEND
#define UNTIL_MATCHES(s) true
#else
#define UNTIL_MATCHES(s) (untilLeft[appendId[s]] > 1)
#endif

/* ---- Rule 5: some statement can go on, if there is one ---- */
#define RENEW_RUNS(s) (renewPhase[s] == SENT || renewPhase[s] == SNAPPED || renewPhase[s] == HOST_LOCKED)
#define RENEW_MOVES(s) (renewPhase[s] == HOST_LOCKED || (RENEW_RUNS(s) && HOST_FREE(renewId[s])))
#define APPEND_RUNS(s) (appendPhase[s] >= SENT && appendPhase[s] <= INSERTED)
#ifdef SHARE_HOST_TOO
#define APPEND_MOVES(s) (appendPhase[s] == SENT || appendPhase[s] == INSERTED || \
  (appendPhase[s] == SNAPPED && MAY_SHARE) || \
  (appendPhase[s] == LEASE_LOCKED && !HOST_WRITTEN(appendId[s])) || \
  (appendPhase[s] == HOST_LOCKED && KEY_FREE(appendSeq[s])))
#else
#define APPEND_MOVES(s) (appendPhase[s] == SENT || appendPhase[s] == INSERTED || \
  (appendPhase[s] == SNAPPED && MAY_SHARE) || \
  (appendPhase[s] == LEASE_LOCKED && KEY_FREE(appendSeq[s])))
#endif
#define LEASE_RUNS(s) (leasePhase[s] >= SENT && leasePhase[s] <= LEASE_LOCKED)
#define LEASE_MOVES(s) (leasePhase[s] == LEASE_LOCKED || (LEASE_RUNS(s) && LEASE_FREE))
#define RUNS(s) (RENEW_RUNS(s) || APPEND_RUNS(s) || LEASE_RUNS(s))
#define MOVES(s) (RENEW_MOVES(s) || APPEND_MOVES(s) || LEASE_MOVES(s))

/* ---- Rules 2 and 4 ---- */
#ifdef NO_EPOCH_IN_FRAME
#define SERVES(h) (deadlineLeft[h] > 0 && copyEpoch[h] != 0 && setEpoch[h] != 0)
#else
#define SERVES(h) (deadlineLeft[h] > 0 && copyEpoch[h] != 0 && setEpoch[h] == copyEpoch[h])
#endif
inline checkFrames() {
  assert(!(SERVES(0) && SERVES(1)));
  assert(!SERVES(0) || copyLength[0] >= known);
  assert(!SERVES(1) || copyLength[1] >= known)
}

#define IN_COPY(h, t) ((copyLength[h] >= 1 && journalTx[1] == t) || (copyLength[h] >= 2 && journalTx[2] == t) || \
  (copyLength[h] >= 3 && journalTx[3] == t))
#ifdef NO_DEDUPLICATION
#define MAY_APPEND(h, t) true
#else
#define MAY_APPEND(h, t) (!IN_COPY(h, t))
#endif

/* The slots are cleared when they are unused, so that states that mean the same are the same. */
inline clearRenew(s) { renewPhase[s] = NONE; renewId[s] = 0; renewUntil[s] = 0; renewAge[s] = 0; renewRead[s] = 0 }
inline clearAppend(s) {
  appendPhase[s] = NONE; appendId[s] = 0; appendSeq[s] = 0; appendTx[s] = 0; appendEpoch[s] = 0; appendAgain[s] = 0
}
inline clearLease(s) {
  leasePhase[s] = NONE; leaseKind[s] = 0; leaseId[s] = 0; leaseOld[s] = 0; leaseSeen[s] = 0; leaseRead[s] = 0
}
/* A deadline means nothing without a set, and a set nothing after the deadline. */
inline forget(h) {
#ifndef TAKE_ADDS_TO_SET
  if
  :: deadlineLeft[h] == 0 || setEpoch[h] == 0 -> deadlineLeft[h] = 0; setEpoch[h] = 0
  :: else
  fi
#else
  skip
#endif
}
inline closeCopy(h) { copyEpoch[h] = 0; copyLength[h] = 0; pressCopy[h] = 0 }

/* Leaving a statement behind: it goes on without its host. */
inline strayRenew(h) {
  if
  :: RENEW_RUNS(h) -> renewPhase[STRAY] = renewPhase[h]; renewId[STRAY] = renewId[h]; renewUntil[STRAY] = renewUntil[h]
  :: else
  fi;
  clearRenew(h)
}
inline strayAppend(h) {
  if
  :: APPEND_RUNS(h) ->
     appendPhase[STRAY] = appendPhase[h]; appendId[STRAY] = appendId[h]; appendSeq[STRAY] = appendSeq[h];
     appendTx[STRAY] = appendTx[h]; appendEpoch[STRAY] = appendEpoch[h]
  :: else
  fi
}
inline strayLease(h) {
  if
  :: LEASE_RUNS(h) ->
     leasePhase[STRAY] = leasePhase[h]; leaseKind[STRAY] = leaseKind[h]; leaseId[STRAY] = leaseId[h];
     leaseOld[STRAY] = leaseOld[h]; leaseSeen[STRAY] = leaseSeen[h]
  :: else
  fi;
  clearLease(h)
}
#define RENEW_MAY_STRAY(h) (!RENEW_RUNS(h) || renewPhase[STRAY] == NONE)
#define APPEND_MAY_STRAY(h) (!APPEND_RUNS(h) || appendPhase[STRAY] == NONE)
#define LEASE_MAY_STRAY(h) (!LEASE_RUNS(h) || leasePhase[STRAY] == NONE)

/* ---- The database executes the statements of one slot ---- */
inline answerAppend(s, result) {
  if
  :: s == STRAY -> clearAppend(s)
  :: else -> appendPhase[s] = result
  fi
}

proctype Database(byte s) {
end:
  do
  /* Renewal: UPDATE host SET until = clock_timestamp() + LEASE WHERE id = me */
#ifdef RENEW_IN_ONE_STATEMENT
  :: d_step { renewPhase[s] == SENT ->
       renewRead[s] = (leaseHost == renewId[s] -> leaseEpoch : 0); renewPhase[s] = SNAPPED }
  :: d_step { renewPhase[s] == SNAPPED && HOST_FREE(renewId[s]) ->
#else
  :: d_step { renewPhase[s] == SENT && HOST_FREE(renewId[s]) ->
#endif
#ifndef UNTIL_FROM_START
       renewUntil[s] = LEASE + 1;
#endif
       renewPhase[s] = HOST_LOCKED }
  :: d_step { renewPhase[s] == HOST_LOCKED ->
       untilLeft[renewId[s]] = renewUntil[s];
       if
       :: s == STRAY -> clearRenew(s)
#ifdef RENEW_IN_ONE_STATEMENT
       :: else -> renewUntil[s] = 0; renewPhase[s] = ANSWERED
#else
       :: else -> renewUntil[s] = 0; renewPhase[s] = UPDATED
#endif
       fi }
  /* SELECT board, epoch FROM lease WHERE host = me: a second statement, hence a new snapshot. */
  :: d_step { renewPhase[s] == UPDATED ->
       renewRead[s] = (leaseHost == renewId[s] -> leaseEpoch : 0); renewPhase[s] = ANSWERED;
       if
       :: renewRead[s] == 0 && setEpoch[s] == 0 -> clearRenew(s)    /* nothing new for the host */
       :: else
       fi }

  /* Append: INSERT INTO journal SELECT ... FROM lease JOIN host ... FOR SHARE OF lease.
   * The snapshot decides about "until"; the lock decides again about the lease. */
  :: d_step { appendPhase[s] == SENT ->
       if
       :: LEASE_MATCHES(s) && UNTIL_MATCHES(s) -> appendPhase[s] = SNAPPED
       :: else -> answerAppend(s, NO_ROW)
       fi }
  :: d_step { appendPhase[s] == SNAPPED && MAY_SHARE ->
       if
#ifdef NO_SHARE_LOCK
       :: true -> appendPhase[s] = LEASE_LOCKED
#else
       :: LEASE_MATCHES(s) -> appendPhase[s] = LEASE_LOCKED
       :: else -> answerAppend(s, NO_ROW)
#endif
       fi }
#ifdef SHARE_HOST_TOO
  :: d_step { appendPhase[s] == LEASE_LOCKED && !HOST_WRITTEN(appendId[s]) -> appendPhase[s] = HOST_LOCKED }
  :: d_step { appendPhase[s] == HOST_LOCKED && KEY_FREE(appendSeq[s]) ->
#else
  :: d_step { appendPhase[s] == LEASE_LOCKED && KEY_FREE(appendSeq[s]) ->
#endif
       if
       :: journalLength >= appendSeq[s] -> answerAppend(s, DUPLICATE)
       :: else -> appendPhase[s] = INSERTED
       fi }
  :: d_step { appendPhase[s] == INSERTED ->
#ifdef REACH_LATE_COMMIT
       assert(untilLeft[appendId[s]] != 0);
#endif
       assert(appendEpoch[s] == leaseEpoch);                                           /* rule 3 */
       assert(appendSeq[s] == journalLength + 1);                                      /* rule 1: no gap */
       assert(journalTx[1] != appendTx[s] && journalTx[2] != appendTx[s]);             /* rule 1: once */
       assert(edit[appendTx[s]] != REFUSED);
       journalLength++;
       journalTx[journalLength] = appendTx[s];
       answerAppend(s, ANSWERED) }

  /* Takeover and release: UPDATE lease ... */
  :: d_step { (leasePhase[s] == HOST_LOCKED || leasePhase[s] == SENT) && LEASE_FREE ->
       if
       :: leaseKind[s] == TAKE && leaseEpoch == leaseSeen[s] -> leasePhase[s] = LEASE_LOCKED
       :: leaseKind[s] == TAKE_FREE && leaseEpoch == leaseSeen[s] && leaseHost == NOBODY ->
          leasePhase[s] = LEASE_LOCKED
#ifdef RELEASE_WITHOUT_EPOCH
       :: leaseKind[s] == RELEASE -> leasePhase[s] = LEASE_LOCKED
#else
       :: leaseKind[s] == RELEASE && leaseEpoch == leaseSeen[s] && leaseHost == leaseId[s] ->
          leasePhase[s] = LEASE_LOCKED
#endif
       :: else -> clearLease(s)
       fi }
  :: d_step { leasePhase[s] == LEASE_LOCKED ->
       if
       :: leaseKind[s] == RELEASE -> leaseHost = NOBODY; clearLease(s)
       :: else ->
          leaseHost = leaseId[s];
          leaseEpoch++;
          if
          :: s == STRAY -> clearLease(s)
          :: else -> leasePhase[s] = ANSWERED
          fi
       fi }

  /* A statement that nobody waits for may also fail, or never have arrived. */
  :: d_step { s == STRAY && RENEW_RUNS(s) -> clearRenew(s) }
  :: d_step { s == STRAY && APPEND_RUNS(s) -> clearAppend(s) }
  :: d_step { s == STRAY && LEASE_RUNS(s) -> clearLease(s) }
  od
}

/* ---- A host ---- */
inline sendAppend(h, t, again) {
  appendPhase[h] = SENT; appendId[h] = id[h]; appendSeq[h] = copyLength[h] + 1; appendTx[h] = t;
  appendEpoch[h] = copyEpoch[h]; appendAgain[h] = again
}
inline startAppend(h, t) {
  edit[t] = (edit[t] == FRESH -> ASKED : REPEATED);
#ifdef PRESSES
  pressTx[h] = t; pressCopy[h] = 1;
#ifdef ASK_FOR_EPOCH_ONLY
  pressEpoch[h] = copyEpoch[h];
#endif
#endif
  sendAppend(h, t, 0)
}
#ifdef ANSWER_WITHOUT_ASKING
#define MAY_CONFIRM(h) true
#else
#ifdef ASK_FOR_EPOCH_ONLY
#define MAY_CONFIRM(h) (SERVES(h) && copyEpoch[h] == pressEpoch[h])
#else
#define MAY_CONFIRM(h) (SERVES(h) && pressCopy[h])
#endif
#endif
#define CAN_START(h, t) (SERVES(h) && appendPhase[h] == NONE && pressTx[h] == NONE && edit[t] <= REPEATED && MAY_APPEND(h, t) \
  && copyLength[h] < EDITS)

inline acknowledge(h) {
  assert(journalLength >= appendSeq[h] && journalTx[appendSeq[h]] == appendTx[h]);     /* rule 1 */
  edit[appendTx[h]] = REPEATED;    /* asking again does no harm */
  copyLength[h] = appendSeq[h];
  known = (known > copyLength[h] -> known : copyLength[h]);
#ifdef REACH_LAST_EDIT
  assert(!(h == 1 && copyLength[h] == EDITS && leaseEpoch == EPOCHS && journalTx[1] != appendTx[h]));
#endif
  clearAppend(h);
  checkFrames()
}
/* The edit is certainly not in the journal and never gets there. A client that asked twice cannot tell which of
 * its requests an answer is about, so this says nothing to it. */
inline refuse(h) {
  if
  :: edit[appendTx[h]] == ASKED ->
     assert(journalTx[1] != appendTx[h] && journalTx[2] != appendTx[h] && journalTx[3] != appendTx[h]);
     edit[appendTx[h]] = REFUSED
  :: else
  fi;
  clearAppend(h);
  closeCopy(h)
}

proctype Host(byte h) {
end:
  do
  /* Renew. t0 is now. A renewal of a host that neither has nor takes the lease is left out: nobody looks at it. */
  :: d_step { renewPhase[h] == NONE && (leaseHost == id[h] || leasePhase[h] != NONE) ->
       renewPhase[h] = SENT; renewId[h] = id[h];
#ifdef UNTIL_FROM_START
       renewUntil[h] = LEASE + 1;
#endif
     }
  :: d_step { renewPhase[h] == ANSWERED ->
#ifdef DEADLINE_FROM_ANSWER
       deadlineLeft[h] = LEASE;
#else
       deadlineLeft[h] = LEASE - renewAge[h];
#endif
       setEpoch[h] = renewRead[h];
#ifndef REOPEN_GIVEN_UP
       if
       :: setEpoch[h] <= gaveUp[h] -> setEpoch[h] = 0
       :: else
       fi;
#endif
       clearRenew(h);
       forget(h);
       checkFrames() }
  :: d_step { renewPhase[h] != NONE && strayRenewals < STRAY_RENEWALS && RENEW_MAY_STRAY(h) ->
       strayRenewals++; strayRenew(h) }

  /* Append. The host looks at its deadline, and may then pause before the statement gets to the database. */
  :: d_step { CAN_START(h, 1) -> startAppend(h, 1) }
  :: d_step { CAN_START(h, 2) && (edit[1] != FRESH) -> startAppend(h, 2) }
#if EDITS > 2
  :: d_step { CAN_START(h, 3) && (edit[2] != FRESH) -> startAppend(h, 3) }
#endif
  :: d_step { appendPhase[h] == ANSWERED -> acknowledge(h) }
  :: d_step { appendPhase[h] == NO_ROW ->
       if
#ifndef REFUSE_ON_RETRY
       :: appendAgain[h] -> clearAppend(h); closeCopy(h)
#endif
       :: else -> refuse(h)
       fi }
  :: d_step { appendPhase[h] == DUPLICATE ->
       /* A row that is there stays as it is, so looking at it is one step. */
       if
#ifdef ANY_DUPLICATE_IS_MINE
       :: true -> acknowledge(h)
#else
       :: journalTx[appendSeq[h]] == appendTx[h] ->
#ifdef REACH_OWN_DUPLICATE
          assert(false);
#endif
          acknowledge(h)
       :: else -> refuse(h)
#endif
       fi }
#ifdef LOOK_UP_ONLY
  :: d_step { appendPhase[h] != NONE && strayAppends < STRAY_APPENDS && APPEND_MAY_STRAY(h) ->
       strayAppends++; strayAppend(h);
       if
       :: journalLength >= appendSeq[h] && journalTx[appendSeq[h]] == appendTx[h] -> acknowledge(h)
       :: else -> refuse(h)
       fi }
#else
  /* The answer is lost: try again, */
  :: d_step { appendPhase[h] != NONE && strayAppends < STRAY_APPENDS && APPEND_MAY_STRAY(h) ->
       strayAppends++; strayAppend(h); appendPhase[h] = SENT; appendAgain[h] = 1 }
  /* or give up at the deadline, and say nothing to the client. */
  :: d_step { appendPhase[h] != NONE && deadlineLeft[h] == 0 && strayAppends < STRAY_APPENDS && APPEND_MAY_STRAY(h) ->
       strayAppends++; strayAppend(h); clearAppend(h); closeCopy(h) }
#endif

  /* Answer a press. Without success, the page repeats it under its old tx. */
  :: d_step { pressTx[h] != NONE && appendPhase[h] == NONE ->
       assert(!MAY_CONFIRM(h) || journalTx[1] == pressTx[h] || journalTx[2] == pressTx[h] || journalTx[3] == pressTx[h]);
       pressTx[h] = NONE; pressCopy[h] = 0 }

  /* Take over: UPDATE lease ... FROM (SELECT id FROM host WHERE id = old AND until < clock FOR UPDATE).
   * While this waits for the row of the host it holds nothing, and the newest row decides. So the waiting is left
   * out. "until" and the epoch only grow, so the snapshot adds nothing either. */
  :: d_step { leasePhase[h] == NONE && leaseEpoch < EPOCHS && leaseHost != id[h] && leaseHost != NOBODY &&
              untilLeft[leaseHost] == 0 && HOST_FREE(leaseHost) ->
       leaseKind[h] = TAKE; leasePhase[h] = HOST_LOCKED; leaseId[h] = id[h]; leaseOld[h] = leaseHost;
#ifdef READ_WITH_TAKE
       leaseRead[h] = journalLength;
#endif
       leaseSeen[h] = leaseEpoch }
  :: d_step { leasePhase[h] == NONE && leaseEpoch < EPOCHS && leaseHost == NOBODY ->
       leaseKind[h] = TAKE_FREE; leasePhase[h] = SENT; leaseId[h] = id[h]; leaseSeen[h] = leaseEpoch }
  :: d_step { leasePhase[h] != NONE && strayLeases < STRAY_LEASES && LEASE_MAY_STRAY(h) ->
       strayLeases++; strayLease(h) }

  /* Open the board after a takeover, or because the last renewal listed it: SELECT ... FROM journal.
   * The copy is there at once. A copy that is still under way is like one that the host does not look at. */
  :: d_step { leasePhase[h] == ANSWERED && appendPhase[h] == NONE ->
       copyEpoch[h] = leaseSeen[h] + 1; pressCopy[h] = 0;
#ifdef READ_WITH_TAKE
       copyLength[h] = leaseRead[h];
#else
       copyLength[h] = journalLength;
#endif
#ifdef TAKE_ADDS_TO_SET
       setEpoch[h] = leaseSeen[h] + 1;
#endif
       clearLease(h);
       checkFrames() }
  :: d_step { setEpoch[h] != 0 && setEpoch[h] != copyEpoch[h] && appendPhase[h] == NONE ->
       copyEpoch[h] = setEpoch[h]; pressCopy[h] = 0; copyLength[h] = journalLength; checkFrames() }

  /* Show a frame. Only what it adds to the knowledge of the clients counts. */
  :: d_step { SERVES(h) && copyLength[h] > known -> known = copyLength[h]; checkFrames() }
#ifdef SHOW_UNCONFIRMED
  :: d_step { SERVES(h) && appendPhase[h] != NONE ->
       assert(journalLength >= appendSeq[h] && journalTx[appendSeq[h]] == appendTx[h]) }
#endif

  /* Give up the board in good order. */
  :: d_step { releases < RELEASES && copyEpoch[h] != 0 && appendPhase[h] == NONE && leasePhase[h] == NONE ->
       releases++;
       leaseKind[h] = RELEASE; leasePhase[h] = SENT; leaseId[h] = id[h]; leaseSeen[h] = copyEpoch[h];
       gaveUp[h] = copyEpoch[h]; setEpoch[h] = 0; forget(h);
       closeCopy(h) }

  /* Crash, and start again under a new id. */
  :: d_step { crashes < CRASHES && RENEW_MAY_STRAY(h) && APPEND_MAY_STRAY(h) && LEASE_MAY_STRAY(h) ->
       crashes++;
       strayRenew(h); strayAppend(h); clearAppend(h); strayLease(h); closeCopy(h);
       pressTx[h] = NONE;
       setEpoch[h] = 0; deadlineLeft[h] = 0; gaveUp[h] = 0; id[h] = SPARE }
  od
}

inline lower(n) { n = (n > 0 -> n - 1 : 0) }
inline older(h) {
  if
  :: renewPhase[h] != NONE && renewAge[h] < LEASE -> renewAge[h]++
  :: else
  fi;
#ifndef DEADLINE_FROM_ANSWER
  /* Such an answer is of no use. */
  if
  :: renewAge[h] == LEASE && !RENEW_RUNS(h) -> clearRenew(h)
  :: else
  fi;
#endif
  forget(h);
  /* Forget what can have no effect any more, so that fewer states differ. */
#ifndef NO_EPOCH_IN_FRAME
  if
  :: copyEpoch[h] < leaseEpoch && setEpoch[h] != copyEpoch[h] && renewRead[h] != copyEpoch[h] &&
     appendPhase[h] == NONE -> closeCopy(h)
  :: else
  fi;
#endif
  if
  :: gaveUp[h] < leaseEpoch && (renewRead[h] == 0 || renewRead[h] > gaveUp[h]) -> gaveUp[h] = 0
  :: else
  fi
}

proctype Clock() {
end:
  do
  :: d_step { true ->
       assert(!(RUNS(0) || RUNS(1) || RUNS(2)) || MOVES(0) || MOVES(1) || MOVES(2));   /* rule 5 */
       lower(untilLeft[0]); lower(untilLeft[1]); lower(untilLeft[2]);
       lower(renewUntil[0]); lower(renewUntil[1]); lower(renewUntil[2]);
       lower(deadlineLeft[0]); lower(deadlineLeft[1]);
       older(0); older(1) }
  od
}

init {
  d_step {
    id[1] = 1;
    leaseHost = 0; leaseEpoch = 1; untilLeft[0] = LEASE + 1;
    deadlineLeft[0] = LEASE; setEpoch[0] = 1; copyEpoch[0] = 1
  }
  atomic { run Database(0); run Database(1); run Database(2); run Host(0); run Host(1); run Clock() }
}
