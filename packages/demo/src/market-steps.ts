/** Brings the demo's domains, listings and offers from their current state to the one in their row. */

import { domainToASCII } from 'node:url';
import type { Person } from '@nameloan/driver/person';
import { ignoreConflict } from '@nameloan/driver/person';
import type { SandboxClient } from '@nameloan/driver/sandbox-client';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { Terms } from '@nameloan/driver/steps';
import { acceptOffer, makeOffer, openListing, transferIn } from '@nameloan/driver/steps';
import type { AccountName, Accounts } from './accounts.ts';
import type { DemoState } from './demo-state.ts';
import { keyOf } from './demo-state.ts';
import type { DomainRow, ListingRow, OfferRow } from './market.ts';

// biome-ignore lint/suspicious/noExplicitAny: REST responses are read without types
type RestObject = any;

export interface Market {
  people: Accounts;
  sandbox: SandboxClient;
  memory: DemoState;
}

interface Whose {
  owner: AccountName;
  name: string;
}

async function added({ owner, name }: Whose, { people, memory }: Market): Promise<RestObject> {
  const person = people[owner];
  const id = await memory.have('domains', keyOf(owner, name), () =>
    person.post('/domains/add', { domain: name }),
  );
  return person.get(`/domains/${id}`);
}

const recordOf = ({ domain }: RestObject) => `_nameloan-challenge.${domain}`;

/** The owner's domain, verified at least once. */
async function proven(whose: Whose, market: Market): Promise<RestObject> {
  const owner = market.people[whose.owner];
  const domain = await added(whose, market);
  if (domain.status !== 'EXTERNAL_UNVERIFIED') return domain;
  await market.sandbox.setTxt(recordOf(domain), [domain.verification_record]);
  await owner.post(`/domains/${domain.id}/verify`).catch(ignoreConflict);
  return waitFor(`the proof of ${whose.name}`, async () => {
    const now = await owner.get(`/domains/${domain.id}`);
    return now.status !== 'EXTERNAL_UNVERIFIED' && now;
  });
}

/** Requests a transfer once; it is approved immediately, or later when the registrar responds. */
export async function requestTransfer(
  owner: Person,
  sandbox: SandboxClient,
  { id, answer }: { id: string; answer: 'at once' | 'later' },
): Promise<void> {
  const domain = await owner.get(`/domains/${id}`);
  const name: string = domain.domain;
  if (domain.status !== 'EXTERNAL_VERIFIED') return;
  if (answer === 'at once') {
    if (domain.pending_transfer) await sandbox.approve(name).catch(() => undefined);
    else await transferIn(owner, sandbox, domain);
    return;
  }
  if (domain.pending_transfer) return;
  const { authCode } = await sandbox.change(name, { autoApprove: false });
  await owner.post(`/domains/${id}/transfer`, { transferCode: authCode });
}

const toward: Record<DomainRow['is'], (whose: Whose, market: Market) => Promise<unknown>> = {
  added,
  proven,
  missed: async (whose, market) => {
    const owner = market.people[whose.owner];
    const domain = await added(whose, market);
    await market.sandbox.setTxt(recordOf(domain), ['v=spf1 -all']);
    await owner.post(`/domains/${domain.id}/verify`).catch(ignoreConflict);
    await waitFor(`a check of ${whose.name}`, async () => {
      const { verification_attempts: attempts } = await owner.get(`/domains/${domain.id}`);
      return attempts.length > 0;
    });
  },
  requested: async (whose, market) => {
    const { id } = await proven(whose, market);
    await requestTransfer(market.people[whose.owner], market.sandbox, { id, answer: 'later' });
  },
  held: async (whose, market) => {
    const owner = market.people[whose.owner];
    const { id } = await proven(whose, market);
    await requestTransfer(owner, market.sandbox, { id, answer: 'at once' });
    await waitFor(`custody of ${whose.name}`, async () => {
      const { status } = await owner.get(`/domains/${id}`);
      return status === 'CUSTODY_PAID';
    });
  },
  leaving: async (whose, market) => {
    const { id, pending_transfer: leaving } = await added(whose, market);
    if (!leaving) await market.people[whose.owner].post(`/domains/${id}/transferOut`);
  },
  renewed: async (whose, market) => {
    const owner = market.people[whose.owner];
    const { id, domain: name } = await added(whose, market);
    const { transactions } = await owner.get('/transactions?limit=100');
    const fee = ({ type, domain }: RestObject) => type === 'Renewal fee' && domain === name;
    if (!transactions.some(fee)) await owner.post(`/domains/${id}/renew`);
  },
};

export const settle = (row: DomainRow, market: Market): Promise<unknown> =>
  toward[row.is](row, market);

export async function list([, owner, name, asks]: ListingRow, market: Market): Promise<RestObject> {
  const domain = await proven({ owner, name }, market);
  if (!domain.listed)
    await openListing(market.people[owner], domain.id, asks).catch(ignoreConflict);
  return domain;
}

/** Makes an offer on the owner's listing; resolves to its id. */
async function offered(
  bid: { owner: AccountName; name: string; by: AccountName; terms: Terms; message?: string },
  { people, memory }: Market,
): Promise<string> {
  const { owner, name, by, terms, message } = bid;
  const domainId = memory.domains.get(keyOf(owner, name)) ?? '';
  const said = message === undefined ? {} : { message };
  return memory.have('offers', keyOf(by, name), () =>
    makeOffer(people[by], domainId, { ...terms, ...said }),
  );
}

/** Responds once; an offer that is no longer pending already has its response. */
export async function offer(row: OfferRow & { owner: AccountName }, market: Market): Promise<void> {
  const id = await offered({ ...row, name: row.on }, market);
  if (!row.ends) return;
  const who = row.ends === 'denied' ? row.owner : row.by;
  const status = row.ends.toUpperCase();
  await market.people[who].post(`/offers/${id}`, { status }).catch(ignoreConflict);
}

/** Lists a verified domain, makes an offer and accepts it; resolves to the loan's id. */
export function loanOn(
  deal: {
    name: string;
    borrower: AccountName;
    lender: AccountName;
    terms: Terms;
    message?: string;
  },
  market: Market,
): Promise<string> {
  const { name, borrower: owner, lender: by, terms } = deal;
  return market.memory.have('loans', domainToASCII(name), async () => {
    await list([0, owner, name, terms], market);
    const offerId = await offered({ ...deal, owner, by }, market);
    return acceptOffer(market.people[owner], offerId);
  });
}
