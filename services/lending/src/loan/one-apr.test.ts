/** Listing, offer, loan and contract show one APR, even if the domain's transfer fee changes in between. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { escrows } from '../escrow/escrow.model.ts';
import { listings } from '../listing/listing.model.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  acceptOffer,
  addDomain,
  createAccount,
  expectData,
  makeOffer,
  openListing,
  reserve,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const disclosureFields = 'disclosure { receives transferFee repays aprAllCostsPercent }';
const terms = { amount: 100_000, term: 30, rate: 0 };

/** The disclosures of a listing, its offer, the loan and the contract. */
async function readDisclosures(transferFeeCents: number, feeAtOffer = transferFeeCents) {
  const borrowerId = await createAccount(service, 'Bea Borrower');
  const lenderId = await createAccount(service, 'Len Lender');
  const [borrower, lender] = [service.as(borrowerId), service.as(lenderId)];
  const domainId = addDomain(service, borrowerId, { transferFeeCents });
  const listingId = expectData(await openListing(borrower, domainId, terms)).openListing.id;
  const eligibility = service.eligibilities.get(domainId);
  if (eligibility)
    service.eligibilities.set(domainId, { ...eligibility, transferFeeCents: feeAtOffer });
  const offerId = expectData(await makeOffer(lender, domainId, terms)).makeOffer.id;
  const read = async (query: string) =>
    Object.values(expectData(await borrower(query)))[0] as never;
  const listing = await read(`{ listing(id: "${listingId}") { ${disclosureFields} } }`);
  const offer = await read(`{ offer(id: "${offerId}") { ${disclosureFields} } }`);
  const { id } = expectData(await acceptOffer(borrower, offerId)).acceptOffer;
  const name = `${domainId}.com`;
  await reserve(service, { id, domainId, name, borrower, lender, borrowerId, lenderId });
  await service.settle();
  const loan = await read(`{ escrow(id: "${id}") { borrowerContractUrl ${disclosureFields} } }`);
  const { borrowerContractUrl, ...rest } = loan as { borrowerContractUrl: string };
  const token = borrowerContractUrl.split('/').at(-1);
  const contract = await read(`{ contract(token: "${token}") { ${disclosureFields} } }`);
  return { disclosures: [listing, offer, rest, contract], listingId, id, read };
}

test('$1,000 for 30 days at 0 % with a transfer fee of $12 is 14.78 % on listing, offer, loan and contract', async () => {
  // In custody by the time of the offer; the fee was still paid for this loan.
  for (const feeAtOffer of [1_200, 0]) {
    const { disclosures } = await readDisclosures(1_200, feeAtOffer);
    for (const one of disclosures) {
      const disclosure = {
        receives: 100_000,
        transferFee: 1_200,
        repays: 100_000,
        aprAllCostsPercent: 14.78,
      };
      assert.deepEqual(one, { disclosure });
    }
  }
});

test('a domain in custody has no transfer fee', async () => {
  const { disclosures } = await readDisclosures(0);
  for (const { disclosure } of disclosures as { disclosure: Record<string, number> }[])
    assert.deepEqual([disclosure.transferFee, disclosure.aprAllCostsPercent], [0, 0]);
});

test('a loan smaller than its fee has no APR and can still be read', async () => {
  const { disclosures } = await readDisclosures(100_000);
  for (const { disclosure } of disclosures as { disclosure: Record<string, number | null> }[])
    assert.equal(disclosure.aprAllCostsPercent, null);
});

test('old records without a fee show no fee', async () => {
  const { listingId, id, read } = await readDisclosures(1_200);
  await listings.raw.updateOne({ _id: listingId }, { $unset: { transferFeeCents: '' } });
  await escrows.raw.updateOne({ _id: id }, { $unset: { transferFeeCents: '' } });
  for (const query of [
    `{ listing(id: "${listingId}") { ${disclosureFields} } }`,
    `{ escrow(id: "${id}") { ${disclosureFields} } }`,
  ]) {
    const { disclosure } = (await read(query)) as { disclosure: Record<string, number> };
    assert.deepEqual([disclosure.transferFee, disclosure.aprAllCostsPercent], [0, 0]);
  }
});
