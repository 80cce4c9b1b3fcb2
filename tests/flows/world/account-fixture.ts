/** People with one of everything, at rest: what hostile calls are aimed at, and a picture to see that nothing changed. */

import type { Person } from '../../../scripts/demo/person.ts';
import { waitFor } from '../../../scripts/demo/sandbox-client.ts';
import { addProvenDomain, makeOffer, openListing, tokenOf } from '../../../scripts/demo/steps.ts';
import { sealedUrl } from './contract-pdf.ts';
import type { RestObject, Loan } from './loans.ts';
import { posted, someTerms } from './loans.ts';
import { domainIn } from './wait-for-state.ts';
import type { World } from './world.ts';

export interface Scene {
  owner: Person;
  lender: Person;
  stranger: Person;
  loan: Loan;
  /** Value of each path's parameter: the owner's own things, by the path's first word. */
  ids: Record<string, string>;
  /** A domain of the owner's with an open listing and a pending offer. */
  listedDomainId: string;
  offerId: string;
  /** Everything that the owner and the lender can see, each thing as text. */
  picture(): Promise<string[]>;
}

export async function setScene(world: World): Promise<Scene> {
  const loan = await posted(world);
  const { borrower: owner, lender } = loan;
  const stranger = await world.newPerson('Sam Stranger');
  const other = await addProvenDomain(owner, world.outside, world.newName());
  const listing = await openListing(owner, other.id, someTerms);
  const offer = await makeOffer(lender, other.id, someTerms);
  await sealedUrl(owner, loan.id);
  const escrow = await owner.get(`/escrow/${loan.id}`);
  const { notifications } = await owner.get('/notifications');
  const { sessions } = await owner.get('/users/sessions');
  const scene: Scene = {
    owner,
    lender,
    stranger,
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
    picture: () => picture(owner, lender, loan),
  };
  await atRest(scene);
  return scene;
}

/** What each is told until the scene is set, in no certain order; what else follows from it is earlier. */
const told = {
  owner: [
    [2, /^The DNS proof/],
    [2, /^A lender offers/],
    [1, /^Your deposit/],
    [1, /into custody has been requested/],
    [1, /has arrived in our custody/],
    [1, /^The transfer fee/],
    [1, /^The contract .* is ready/],
    [1, /^Both of you have signed/],
    [1, /sealed/],
    [1, /was sent/],
  ],
  lender: [
    [1, /^Your offer .* was accepted/],
    [1, /^The borrower has started the transfer/],
    [1, /^The contract .* is ready/],
    [1, /^The borrower has signed/],
    [1, /^Both of you have signed/],
    [1, /is in our custody/],
    [1, /sealed/],
    [1, /^The borrower confirms the receipt/],
  ],
} as const;

/** Until every fact on its way has arrived. */
async function atRest({ owner, lender, loan, listedDomainId }: Scene): Promise<void> {
  await domainIn(owner, loan.domain, 'IN_ESCROW');
  await waitFor('domains to hear of the listing', async () => {
    return (await owner.get(`/domains/${listedDomainId}`)).next_check_at !== null;
  });
  await hasHeard(owner, told.owner);
  await hasHeard(lender, told.lender);
}

function hasHeard(
  person: Person,
  wanted: readonly (readonly [number, RegExp])[],
): Promise<unknown> {
  return waitFor(`all word to ${person.name}`, async () => {
    const { notifications } = await person.get('/notifications');
    return wanted.every(
      ([count, text]) => notifications.filter((one: RestObject) => text.test(one.body)).length === count,
    );
  });
}

/** What differs, each cut to a length that can be read. */
export function changes(before: string[], after: string[]): string[] {
  return after.flatMap((now, at) => {
    const then = before[at] ?? '';
    if (now === then) return [];
    const from = [...now].findIndex((letter, place) => letter !== then[place]);
    const around = (text: string) => text.slice(Math.max(0, from - 60), from + 100);
    return [`…${around(then)}… became …${around(now)}…`];
  });
}

async function picture(owner: Person, lender: Person, loan: Loan): Promise<string[]> {
  const seen: RestObject[] = [];
  for (const person of [owner, lender]) {
    seen.push(
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
      (await person.get('/notifications')).notifications.map((one: RestObject) => [one.id, one.read]),
    );
  }
  return seen.map((one) => JSON.stringify(one));
}

/** The call's path with a real id in it. */
export function pathWith(path: string, ids: Record<string, string>): string {
  const word = path.split('/')[1] ?? '';
  return path.replace(/\{\w+\}/g, encodeURIComponent(ids[word] ?? 'none'));
}
