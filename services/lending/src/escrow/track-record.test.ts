/** Track records count loans that ran, for both roles, and contain only counts. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
import { buildLoan, claim, received, receivedAt } from '../testing/loans.ts';
import { passDays } from '../testing/pass-days.ts';
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
import { escrows } from './escrow.model.ts';
import type { Escrow } from './escrow.ts';
import { countFinishedLoans } from './track-record.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const record =
  'finished onTime extendedLate defaulted disputed unfunded counterparties repaidTotal';
const none = {
  ...{ finished: 0, onTime: 0, extendedLate: 0, defaulted: 0, disputed: 0 },
  ...{ unfunded: 0, counterparties: 0, repaidTotal: 0 },
};

/** The lender's record on an offer to someone else, and the borrower's on another listing. */
async function recordsOf({ id: loanId, borrowerId, lenderId, borrower, lender }: TestLoan) {
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
  // The parties of a loan see the same of each other.
  const ofLoan = async (call: TestLoan['lender']) =>
    expectData(await call(`{ escrow(id: "${loanId}") { trackRecord { ${record} } } }`)).escrow
      .trackRecord;
  assert.deepEqual(await ofLoan(borrower), offer.lenderTrackRecord);
  assert.deepEqual(await ofLoan(lender), listing.borrowerTrackRecord);
  return { lender: offer.lenderTrackRecord, borrower: listing.borrowerTrackRecord };
}

test('a loan received and repaid in time counts for both parties', async (t) => {
  t.after(resetClock);
  const loan = await createReceivedLoan(service);
  assert.deepEqual(await recordsOf(loan), { lender: none, borrower: none });
  await passDays(service, 8);
  expectData(await mutateLoan(loan.lender, 'finalize', loan));
  const repaidTotal = (await escrows.get(loan.id)).amountCents;
  const counted = { ...none, finished: 1, onTime: 1, counterparties: 1, repaidTotal };
  assert.deepEqual(await recordsOf(loan), { lender: counted, borrower: counted });
});

test('a lender who marks and finalizes a loan that never ran gains no record', async () => {
  const loan = await createPostedLoan(service);
  expectData(await mutateLoan(loan.lender, 'finalize', loan));
  assert.deepEqual(await recordsOf(loan), { lender: none, borrower: none });
});

test('a dispute and a default are counted for both parties', async (t) => {
  t.after(resetClock);
  const loan = await createReceivedLoan(service);
  await passDays(service, 8);
  expectData(await mutateLoan(loan.lender, 'escalate', loan));
  for (const side of [loan.lender, loan.borrower])
    expectData(await mutateLoan(side, 'settleDispute', { id: loan.id, more: ', outcome: SEIZE' }));
  const counted = { ...none, finished: 1, defaulted: 1, disputed: 1, counterparties: 1 };
  assert.deepEqual(await recordsOf(loan), { lender: counted, borrower: counted });
});

const onDueDay = new Date('2026-05-09T00:00:00.000Z');
const dayLater = new Date('2026-05-10T00:00:00.000Z');
const repaid = { status: 'FINALIZED_RETURN_TO_BORROWER', repaidOn: onDueDay } as const;

/** Ended loans of one account; each with another counterparty unless it names one. */
const count = (loans: readonly Partial<Escrow>[], role: 'borrowerId' | 'lenderId' = 'borrowerId') =>
  countFinishedLoans(
    loans.map((loan, index) => ({
      ...buildLoan({ ...received, finalizedAt: onDueDay, statusAt: onDueDay }),
      ...{ borrowerId: `b${index}`, lenderId: `l${index}` },
      ...loan,
    })),
    role,
  );

test('only finished loans with a confirmed receipt count, each by its outcome', () => {
  const escalation = { at: dayLater, by: 'SYSTEM', reason: null, evidence: null } as const;
  const found = count([
    repaid,
    { ...repaid, repaidOn: dayLater },
    { ...repaid, repaidOn: null, receipt: null, dueAt: null },
    { ...repaid, receipt: { ...claim, by: 'SILENCE' } },
    { status: 'FINALIZED_LENDER_SEIZURE' },
    { status: 'FINALIZED_PLATFORM_SEZIURE', escalation },
    { status: 'CANCELLED', receipt: null, dueAt: null },
    { status: 'LOAN_POSTED' },
    { status: 'ESCALATED', escalation },
  ]);
  assert.deepEqual(found, {
    ...{ finished: 4, onTime: 1, extendedLate: 0, defaulted: 1, disputed: 1 },
    ...{ unfunded: 0, counterparties: 4, repaidTotal: 2 * 90_050 },
  });
});

test('twelve loans of $1 between two of one’s own accounts add nothing, and large ones one a month', () => {
  const own = { ...repaid, borrowerId: 'me', lenderId: 'me too' };
  const month = (index: number) =>
    new Date(Date.UTC(2026, 4 + Math.floor(index / 4), 9 + (index % 4)));
  const twelve = (amountCents: number) =>
    Array.from({ length: 12 }, (_, index) => ({ ...own, amountCents, finalizedAt: month(index) }));
  assert.deepEqual(count(twelve(100)), none);
  assert.deepEqual(count(twelve(99_99)), none);
  const large = count(twelve(100_00));
  assert.deepEqual([large.finished, large.counterparties, large.repaidTotal], [3, 1, 300_00]);
});

test('a loan counts from the seventh day after its receipt', () => {
  const at = receivedAt;
  const after = (ms: number) => count([{ ...repaid, finalizedAt: new Date(at.getTime() + ms) }]);
  assert.equal(after(7 * 86_400_000 - 1).finished, 0);
  assert.equal(after(7 * 86_400_000).finished, 1);
});

test('of several loans with one counterparty in a month the worst counts', () => {
  const own = { ...repaid, borrowerId: 'me', lenderId: 'other' };
  const found = count([own, { ...own, status: 'FINALIZED_LENDER_SEIZURE', repaidOn: null }, own]);
  assert.deepEqual([found.finished, found.defaulted, found.onTime], [1, 1, 0]);
});

test('a loan that its lender never funded counts for the lender, and not for the borrower', () => {
  const cancelled = { status: 'CANCELLED', receipt: null, dueAt: null, unfunded: true } as const;
  const loans = [cancelled, { ...cancelled, unfunded: null }, { ...cancelled, amountCents: 99_99 }];
  assert.deepEqual(count(loans, 'lenderId'), { ...none, unfunded: 1 });
  assert.deepEqual(count(loans, 'borrowerId'), none);
});
