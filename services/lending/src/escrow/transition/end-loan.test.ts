/** The ends of a posted loan: repayment, seizure, surrender and resolution, with their guards. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildFinalizeInput,
  buildLoan,
  buildPostedLoan,
  buildResolveInput,
  claim,
  decideAs,
  inStatus,
  matchesError,
  now,
  received,
  settleInput,
} from '../../testing/loans.ts';
import type { Escrow } from '../escrow.ts';

test('a receipt can be confirmed once, and only after the lender’s mark', () => {
  const confirm = { transition: 'CONFIRM_RECEIPT' } as const;
  assert.throws(
    () => decideAs('BORROWER', buildPostedLoan({ sent: null }), confirm),
    matchesError('CONFLICT', /has not marked/),
  );
  const confirmed = decideAs('BORROWER', buildPostedLoan(), confirm).after;
  assert.equal(confirmed.receipt?.at, now);
  const marked = buildPostedLoan({ ...received, sent: null });
  for (const escrow of [confirmed, marked]) {
    assert.throws(
      () => decideAs('BORROWER', escrow, confirm),
      matchesError('CONFLICT', /already confirmed/),
    );
  }
});

test('an invalid claim of repayment names the missing or invalid fields', () => {
  const good = { date: '2026-04-01', method: 'Wire', reference: 'R' };
  const claimWith = (change: object) => () =>
    decideAs('BORROWER', buildPostedLoan(received), {
      transition: 'CLAIM_REPAID',
      ...good,
      ...change,
    });
  assert.throws(claimWith({ date: null }), matchesError('INVALID_INPUT', /date/, 'date'));
  assert.throws(
    claimWith({ date: '2026-02-30' }),
    matchesError('INVALID_INPUT', /Enter the date like/, 'date'),
  );
  assert.throws(
    claimWith({ date: '2026-04-21' }),
    matchesError('INVALID_INPUT', /from March 10, 2026 to April 20, 2026/, 'date'),
  );
  assert.throws(
    claimWith({ date: '2026-03-09' }),
    matchesError('INVALID_INPUT', /from March 10, 2026 to April 20, 2026/, 'date'),
  );
  assert.throws(claimWith({ method: ' ' }), matchesError('INVALID_INPUT', /method/, 'method'));
  assert.throws(
    claimWith({ reference: 'x'.repeat(201) }),
    matchesError('INVALID_INPUT', /200/, 'reference'),
  );
  assert.equal(claimWith({ date: '2026-03-10' })().after.claim?.method, 'Wire');
  assert.throws(
    () => decideAs('BORROWER', buildPostedLoan(), { transition: 'CLAIM_REPAID', ...good }),
    matchesError('CONFLICT', 'Confirm that the money has arrived first.'),
  );
  assert.throws(
    () =>
      decideAs('BORROWER', buildPostedLoan({ ...received, claim }), {
        transition: 'CLAIM_REPAID',
        ...good,
      }),
    matchesError('CONFLICT', /already claimed repayment/),
  );
});

test('interest stops on the day of a confirmed claim, otherwise today', () => {
  const late = new Date('2026-05-09T23:59:59.000Z');
  const without = decideAs('LENDER', buildPostedLoan(received), buildFinalizeInput(), late).after;
  assert.equal(without.finalPayoffCents, 92_754);
  const withClaim = decideAs(
    'LENDER',
    buildPostedLoan({ ...received, claim }),
    buildFinalizeInput('RETURN'),
    late,
  ).after;
  assert.equal(withClaim.repaidOn?.toISOString(), '2026-04-01T00:00:00.000Z');
  // 22 days at 18 %: 900.50 × (1 + 0.18/365)^22 = 910.321…
  assert.equal(withClaim.finalPayoffCents, 91_032);
  assert.equal(withClaim.finalizedAt, late);
});

test('a seizure needs a receipt confirmed by the borrower, no claim, the end of grace and the notice', () => {
  const seize = (fields: Partial<Escrow>, at: string) => () =>
    decideAs('LENDER', buildPostedLoan(fields), buildFinalizeInput('SEIZE'), new Date(at));
  const ready = { ...received, noticeAt: received.dueAt };
  const end = '2026-05-17T09:00:00.000Z';
  const past = '2026-05-17T09:00:00.001Z';
  assert.throws(seize({}, past), matchesError('CONFLICT', /not confirmed the receipt/));
  const silent = { ...ready, receipt: { ...claim, by: 'SILENCE' as const } };
  assert.throws(seize(silent, past), matchesError('CONFLICT', /operator can decide/));
  assert.throws(
    seize({ ...ready, claim }, past),
    matchesError('CONFLICT', /says that the loan is repaid/),
  );
  assert.throws(seize(ready, end), matchesError('CONFLICT', /may still repay; you can take/));
  assert.throws(
    seize({ ...ready, noticeAt: null }, past),
    matchesError('CONFLICT', /notice of default/),
  );
  const seized = seize(ready, past)();
  assert.deepEqual(seized.events.at(-1), {
    subject: 'lending.escrow.collateral-seized',
    data: {
      escrowId: 'escrow1',
      domainId: 'domain1',
      domainName: 'harborline.com',
      borrowerId: 'b1',
      lenderId: 'l1',
      toAccountId: 'l1',
    },
  });
});

test('surrender needs a receipt and gives the domain to the lender', () => {
  assert.throws(
    () => decideAs('BORROWER', buildPostedLoan(), buildFinalizeInput('SURRENDER')),
    matchesError('CONFLICT', /money has arrived/),
  );
  const given = decideAs('BORROWER', buildPostedLoan(received), buildFinalizeInput('SURRENDER'));
  assert.equal(given.after.status, 'FINALIZED_LENDER_SEIZURE');
});

test('a resolution needs a reason; to continue also answers an open claim', () => {
  const disputed = buildLoan({ ...inStatus.ESCALATED, status: 'ESCALATED', claim });
  for (const outcome of ['CONTINUE', 'RETURN', 'SEIZE', 'PLATFORM'] as const) {
    assert.throws(
      () => decideAs('OPERATOR', disputed, buildResolveInput(outcome, '  ')),
      matchesError('INVALID_INPUT', /reason/, 'reason'),
    );
  }
  assert.equal(
    decideAs('OPERATOR', disputed, buildResolveInput('CONTINUE', 'Go on.')).after.claim,
    null,
  );
  const returned = decideAs('OPERATOR', disputed, buildResolveInput('RETURN', 'Paid.')).after;
  assert.deepEqual(returned.repaidOn, claim.date);
  const platform = decideAs('OPERATOR', disputed, buildResolveInput('PLATFORM', 'Fraud.'));
  assert.ok(
    platform.events.some((one) => 'toAccountId' in one.data && one.data.toAccountId === null),
  );
});

test('a domain that has left custody cannot go to the lender; other outcomes stay possible', () => {
  const custodyUpdate = { domainVersion: 9, at: now, reason: 'Court order.' };
  const ready = buildPostedLoan({ ...received, noticeAt: received.dueAt });
  const disputed = decideAs('SYSTEM', ready, {
    transition: 'CUSTODY_LOST',
    ...custodyUpdate,
  }).after;
  const resolve = buildResolveInput('CONTINUE', 'They talk.');
  const decided = new Date('2026-05-01T12:00:00.000Z');
  const { after: running, events } = decideAs('OPERATOR', disputed, resolve, decided);
  assert.ok(events.some(({ data }) => 'collateralGone' in data && data.collateralGone));
  const late = new Date('2026-06-01T12:00:00.000Z');
  const lost = { details: { reason: 'CUSTODY_LOST' }, message: /cannot go to the lender/ };
  const rejected = [
    () => decideAs('LENDER', disputed, settleInput('SEIZE')),
    () => decideAs('OPERATOR', disputed, buildResolveInput('SEIZE', 'Not repaid.')),
    () => decideAs('LENDER', running, buildFinalizeInput('SEIZE'), late),
    () => decideAs('BORROWER', running, buildFinalizeInput('SURRENDER'), late),
  ];
  for (const seizing of rejected) assert.throws(seizing, lost);
  for (const outcome of ['RETURN', 'PLATFORM'] as const) {
    decideAs('OPERATOR', disputed, buildResolveInput(outcome, 'I have looked.'), decided);
  }
  decideAs('LENDER', disputed, settleInput('RETURN'));
  decideAs('LENDER', running, buildFinalizeInput('RETURN'), late);
});
