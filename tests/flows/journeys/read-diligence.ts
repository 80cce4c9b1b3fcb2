/** What the pages of a domain, its listing and its loan show of its diligence report. */

import assert from 'node:assert/strict';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { WebUser } from '../environment/web-user.ts';

const noLoans = { repaid: 0, defaulted: 0 };
/** A name of the sandbox is registered for less than these loans would need. */
const longTermDays = 3000;

interface Listed {
  owner: WebUser;
  visitor: WebUser;
  domainId: string;
  listingId: string;
}

const codesOf = ({ diligence }: { diligence: { notes: { code: string }[] } }) =>
  diligence.notes.map(({ code }) => code);

export async function readDiligence({ owner, visitor, domainId, listingId }: Listed) {
  const report = await waitFor('the report of the name', async () => {
    const listing = await visitor.run('ListingDiligence', { id: listingId });
    assert.deepEqual(listing.loansOfName, noLoans);
    return listing.diligence.asOf !== null && listing.diligence;
  });
  const own = await owner.run('DomainDiligence', { id: domainId });
  assert.deepEqual(own.loansOfName, noLoans);
  assert.deepEqual(own.diligence.registrar, report.registrar);
  for (const [reader, operation, id] of [
    [visitor, 'OfferDiligence', listingId],
    [owner, 'NewListingDiligence', domainId],
  ] as const) {
    const warn = async (termDays: number) =>
      codesOf(await reader.run(operation, { id, termDays })).includes('EXPIRES_EARLY');
    assert.deepEqual([await warn(1), await warn(longTermDays)], [false, true], operation);
  }
  await findByRegistrar(visitor, report.registrar.name);
}

/** Lending has the registrar with the report that follows the listing. */
async function findByRegistrar(visitor: WebUser, registrar: string): Promise<void> {
  await waitFor('the listing to be found by its registrar', async () => {
    const found = await visitor.run('FilteredListings', { filter: { registrar } });
    return found.total > 0;
  });
  const filter = { registrar, dnssec: 'SIGNED', minAgeDays: 1, expiresAfter: '2999-01-01' };
  assert.equal((await visitor.run('FilteredListings', { filter })).total, 0);
}

export async function readLoanDiligence(party: WebUser, id: string): Promise<void> {
  const loan = await party.run('LoanDiligence', { id });
  assert.deepEqual(loan.loansOfName, noLoans);
  assert.ok(loan.domain.diligence.asOf);
}
