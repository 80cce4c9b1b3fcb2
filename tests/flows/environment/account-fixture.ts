/** Accounts with one object of each kind, as targets of hostile calls, and a snapshot to detect changes. */

import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { addProvenDomain, makeOffer, openListing, tokenOf } from '@nameloan/driver/steps';
import { sealedUrl } from './contract-pdf.ts';
import type { Loan, RestObject } from './loans.ts';
import { createPostedLoan, defaultTerms } from './loans.ts';
import type { TestEnvironment } from './test-environment.ts';
import { waitForDomainStatus } from './wait-for-state.ts';

export interface AccountFixture {
  owner: Person;
  lender: Person;
  outsider: Person;
  loan: Loan;
  /** The owner's ids for path parameters, by the first path segment. */
  ids: Record<string, string>;
  /** The owner's domain with an open listing and a pending offer. */
  listedDomainId: string;
  offerId: string;
  /** Everything that the owner and the lender can read, as strings. */
  snapshot(): Promise<string[]>;
}

export async function createAccountFixture(environment: TestEnvironment): Promise<AccountFixture> {
  const loan = await createPostedLoan(environment);
  const { borrower: owner, lender } = loan;
  const outsider = await environment.newPerson('Sam Stranger');
  const other = await addProvenDomain(owner, environment.sandbox, environment.newDomainName());
  const listing = await openListing(owner, other.id, defaultTerms);
  const offer = await makeOffer(lender, other.id, defaultTerms);
  await sealedUrl(owner, loan.id);
  const escrow = await owner.get(`/escrow/${loan.id}`);
  const { notifications } = await owner.get('/notifications');
  const { sessions } = await owner.get('/users/sessions');
  const fixture: AccountFixture = {
    owner,
    lender,
    outsider,
    loan,
    ids: {
      users: sessions[0].id,
      notifications: notifications[0].id,
      listings: listing.id,
      domains: other.id,
      offers: offer.id,
      escrow: loan.id,
      contracts: tokenOf(escrow.borrower_contract_url),
    },
    listedDomainId: other.id,
    offerId: offer.id,
    snapshot: () => readSnapshot(owner, lender, loan),
  };
  await waitUntilSettled(fixture);
  return fixture;
}

/** The notifications that each account receives until the fixture is complete, in any order. */
const expectedNotifications = {
  owner: [
    [2, /^We found the DNS proof/],
    [2, /^A lender offers/],
    [1, /^Your deposit/],
    [1, /into custody was requested/],
    [1, /arrived in our custody/],
    [1, /^The transfer fee/],
    [1, /^The contract .* is ready/],
    [1, /^You both signed the contract/],
    [1, /sealed/],
    [1, /was sent/],
  ],
  lender: [
    [1, /^Your offer .* was accepted/],
    [1, /^The borrower started the transfer/],
    [1, /^The contract .* is ready/],
    [1, /^The borrower signed/],
    [1, /^You both signed the contract/],
    [1, /is in our custody/],
    [1, /sealed/],
    [1, /^The borrower confirmed receiving/],
  ],
} as const;

/** Waits until all events have been processed. */
async function waitUntilSettled({
  owner,
  lender,
  loan,
  listedDomainId,
}: AccountFixture): Promise<void> {
  await waitForDomainStatus(owner, loan.domain, 'IN_ESCROW');
  await waitFor('domains to receive the listing', async () => {
    return (await owner.get(`/domains/${listedDomainId}`)).next_check_at !== null;
  });
  await waitForNotifications(owner, expectedNotifications.owner);
  await waitForNotifications(lender, expectedNotifications.lender);
}

function waitForNotifications(
  person: Person,
  expected: readonly (readonly [number, RegExp])[],
): Promise<unknown> {
  return waitFor(`all notifications of ${person.name}`, async () => {
    const { notifications } = await person.get('/notifications');
    return expected.every(
      ([count, text]) =>
        notifications.filter((one: RestObject) => text.test(one.body)).length === count,
    );
  });
}

/** Describes the differences between two snapshots, shortened. */
export function changes(before: string[], after: string[]): string[] {
  return after.flatMap((now, at) => {
    const then = before[at] ?? '';
    if (now === then) return [];
    const from = [...now].findIndex((letter, place) => letter !== then[place]);
    const around = (text: string) => text.slice(Math.max(0, from - 60), from + 100);
    return [`…${around(then)}… became …${around(now)}…`];
  });
}

async function readSnapshot(owner: Person, lender: Person, loan: Loan): Promise<string[]> {
  const responses: RestObject[] = [];
  for (const person of [owner, lender]) {
    responses.push(
      await person.get('/users/self'),
      await person.get('/domains?limit=100'),
      await person.get('/offers/my-offers?limit=100'),
      await person.get('/offers/sent-offers?limit=100'),
      await person.post('/escrow/borrower', { limit: 100 }),
      await person.post('/escrow/lender', { limit: 100 }),
      await person.get(`/escrow/${loan.id}/history`),
      await person.get(`/escrow/${loan.id}/messages`),
      await person.get('/transactions?limit=100'),
      (await person.get('/users/sessions')).sessions.map((one: RestObject) => one.id),
      (await person.get('/notifications')).notifications.map((one: RestObject) => [
        one.id,
        one.read,
      ]),
    );
  }
  return responses.map((one) => JSON.stringify(one));
}

/** Fills a path's parameter with an existing id. */
export function pathWith(path: string, ids: Record<string, string>): string {
  const segment = path.split('/')[1] ?? '';
  return path.replace('{n}', '1').replace(/\{\w+\}/g, encodeURIComponent(ids[segment] ?? 'none'));
}
