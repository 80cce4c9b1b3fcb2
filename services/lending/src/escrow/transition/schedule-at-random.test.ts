/** Random paths of loans, with random actions and clock jumps: the invariants hold on every path. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import { addDays, formatCalendarDay, utcDay } from '@nameloan/loan-math/calendar-day';
import { finalStatuses, isFinal } from '../../loan/status.ts';
import { actors, buildResolveInput, hash, newLoan, start } from '../../testing/loans.ts';
import { isPaidOff } from '../balance/balance.ts';
import type { Escrow } from '../escrow.ts';
import { computeGraceEnd, computePayoff, hasBlockingClaim } from '../stage.ts';
import { decideTransition } from './decide-transition.ts';
import { findNextTimedTransition } from './escrow-jobs.ts';
import { refinanceTimedTransitions } from './refinance/refinance-timed.ts';
import { timedTransitionNames } from './timed-transitions.ts';
import type { TransitionInput } from './transitions.ts';

const loans = 2_000;
const steps = 40;

/** A seeded random generator, so that failures are reproducible. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Act = [keyof typeof actors, (now: Date, loan: Escrow) => TransitionInput];
const note = (now: Date) => ({ date: formatCalendarDay(now), method: 'Wire', reference: 'R' });
let domainVersion = 3;
const custodyUpdate = (at: Date) => ({ domainVersion: ++domainVersion, at });

/** The path of a loan on which both parties answer. */
const happyPath: readonly Act[] = [
  [
    'SYSTEM',
    (at) => ({ transition: 'RESERVATION_GRANTED', inCustody: false, ...custodyUpdate(at) }),
  ],
  [
    'SYSTEM',
    () => ({ transition: 'DRAW_CONTRACT', sha256: hash, borrowerToken: 'b', lenderToken: 'l' }),
  ],
  ['BORROWER', () => ({ transition: 'SIGN', sha256: hash })],
  ['LENDER', () => ({ transition: 'SIGN', sha256: hash })],
  ['SYSTEM', (at) => ({ transition: 'CUSTODY_ARRIVED', ...custodyUpdate(at) })],
  ['LENDER', (now) => ({ transition: 'MARK_PAID', ...note(now) })],
  ['BORROWER', () => ({ transition: 'CONFIRM_RECEIPT' })],
  ['BORROWER', (now) => ({ transition: 'CLAIM_REPAID', ...note(now) })],
];
function proposeExtension(now: Date): TransitionInput {
  const terms = { due: addDays(utcDay(now), 90) };
  return { transition: 'PROPOSE_AMENDMENT', kind: 'EXTEND', terms, feeCents: 0, interest: 'KEEP' };
}

/** Other actions and events; most of them are rejected in most statuses. */
const acts: readonly Act[] = [
  ...happyPath,
  ['BORROWER', () => ({ transition: 'CANCEL' })],
  ['LENDER', () => ({ transition: 'MARK_PAID', method: 'Wire' })],
  ['LENDER', () => ({ transition: 'DENY_REPAID', reason: 'Nothing came.' })],
  ['LENDER', () => ({ transition: 'FINALIZE_SEIZE' })],
  ['BORROWER', (now) => ({ transition: 'REPORT_PAYMENT', ...note(now), amountCents: 20_000 })],
  ['BORROWER', () => ({ transition: 'ESCALATE' })],
  ['OPERATOR', () => buildResolveInput('CONTINUE', 'It goes on.')],
];
function proposeAdvance(): TransitionInput {
  const terms = { amountCents: advanceCents };
  const draft = { kind: 'PRINCIPAL_UP', terms, feeCents: 0, interest: 'KEEP' } as const;
  return { transition: 'PROPOSE_AMENDMENT', ...draft };
}
const advanceCents = 10_000;
const agreeTo = (_now: Date, { amendment }: Escrow): TransitionInput => {
  const dueCents = amendment?.kind === 'PRINCIPAL_UP' ? advanceCents : 0;
  return { transition: 'AGREE_AMENDMENT', sha256: hash, dueCents };
};
const reportAdvance = (now: Date, { amendment }: Escrow): TransitionInput => ({
  ...{ transition: 'REPORT_PAYMENT', ...note(now), amountCents: advanceCents },
  amendment: amendment?.seq ?? 1,
});

/** Made in addition to the others. */
const amending: readonly (readonly Act[])[] = [
  [['BORROWER', proposeExtension]],
  [['LENDER', agreeTo]],
  [['BORROWER', () => ({ transition: 'SIGN_AMENDMENT', sha256: hash })]],
  [['LENDER', () => ({ transition: 'SIGN_AMENDMENT', sha256: hash })]],
  // No time passes until the lender has sent further principal.
  [
    ['LENDER', proposeAdvance],
    ['BORROWER', agreeTo],
    ['BORROWER', () => ({ transition: 'SIGN_AMENDMENT', sha256: hash })],
    ['LENDER', () => ({ transition: 'SIGN_AMENDMENT', sha256: hash })],
    ['LENDER', reportAdvance],
  ],
];
const rare: readonly Act[] = [
  ['LENDER', () => ({ transition: 'CANCEL' })],
  ['LENDER', () => ({ transition: 'FINALIZE_RETURN' })],
  ['BORROWER', () => ({ transition: 'FINALIZE_SURRENDER' })],
  ['OPERATOR', () => buildResolveInput('SEIZE', 'So it is.')],
  ['SYSTEM', (at) => ({ transition: 'CUSTODY_LOST', reason: 'Gone.', ...custodyUpdate(at) })],
];

