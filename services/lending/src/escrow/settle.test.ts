/** How a posted loan is claimed, settled, seized, surrendered or resolved, and what stands in the way. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by, claim, inStatus, loan, now, posted, received, refusal } from '../testing/loans.ts';
import type { Escrow } from './escrow.ts';
import { finalizeMove, resolveMove, settleMove } from './moves.ts';

test('only a loan that the lender marked, and only once, can be confirmed as received', () => {
  const confirm = { move: 'CONFIRM_RECEIPT' } as const;
  assert.throws(
    () => by('BORROWER', posted({ sent: null }), confirm),
    refusal('CONFLICT', /has not marked/),
  );
  const confirmed = by('BORROWER', posted(), confirm).after;
  assert.equal(confirmed.receipt?.at, now);
  const marked = posted({ ...received, sent: null });
  for (const escrow of [confirmed, marked]) {
    assert.throws(() => by('BORROWER', escrow, confirm), refusal('CONFLICT', /confirmed already/));
  }
});

test('a claim of repayment names what is missing or out of bounds', () => {
  const good = { date: '2026-04-01', method: 'Wire', reference: 'R' };
  const claimWith = (change: object) => () =>
    by('BORROWER', posted(received), { move: 'CLAIM_REPAID', ...good, ...change });
  assert.throws(claimWith({ date: null }), refusal('INVALID_INPUT', /date/, 'date'));
  assert.throws(claimWith({ date: '2026-02-30' }), refusal('INVALID_INPUT', /a day/, 'date'));
  assert.throws(claimWith({ date: '2026-04-21' }), refusal('INVALID_INPUT', /future/, 'date'));
  assert.throws(claimWith({ date: '2026-03-09' }), refusal('INVALID_INPUT', /before/, 'date'));
  assert.throws(claimWith({ method: ' ' }), refusal('INVALID_INPUT', /method/, 'method'));
  assert.throws(
    claimWith({ reference: 'x'.repeat(201) }),
    refusal('INVALID_INPUT', /200/, 'reference'),
  );
  assert.equal(claimWith({ date: '2026-03-10' })().after.claim?.method, 'Wire');
  assert.throws(
    () => by('BORROWER', posted(), { move: 'CLAIM_REPAID', ...good }),
    refusal('CONFLICT', 'Confirm first that the money has arrived.'),
  );
  assert.throws(
    () => by('BORROWER', posted({ ...received, claim }), { move: 'CLAIM_REPAID', ...good }),
    refusal('CONFLICT', /claimed repayment already/),
  );
});

test('a confirmed claim stops the interest at its own day, otherwise it runs to today', () => {
  const late = new Date('2026-05-09T23:59:59.000Z');
  const without = by('LENDER', posted(received), finalizeMove(), late).after;
  assert.equal(without.finalPayoffCents, 92_754);
  const withClaim = by(
    'LENDER',
    posted({ ...received, claim }),
    finalizeMove('RETURN'),
    late,
  ).after;
  assert.equal(withClaim.repaidOn?.toISOString(), '2026-04-01T00:00:00.000Z');
  // 22 days at 18 %: 900.50 × (1 + 0.18/365)^22 = 910.321…
  assert.equal(withClaim.finalPayoffCents, 91_032);
  assert.equal(withClaim.finalizedAt, late);
});

test('a seizure needs the borrower’s own receipt, no claim, the end of grace and the notice', () => {
  const seize = (fields: Partial<Escrow>, at: string) => () =>
    by('LENDER', posted(fields), finalizeMove('SEIZE'), new Date(at));
  const ready = { ...received, noticeAt: received.dueAt };
  const end = '2026-05-17T09:00:00.000Z';
  const past = '2026-05-17T09:00:00.001Z';
  assert.throws(seize({}, past), refusal('CONFLICT', /not confirmed the receipt/));
  const silent = { ...ready, receipt: { ...claim, by: 'SILENCE' as const } };
  assert.throws(seize(silent, past), refusal('CONFLICT', /operator can decide/));
  assert.throws(
    seize({ ...ready, claim }, past),
    refusal('CONFLICT', /says that the loan is repaid/),
  );
  assert.throws(
    seize(ready, end),
    refusal('CONFLICT', /until May 17, 2026 at 09:00 UTC; you can take/),
  );
  assert.throws(
    seize({ ...ready, noticeAt: null }, past),
    refusal('CONFLICT', /notice of default/),
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
    () => by('BORROWER', posted(), finalizeMove('SURRENDER')),
    refusal('CONFLICT', /money has arrived/),
  );
  const given = by('BORROWER', posted(received), finalizeMove('SURRENDER'));
  assert.equal(given.after.status, 'FINALIZED_LENDER_SEIZURE');
});

test('a resolution needs a reason; to continue also answers an open claim', () => {
  const disputed = loan({ ...inStatus.ESCALATED, status: 'ESCALATED', claim });
  for (const outcome of ['CONTINUE', 'RETURN', 'SEIZE', 'PLATFORM'] as const) {
    assert.throws(
      () => by('OPERATOR', disputed, resolveMove(outcome, '  ')),
      refusal('INVALID_INPUT', /reason/, 'reason'),
    );
  }
  assert.equal(by('OPERATOR', disputed, resolveMove('CONTINUE', 'Go on.')).after.claim, null);
  const returned = by('OPERATOR', disputed, resolveMove('RETURN', 'Paid.')).after;
  assert.deepEqual(returned.repaidOn, claim.date);
  const platform = by('OPERATOR', disputed, resolveMove('PLATFORM', 'Fraud.'));
  assert.ok(
    platform.events.some((one) => 'toAccountId' in one.data && one.data.toAccountId === null),
  );
});

test('a domain that has left custody goes to no lender, whoever would decide it; the rest stays open', () => {
  const fact = { domainVersion: 9, at: now, reason: 'Court order.' };
  const ready = posted({ ...received, noticeAt: received.dueAt });
  const disputed = by('SYSTEM', ready, { move: 'CUSTODY_LOST', ...fact }).after;
  const resolve = resolveMove('CONTINUE', 'They talk.');
  const { after: running, events } = by('OPERATOR', disputed, resolve);
  assert.ok(events.some(({ data }) => 'collateralGone' in data && data.collateralGone));
  const late = new Date('2026-06-01T12:00:00.000Z');
  const lost = { details: { reason: 'CUSTODY_LOST' }, message: /cannot go to the lender/ };
  const refused = [
    () => by('LENDER', disputed, settleMove('SEIZE')),
    () => by('OPERATOR', disputed, resolveMove('SEIZE', 'Not repaid.')),
    () => by('LENDER', running, finalizeMove('SEIZE'), late),
    () => by('BORROWER', running, finalizeMove('SURRENDER'), late),
  ];
  for (const seizing of refused) assert.throws(seizing, lost);
  for (const outcome of ['RETURN', 'PLATFORM'] as const) {
    by('OPERATOR', disputed, resolveMove(outcome, 'I have looked.'));
  }
  by('LENDER', disputed, settleMove('RETURN'));
  by('LENDER', running, finalizeMove('RETURN'), late);
});
