/** What an effective amendment changes in the balance, by the computed cases of the loan math. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import type { AmendmentDraft, LiveAmendment } from '../../../loan/amendment.ts';
import { viewBalance } from '../../../payment/view-balance.ts';
import { actors, buildPostedLoan, hash, simple } from '../../../testing/loans.ts';
import { replayLoan } from '../../balance/replay-loan.ts';
import type { Escrow, Receipt } from '../../escrow.ts';
import { decideTransition } from '../decide-transition.ts';
import type { TransitionInput } from '../transitions.ts';
import { buildEffectiveChanges } from './amendment-effect.ts';
import { computeDueCents } from './amendment-terms.ts';

const receipt: Receipt = {
  ...{ date: null, method: null, reference: null, by: 'BORROWER' },
  at: new Date('2027-01-10T09:00:00.000Z'),
};
const day80 = new Date('2027-03-31T12:00:00.000Z');

/** 10,000 at 12 % for 90 days. */
const tenThousand: Escrow & { receipt: Receipt } = {
  ...buildPostedLoan({ amountCents: 1_000_000, rateBps: 1_200, termDays: 90, ...simple }),
  contractSha256: hash,
  receipt,
  dueAt: addDays(receipt.at, 90),
  inCustodyAt: receipt.at,
};

const extension: AmendmentDraft = {
  kind: 'EXTEND',
  terms: { due: new Date('2027-06-09T00:00:00.000Z'), rateBps: 1_500 },
  feeCents: 10_000,
  interest: 'PAY',
};

function by(escrow: Escrow, role: 'BORROWER' | 'LENDER', input: TransitionInput): Escrow {
  return decideTransition(escrow, input, { by: actors[role], now: day80, paymentId: 'p1' }).after;
}

/** Proposed by the borrower, agreed and signed by both. */
function signBoth(loan: Escrow, draft: AmendmentDraft): Escrow {
  const proposed = by(loan, 'BORROWER', { transition: 'PROPOSE_AMENDMENT', ...draft });
  const dueCents = computeDueCents(loan, draft, day80);
  const agreed = by(proposed, 'LENDER', { transition: 'AGREE_AMENDMENT', sha256: hash, dueCents });
  const signed = by(agreed, 'BORROWER', { transition: 'SIGN_AMENDMENT', sha256: hash });
  return by(signed, 'LENDER', { transition: 'SIGN_AMENDMENT', sha256: hash });
}

const balance = (loan: Escrow, day: string) => replayLoan(loan, receipt, { day: new Date(day) });

test('X1 extended on day 80 by 60 days, interest and a fee paid', () => {
  assert.equal(computeDueCents(tenThousand, extension, day80), 36_301);
  const waiting = signBoth(tenThousand, extension);
  assert.equal(waiting.amendment?.status, 'AWAITING_MONEY');
  assert.equal(balance(waiting, '2027-06-09').payoffCents, 1_049_315, 'the old terms until then');
  const reported = by(waiting, 'BORROWER', {
    transition: 'REPORT_PAYMENT',
    ...{ date: '2027-03-31', method: 'Wire', reference: 'A', amountCents: 36_301, amendment: 1 },
  });
  const paid = by(reported, 'LENDER', { transition: 'CONFIRM_PAYMENT', paymentId: 'p1' });
  assert.equal(paid.amendment, null);
  assert.deepEqual(paid.dueAt, new Date('2027-06-09T09:00:00.000Z'));
  const { principalCents, payoffCents, feesCents } = balance(paid, '2027-06-09');
  assert.deepEqual([principalCents, payoffCents, feesCents], [1_000_000, 1_028_767, 0]);
});

test('interest that is kept stays due and bears no interest', () => {
  const kept = signBoth(tenThousand, { ...extension, feeCents: 0, interest: 'KEEP' });
  assert.equal(kept.amendment, null, 'effective with the second signature');
  const { principalCents, payoffCents } = balance(kept, '2027-06-09');
  // 80 days at 12 % and 70 days at 15 %: 263.01 and 287.67.
  assert.deepEqual([principalCents, payoffCents], [1_000_000, 1_055_068]);
});

function reportAgreed(waiting: Escrow, amountCents: number): Escrow {
  return by(waiting, 'BORROWER', {
    transition: 'REPORT_PAYMENT',
    ...{ date: '2027-03-31', method: 'Wire', reference: 'A', amountCents, amendment: 1 },
  });
}

function payAgreed(waiting: Escrow, amountCents: number): Escrow {
  const reported = reportAgreed(waiting, amountCents);
  return by(reported, 'LENDER', { transition: 'CONFIRM_PAYMENT', paymentId: 'p1' });
}

