/** What happens next, for each reader, in every status. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escrowStatuses } from '@nameloan/contracts/loan';
import { buildLoan, claim, inStatus, received, start } from '../../testing/loans.ts';
import { describeNextAction } from './waiting-for.ts';
import { describeWhatNext } from './what-next.ts';

const at = (day: string) => new Date(`${day}T12:00:00.000Z`);

test('it is a sentence that names no date, with the deadline next to it, in every status', () => {
  const fieldSets = [
    {},
    received,
    { ...received, claim },
    { fundingFrom: start },
    { renewUntil: start },
  ];
  for (const status of escrowStatuses)
    for (const fields of fieldSets)
      for (const now of [start, at('2026-05-10'), at('2026-06-20')])
        for (const reader of ['BORROWER', 'LENDER', 'OPERATOR'] as const) {
          const escrow = buildLoan({ ...inStatus[status], status, ...fields });
          const context = { now, transferring: false, reader };
          const { message, at: deadline } = describeWhatNext(escrow, context);
          assert.match(message, /^[A-Z].*\.$/);
          assert.doesNotMatch(message, /UTC|\d{4}/, `${status} ${message}`);
          const waits = describeNextAction(escrow, context);
          if (waits.party !== 'NONE') assert.deepEqual(deadline, waits.until);
        }
});

test('where the lender may seize by a decision, no time is promised to the borrower', () => {
  const base = {
    ...inStatus.LOAN_POSTED,
    ...received,
    status: 'LOAN_POSTED',
    maySeize: true,
  } as const;
  for (const now of [at('2026-04-01'), at('2026-05-10')]) {
    const context = { now, transferring: false, reader: 'BORROWER' } as const;
    const { message } = describeNextAction(buildLoan(base), context);
    assert.match(message, /but the lender may take the domain at any time\.$/);
    const lost = buildLoan({ ...base, inCustodyAt: null, custodyLostAt: start });
    assert.doesNotMatch(describeNextAction(lost, context).message, /at any time/);
  }
});

test('a refinanced loan does not say that the domain came back', () => {
  const status = 'FINALIZED_RETURN_TO_BORROWER';
  const loan = buildLoan({ ...inStatus[status], status, endedBy: 'REFINANCED' });
  for (const reader of ['BORROWER', 'LENDER'] as const) {
    const { message } = describeWhatNext(loan, { now: new Date(), transferring: false, reader });
    assert.match(message, /a new loan repaid it/);
  }
});
