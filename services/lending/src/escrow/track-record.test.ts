/** Track records count loans that ran, for both roles, and contain only counts. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { claim, received } from '../testing/loans.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createAccount,
  createListedDomain,
  createPostedLoan,
  createReceivedLoan,
  expectData,
  makeOffer,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';
import type { Escrow } from './escrow.ts';
import { countFinishedLoans } from './track-record.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const record = 'finished onTime defaulted disputed';
const none = { finished: 0, onTime: 0, defaulted: 0, disputed: 0 };

/** The lender's record on an offer to someone else, and the borrower's on another listing. */
async function recordsOf({ borrowerId, lenderId, lender }: TestLoan) {
  const otherOwner = await createAccount(service, 'Otto Other');
  const elsewhere = await createListedDomain(service, otherOwner);
  const { id } = expectData(await makeOffer(lender, elsewhere.domainId)).makeOffer;
  const owner = service.as(otherOwner);
  const { offer } = expectData(
    await owner(`{ offer(id: "${id}") { lenderTrackRecord { ${record} } } }`),
  );
  const mine = await createListedDomain(service, borrowerId);
  const query = `{ listing(id: "${mine.listingId}") { borrowerTrackRecord { ${record} } } }`;
  const { listing } = expectData(await service.as(lenderId)(query));
  const visitor = expectData(await service.as(null)(query)).listing;
  assert.equal(visitor.borrowerTrackRecord, null);
  return { lender: offer.lenderTrackRecord, borrower: listing.borrowerTrackRecord };
}

test('a loan received and repaid in time counts for both parties', async () => {
  const loan = await createReceivedLoan(service);
  assert.deepEqual(await recordsOf(loan), { lender: none, borrower: none });
  expectData(await mutateLoan(loan.lender, 'finalize', loan));
  const counted = { ...none, finished: 1, onTime: 1 };
  assert.deepEqual(await recordsOf(loan), { lender: counted, borrower: counted });
});

test('a lender who marks and finalizes a loan that never ran gains no record', async () => {
  const loan = await createPostedLoan(service);
  expectData(await mutateLoan(loan.lender, 'finalize', loan));
  assert.deepEqual(await recordsOf(loan), { lender: none, borrower: none });
});

test('a dispute and a default are counted for both parties', async () => {
  const loan = await createReceivedLoan(service);
  expectData(await mutateLoan(loan.lender, 'escalate', loan));
  for (const side of [loan.lender, loan.borrower])
    expectData(await mutateLoan(side, 'settleDispute', { id: loan.id, more: ', outcome: SEIZE' }));
  const counted = { ...none, finished: 1, defaulted: 1, disputed: 1 };
  assert.deepEqual(await recordsOf(loan), { lender: counted, borrower: counted });
});

test('only finished loans with a confirmed receipt count, each by its outcome', () => {
  const onDueDay = new Date('2026-05-09T00:00:00.000Z');
  const dayLater = new Date('2026-05-10T00:00:00.000Z');
  const base = { repaidOn: null, escalation: null, dueAt: null, receipt: null, ...received };
  const escalation = { at: dayLater, by: 'SYSTEM', reason: null, evidence: null } as const;
  const loans: Partial<Escrow>[] = [
    { status: 'FINALIZED_RETURN_TO_BORROWER', repaidOn: onDueDay },
    { status: 'FINALIZED_RETURN_TO_BORROWER', repaidOn: dayLater },
    { status: 'FINALIZED_RETURN_TO_BORROWER', repaidOn: null, receipt: null, dueAt: null },
    { status: 'FINALIZED_RETURN_TO_BORROWER', receipt: { ...claim, by: 'SILENCE' } },
    { status: 'FINALIZED_LENDER_SEIZURE' },
    { status: 'FINALIZED_PLATFORM_SEZIURE', escalation },
    { status: 'CANCELLED', receipt: null, dueAt: null },
    { status: 'LOAN_POSTED' },
    { status: 'ESCALATED', escalation },
  ];
  const ended = loans.map((loan) => ({ ...base, ...loan }) as Escrow);
  assert.deepEqual(countFinishedLoans(ended), {
    finished: 4,
    onTime: 1,
    defaulted: 1,
    disputed: 1,
  });
});