test('a part of the principal is repaid before its interest, which stays due or is paid with it', () => {
  const lower: AmendmentDraft = {
    ...{ kind: 'PRINCIPAL_DOWN', feeCents: 5_000, interest: 'KEEP' },
    terms: { amountCents: 200_000 },
  };
  const kept = payAgreed(signBoth(tenThousand, lower), 205_000);
  const after = balance(kept, '2027-03-31');
  assert.deepEqual(
    [after.principalCents, after.interestCents, after.feesCents, after.payoffCents],
    [800_000, 26_301, 0, 826_301],
  );
  // 80 days of 10,000 and 10 days of 8,000: 263.01 and 26.30.
  assert.equal(balance(kept, '2027-04-10').payoffCents, 828_932);
  assert.deepEqual(kept.dueAt, tenThousand.dueAt);
  const paid = payAgreed(signBoth(tenThousand, { ...lower, interest: 'PAY' }), 231_301);
  const { principalCents, interestCents } = balance(paid, '2027-03-31');
  assert.deepEqual([principalCents, interestCents], [800_000, 0]);
});

test('until the agreed money is answered, the balance if it is confirmed is the one of the amended loan', () => {
  const lower: AmendmentDraft = {
    ...{ kind: 'PRINCIPAL_DOWN', feeCents: 5_000, interest: 'KEEP' },
    terms: { amountCents: 200_000 },
  };
  const drafts: [AmendmentDraft, number][] = [
    [extension, 36_301],
    [lower, 205_000],
  ];
  for (const [draft, amountCents] of drafts) {
    const waiting = signBoth(tenThousand, draft);
    const reported = reportAgreed(waiting, amountCents);
    const paid = payAgreed(waiting, amountCents);
    // The days before the payment, its day, the old due date and the new one.
    for (const text of ['2027-03-30', '2027-03-31', '2027-04-10', '2027-06-09']) {
      const day = new Date(text);
      const { ifConfirmed, ifDenied, ...forecast } = viewBalance(reported, day);
      const { on: _, ifConfirmed: none, ifDenied: __, ...confirmed } = viewBalance(paid, day);
      assert.equal(none, null);
      assert.deepEqual(ifConfirmed, confirmed, `${draft.kind} ${text}`);
      assert.equal(ifDenied?.payoffCents, forecast.payoffCents);
      assert.equal(forecast.payoffCents, viewBalance(waiting, day).payoffCents);
    }
  }
});

test('money for another amendment, or of another amount, never counts for the principal first', () => {
  const terms = { amountCents: 200_000 };
  const waiting = signBoth(tenThousand, {
    ...{ kind: 'PRINCIPAL_DOWN', feeCents: 0, interest: 'KEEP' },
    terms,
  });
  assert.throws(() => payAgreed(waiting, 200_001), /agreed amount/);
  const reported = by(waiting, 'BORROWER', {
    transition: 'REPORT_PAYMENT',
    ...{ date: '2027-03-31', method: 'Wire', reference: 'A', amountCents: 200_000 },
  });
  const part = by(reported, 'LENDER', { transition: 'CONFIRM_PAYMENT', paymentId: 'p1' });
  assert.equal(balance(part, '2027-03-31').interestCents, 0);
  assert.equal(part.amendment?.status, 'AWAITING_MONEY');
});

test('a waiver covers what is owed on its day and not the fee of the amendment', () => {
  const plan = { ...bulletPlan, lateFeeBps: 500, defaultRateBps: 600 };
  const late = { ...tenThousand, plan, termDays: 30, dueAt: addDays(receipt.at, 30) };
  const owed = balance(late, '2027-03-31');
  assert.ok(owed.feesCents > 0 && owed.defaultInterestCents > 0);
  const amendment: LiveAmendment = {
    ...{ seq: 1, kind: 'WAIVE', feeCents: 2_000, interest: 'KEEP', proposedBy: 'LENDER' },
    terms: { lateFeesCents: 1_000_000, defaultInterestCents: 1_000 },
    ...{ status: 'AGREED', agreedAt: day80, expiresAt: day80, sha256: hash, dueCents: 0 },
    ...{ borrowerSignedAt: day80, lenderSignedAt: day80 },
  };
  const effect = buildEffectiveChanges(late, amendment, { from: day80, now: day80 });
  const after = balance({ ...late, ...effect }, '2027-03-31');
  assert.equal(after.feesCents, 2_000);
  assert.equal(after.defaultInterestCents, owed.defaultInterestCents - 1_000);
  assert.equal(after.principalCents, owed.principalCents);
});
