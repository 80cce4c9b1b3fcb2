/** No GraphQL field of a listing, an offer, a loan or a message reads a record field missing in its projection. */

import { after, before, test } from 'node:test';
import {
  asEntity,
  asList,
  asOne,
  below,
  queryEachField,
} from '@nameloan/testkit/service/each-field';
import type { Caller } from '@nameloan/testkit/service/test-service';
import { lendingService } from './service.ts';
import { createDisputedLoan } from './testing/disputes.ts';
import type { TestLending, TestLoan } from './testing/start-lending.ts';
import {
  createAcceptedLoan,
  createAccount,
  createDrawnUpLoan,
  createOfferedDomain,
  createReceivedLoan,
  createSignedLoan,
  expectData,
  mutateLoan,
  startLending,
} from './testing/start-lending.ts';

let service: TestLending;
let loans: TestLoan[];
let staff: Caller;
before(async () => {
  service = await startLending();
  loans = [
    await createAcceptedLoan(service, { message: 'Hello' }),
    (await createDrawnUpLoan(service)).loan,
    await createSignedLoan(service, true),
    await createReceivedLoan(service),
    await createDisputedLoan(service),
    await createSurrenderedLoan(),
  ];
  staff = service.as(await createAccount(service, 'Staff', { operator: true }));
});
after(() => service.stop());

async function createSurrenderedLoan(): Promise<TestLoan> {
  const loan = await createReceivedLoan(service);
  expectData(
    await mutateLoan(loan.borrower, 'finalize', { ...loan, more: ', outcome: SURRENDER' }),
  );
  return loan;
}

test('listings', async () => {
  const [owner, lender] = [
    await createAccount(service, 'Ora'),
    await createAccount(service, 'Lee'),
  ];
  const made = await createOfferedDomain(service, { ownerId: owner, lenderId: lender });
  const { listingId, domainId } = made;
  const queries = [
    asList('listings', 'listings'),
    asOne('listing', { id: listingId }),
    asEntity('Listing', listingId),
    below(asEntity('Domain', domainId), 'listing'),
    // One query serves all three selections, each with its own fields.
    below(asEntity('Domain', domainId), 'listed short: listing { id } listing'),
  ];
  const callers = [owner, lender, null].map((who) => service.as(who));
  await queryEachField(lendingService, 'Listing', { callers, queries });
});

test('offers', async () => {
  const [owner, lender] = [
    await createAccount(service, 'Ora'),
    await createAccount(service, 'Lee'),
  ];
  const { offerId } = await createOfferedDomain(service, { ownerId: owner, lenderId: lender });
  const queries = [
    asList('receivedOffers', 'offers'),
    asList('sentOffers', 'offers'),
    asOne('offer', { id: offerId }),
    asEntity('Offer', offerId),
    below(asList('listings', 'listings'), 'myOffer'),
    below(asList('listings', 'listings'), 'actions myOffer'),
  ];
  await queryEachField(lendingService, 'Offer', {
    callers: [owner, lender].map((who) => service.as(who)),
    queries,
  });
  const [first] = loans;
  if (first)
    await queryEachField(lendingService, 'Offer', {
      callers: [first.borrower, first.lender],
      queries: [
        asList('receivedOffers', 'offers'),
        asList('sentOffers', 'offers'),
        {
          query: (fields) => `query ($id: ID!) { escrow(id: $id) { offer { ${fields} } } }`,
          variables: { id: first.id },
        },
      ],
    });
});

test('loans, in each stage and for each viewer', async () => {
  for (const { id, borrower, lender } of loans)
    await queryEachField(lendingService, 'Escrow', {
      callers: [borrower, lender, staff],
      queries: [asOne('escrow', { id }), asEntity('Escrow', id)],
    });
  const lists = [
    asList('borrowedEscrows', 'escrows'),
    asList('lentEscrows', 'escrows'),
    below(asList('dashboard', 'borrowing'), 'largest(limit: 3)'),
    below(asList('dashboard', 'lending'), 'largest(limit: 3)'),
    below(asList('dashboard', 'waitingLoans'), 'escrows'),
    asList('loanPerformance', 'seized'),
    below(asList('receivedOffers', 'offers'), 'escrow'),
    below(asList('sentOffers', 'offers'), 'escrow'),
  ];
  for (const { borrower, lender } of loans)
    await queryEachField(lendingService, 'Escrow', { callers: [borrower, lender], queries: lists });
  await queryEachField(lendingService, 'Escrow', {
    callers: [staff],
    queries: [
      asList('disputes(status: ESCALATED)', 'escrows'),
      below(asList('dashboard', 'waitingDisputes'), 'escrows'),
    ],
  });
});

test('messages', async () => {
  for (const { id, borrower, lender } of loans.slice(0, 1)) {
    const list = asOne('escrowMessages', { escrowId: id });
    const sent = expectData(await borrower(list.query('id'), list.variables)).escrowMessages[0];
    await queryEachField(lendingService, 'EscrowMessage', {
      callers: [borrower, lender],
      queries: [list, asOne('escrowMessage', { id: sent.id }), asEntity('EscrowMessage', sent.id)],
    });
  }
});