/** Steps of time in hours, mostly short, sometimes weeks. */
const hourSteps = [0, 1, 5, 24, 30, 72, 24 * 9, 24 * 40];

let payments = 0;

/** The loan after an action, or unchanged if the action is rejected. */
function tryAct(escrow: Escrow, [role, input]: Act, now: Date): Escrow {
  try {
    const paymentId = `payment${++payments}`;
    return decideTransition(escrow, input(now, escrow), { by: actors[role], now, paymentId }).after;
  } catch (error) {
    if (error instanceof DomainError) return escrow;
    throw error;
  }
}

/** Runs due transitions like the job. A rejected one would fail the test, since it would block the loan's job. */
function runClock(escrow: Escrow, now: Date, made: string[]): Escrow {
  let current = escrow;
  for (let runs = 0; ; runs++) {
    const next = findNextTimedTransition(current, now);
    if (!next || next.at > now) return current;
    assert.ok(runs < 6, `${next.transition} comes again and again`);
    const { before, after } = decideTransition(
      current,
      { transition: next.transition },
      { by: actors.SYSTEM, now },
    );
    made.push(`${next.transition} ${formatCalendarDay(now)}`);
    if (remindsOfDue(next.transition)) assertStillTrue(before, now);
    if (next.transition === 'DEEM_RECEIVED') {
      assert.ok(before.sent?.date && before.sent.method && before.sent.reference);
      assert.equal(after.receipt?.by, 'SILENCE');
    }
    current = after;
  }
}

const remindsOfDue = (transition: string): boolean =>
  transition.startsWith('REMIND') && !/_(?:PAYMENT|AMENDMENT)$/.test(transition);

function assertStillTrue(escrow: Escrow, now: Date): void {
  assert.equal(hasBlockingClaim(escrow), false, 'no reminder while a claim blocks a seizure');
  const end = computeGraceEnd(escrow);
  assert.ok(end === null || now <= end, 'no reminder after the grace period');
}

function assertSound(before: Escrow, after: Escrow, now: Date): void {
  if (before.status === 'LOAN_POSTED' && after.status === 'FINALIZED_LENDER_SEIZURE') {
    assert.equal(after.dischargedCents, computePayoff({ ...before, claim: null }, now));
  }
  // Every wait for an answer has a deadline.
  const next = findNextTimedTransition(after, now);
  const waits =
    after.status === 'PENDING_SIGNATURE' ||
    after.status === 'NEW' ||
    (after.status === 'DOMAIN_IN_CUSTODY' && after.cancelRequestedAt !== null) ||
    (after.status === 'LOAN_POSTED' && hasBlockingClaim(after)) ||
    (after.status === 'LOAN_POSTED' &&
      after.receipt !== null &&
      after.noticeAt === null &&
      !isPaidOff(after));
  assert.equal(waits && next === null, false, `${after.status} has no date`);
  if (isFinal(after.status)) assert.equal(next, null);
}

test(`${loans} loans on random paths: no job blocks, and reminders are correct and at most daily`, () => {
  const random = createRandom(20_261_122);
  const randomAmendment = createRandom(20_261_128);
  const seen = new Set<string>();
  for (let number = 0; number < loans; number++) {
    let now = start;
    // No time passes on the happy path.
    const begun = happyPath.slice(0, random(happyPath.length + 1));
    let escrow = begun.reduce((loan, act) => tryAct(loan, act, start), newLoan());
    const made: string[] = [];
    for (let step = 0; step < steps && !isFinal(escrow.status); step++) {
      now = addDays(now, (hourSteps[random(hourSteps.length)] ?? 0) / 24);
      const before = runClock(escrow, now, made);
      const pool = random(60) === 0 ? rare : acts;
      const act = pool[random(pool.length)];
      const acted = act ? tryAct(before, act, now) : before;
      const amendment = amending[randomAmendment(3 * amending.length)] ?? [];
      escrow = amendment.reduce((loan, one) => tryAct(loan, one, now), acted);
      assertSound(before, escrow, now);
    }
    const reminders = made.filter((line) => line.startsWith('REMIND'));
    assert.equal(new Set(reminders).size, reminders.length, reminders.join(', '));
    for (const line of made) seen.add(line.split(' ')[0] ?? '');
    seen.add(escrow.status);
  }
  // A refinancing has two loans (refinance/refinance-at-random.heavy.test.ts).
  for (const transition of timedTransitionNames.filter(
    (one) => !(one in refinanceTimedTransitions),
  ))
    assert.ok(seen.has(transition), `no path led to ${transition}`);
  for (const status of finalStatuses.filter((one) => one !== 'FINALIZED_PLATFORM_SEZIURE')) {
    assert.ok(seen.has(status), `no path led to ${status}`);
  }
});
