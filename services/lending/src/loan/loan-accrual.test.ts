/** A loan has one accrual from its offer to its end, and offers and loans of earlier releases keep theirs. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
import { contractFiles } from '../contract/contract.model.ts';
import { escrows } from '../escrow/escrow.model.ts';
import { offers } from '../offer/offer.model.ts';
import { findSkipReason, readPdfText } from '../testing/contracts.ts';
import { passDays } from '../testing/pass-days.ts';
import { choosePayee } from '../testing/payee-calls.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  acceptOffer,
  addDomain,
  createAccount,
  createDrawnUpLoan,
  createReceivedLoan,
  expectData,
  makeOffer,
  mutateLoan,
  openListing,
  reserve,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());
afterEach(resetClock);

const noText = { skip: findSkipReason('pdftotext') };

/** 900.50 at 18 % for 60 days. */
const terms = { amount: 90_050, term: 60, rate: 1_800 };
const simple = {
  accrual: 'SIMPLE_365',
  disclosure: { repays: 92_714, interest: 2_664, aprAllCostsPercent: 18 },
};
const compound = {
  accrual: 'COMPOUND_365',
  disclosure: { repays: 92_754, interest: 2_704, aprAllCostsPercent: 18.27 },
};

async function offerOnListing() {
  const borrowerId = await createAccount(service, 'Bea Borrower');
  const lenderId = await createAccount(service, 'Len Lender');
  const [borrower, lender] = [service.as(borrowerId), service.as(lenderId)];
  const domainId = addDomain(service, borrowerId, { transferFeeCents: 0 });
  const listingId = expectData(await openListing(borrower, domainId, terms)).openListing.id;
  const offerId = expectData(await makeOffer(lender, domainId, terms)).makeOffer.id;
  const read = async (query: string) => Object.values(expectData(await borrower(query)))[0];
  return { borrowerId, lenderId, borrower, lender, domainId, listingId, offerId, read };
}

type Read = (query: string) => Promise<unknown>;

/** What a query finds that selects only one of the two: each reads what it depends on. */
async function readEach(read: Read, found: string) {
  const accruals = (await read(`{ ${found} { accrual } }`)) as object;
  const disclosures = (await read(
    `{ ${found} { disclosure { repays interest aprAllCostsPercent } } }`,
  )) as object;
  return { ...accruals, ...disclosures };
}

/** The contract's text as both parties sign it. */
async function readContractText(id: string): Promise<string> {
  const file = await contractFiles.find((await escrows.get(id)).contractSha256 ?? '');
  assert.ok(file);
  return readPdfText(file.bytes);
}

async function accept(offered: Awaited<ReturnType<typeof offerOnListing>>) {
  const { id } = expectData(await acceptOffer(offered.borrower, offered.offerId)).acceptOffer;
  await reserve(service, { ...offered, id, name: `${offered.domainId}.com` });
  await service.settle();
  return id;
}

test(
  'listing, offer, loan and contract have simple interest with the same figures',
  noText,
  async () => {
    const offered = await offerOnListing();
    const { read, listingId, offerId } = offered;
    assert.deepEqual(await readEach(read, `listing(id: "${listingId}")`), simple);
    assert.deepEqual(await readEach(read, `offer(id: "${offerId}")`), simple);
    const id = await accept(offered);
    assert.deepEqual(await readEach(read, `escrow(id: "${id}")`), simple);
    const { borrowerContractUrl } = (await read(
      `{ escrow(id: "${id}") { borrowerContractUrl } }`,
    )) as { borrowerContractUrl: string };
    const token = borrowerContractUrl.split('/').at(-1);
    const { disclosure } = simple;
    const query = `{ contract(token: "${token}") { disclosure { repays interest aprAllCostsPercent } } }`;
    assert.deepEqual(await read(query), { disclosure });
    const text = await readContractText(id);
    assert.ok(text.includes('Interest is simple') && text.includes('US $927.14'), text);
  },
);

test(
  'an offer of an earlier release compounds daily, and so does the loan that it becomes',
  noText,
  async () => {
    const offered = await offerOnListing();
    const { read, offerId, listingId } = offered;
    await offers.raw.updateOne({ _id: offerId }, { $unset: { accrual: '' } });
    assert.deepEqual(await readEach(read, `offer(id: "${offerId}")`), compound);
    assert.deepEqual(await readEach(read, `listing(id: "${listingId}")`), simple);
    const id = await accept(offered);
    assert.deepEqual(await readEach(read, `escrow(id: "${id}")`), compound);
    const text = await readContractText(id);
    assert.ok(text.includes('Interest is compounded daily') && text.includes('US $927.54'), text);
  },
);

test('a contract that a replica of an earlier release drew up counts as it reads, until it is drawn up again', async () => {
  const { loan } = await createDrawnUpLoan(service);
  const read = async () =>
    expectData(await loan.borrower(`{ escrow(id: "${loan.id}") { accrual } }`)).escrow.accrual;
  assert.equal(await read(), 'SIMPLE_365');
  await escrows.raw.updateOne({ _id: loan.id }, { $unset: { accrualSha256: '' } });
  assert.equal(await read(), 'COMPOUND_365');
  const payeeId = service.payees.add(loan.borrowerId, 'A');
  expectData(await choosePayee(loan.borrower, loan, payeeId));
  assert.equal(await read(), 'SIMPLE_365');
});

test('dashboard, performance and payment instructions of one loan have one debt', async () => {
  const loan = await createReceivedLoan(service);
  const payeeId = service.payees.add(loan.lenderId, 'A');
  expectData(await choosePayee(loan.lender, loan, payeeId));
  await passDays(service, 50);
  // 4,500 × 0.15 × 50 / 365 = 92.465…; of 60 days 110.958…
  const escrow = expectData(await loan.borrower(`{ escrow(id: "${loan.id}") { payoff } }`)).escrow;
  assert.equal(escrow.payoff, 459_247);
  const { dashboard } = expectData(
    await loan.borrower('{ dashboard { borrowing { payoff } paymentFlows { outgoing } } }'),
  );
  assert.equal(dashboard.borrowing.payoff, 459_247);
  assert.equal(dashboard.paymentFlows.outgoing, 461_096);
  const instructions = `{ paymentInstructions(escrowId: "${loan.id}") { amount } }`;
  assert.equal(expectData(await loan.borrower(instructions)).paymentInstructions.amount, 459_247);
  const ended = expectData(await mutateLoan(loan.lender, 'finalize', loan)).finalize;
  assert.equal(ended.payoff, 459_247);
});

test('of two offers with equal terms the one with simple interest costs less', async () => {
  const { domainId, borrower, offerId } = await offerOnListing();
  const best = async () =>
    expectData(await borrower('{ dashboard { waitingOffers { domains { best { offerId } } } } }'))
      .dashboard.waitingOffers.domains[0].best.offerId;
  const other = service.as(await createAccount(service, 'Otto Other'));
  const otherId = expectData(await makeOffer(other, domainId, terms)).makeOffer.id;
  for (const [compounding, cheaper] of [
    [offerId, otherId],
    [otherId, offerId],
  ]) {
    await offers.raw.updateOne({ _id: compounding }, { $unset: { accrual: '' } });
    await offers.raw.updateOne({ _id: cheaper }, { $set: { accrual: 'SIMPLE_365' } });
    assert.equal(await best(), cheaper);
  }
});
