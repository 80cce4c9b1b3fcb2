/** Brings the demo's domains, listings and offers from their current state to the state in their row. */

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

// biome-ignore lint/suspicious/noExplicitAny: REST responses are untyped
type RestObject = any;

export interface Market {
  accounts: Accounts;
  sandbox: SandboxClient;
  state: DemoState;
}

interface OwnedDomain {
  owner: AccountName;
  name: string;
}

async function addDomain(
  { owner, name }: OwnedDomain,
  { accounts, state }: Market,
): Promise<RestObject> {
  const person = accounts[owner];
  const id = await state.findOrCreate('domains', keyOf(owner, name), () =>
    person.post('/domains/add', { domain: name }),
  );
  return person.get(`/domains/${id}`);
}

const verificationHost = ({ domain }: RestObject) => `_nameloan-challenge.${domain}`;

/** The owner's domain, verified at least once. */
async function verifyDomain(owned: OwnedDomain, market: Market): Promise<RestObject> {
  const owner = market.accounts[owned.owner];
  const domain = await addDomain(owned, market);
  if (domain.status !== 'EXTERNAL_UNVERIFIED') return domain;
  await market.sandbox.setTxt(verificationHost(domain), [domain.verification_record]);
  await owner.post(`/domains/${domain.id}/verify`).catch(ignoreConflict);
  return waitFor(`the proof of ${owned.name}`, async () => {
    const now = await owner.get(`/domains/${domain.id}`);
    return now.status !== 'EXTERNAL_UNVERIFIED' && now;
  });
}

/** Requests a transfer once; it is approved immediately, or later when the registrar responds. */
export async function requestTransfer(
  owner: Person,
  sandbox: SandboxClient,
  { id, approval }: { id: string; approval: 'immediate' | 'later' },
): Promise<void> {
  const domain = await owner.get(`/domains/${id}`);
  const name: string = domain.domain;
  if (domain.status !== 'EXTERNAL_VERIFIED') return;
  if (approval === 'immediate') {
    if (domain.pending_transfer) await sandbox.approveTransfer(name).catch(() => undefined);
    else await transferIn(owner, sandbox, domain);
    return;
  }
  if (domain.pending_transfer) return;
  const { authCode } = await sandbox.updateRegistration(name, { autoApprove: false });
  await owner.post(`/domains/${id}/transfer`, { transferCode: authCode });
}

const advanceTo: Record<
  DomainRow['state'],
  (owned: OwnedDomain, market: Market) => Promise<unknown>
> = {
  added: addDomain,
  verified: verifyDomain,
  unverified: async (owned, market) => {
    const owner = market.accounts[owned.owner];
    const domain = await addDomain(owned, market);
    await market.sandbox.setTxt(verificationHost(domain), ['v=spf1 -all']);
    await owner.post(`/domains/${domain.id}/verify`).catch(ignoreConflict);
    await waitFor(`a check of ${owned.name}`, async () => {
      const { verification_attempts: attempts } = await owner.get(`/domains/${domain.id}`);
      return attempts.length > 0;
    });
  },
  requested: async (owned, market) => {
    const { id } = await verifyDomain(owned, market);
    await requestTransfer(market.accounts[owned.owner], market.sandbox, { id, approval: 'later' });
  },
  held: async (owned, market) => {
    const owner = market.accounts[owned.owner];
    const { id } = await verifyDomain(owned, market);
    await requestTransfer(owner, market.sandbox, { id, approval: 'immediate' });
    await waitFor(`custody of ${owned.name}`, async () => {
      const { status } = await owner.get(`/domains/${id}`);
      return status === 'CUSTODY_PAID';
    });
  },
  leaving: async (owned, market) => {
    const { id, pending_transfer: leaving } = await addDomain(owned, market);
    if (!leaving) await market.accounts[owned.owner].post(`/domains/${id}/transferOut`);
  },
  renewed: async (owned, market) => {
    const owner = market.accounts[owned.owner];
    const { id, domain: name } = await addDomain(owned, market);
    const { transactions } = await owner.get('/transactions?limit=100');
    const fee = ({ type, domain }: RestObject) => type === 'Renewal fee' && domain === name;
    if (!transactions.some(fee)) await owner.post(`/domains/${id}/renew`);
  },
};

export const advanceDomain = (row: DomainRow, market: Market): Promise<unknown> =>
  advanceTo[row.state](row, market);

export async function ensureListing(
  [, owner, name, terms]: ListingRow,
  market: Market,
): Promise<RestObject> {
  const domain = await verifyDomain({ owner, name }, market);
  if (!domain.listed)
    await openListing(market.accounts[owner], domain.id, terms).catch(ignoreConflict);
  return domain;
}

/** Makes an offer on the owner's listing; resolves to its id. */
async function ensureOffer(
  bid: { owner: AccountName; name: string; by: AccountName; terms: Terms; message?: string },
  { accounts, state }: Market,
): Promise<string> {
  const { owner, name, by, terms, message } = bid;
  const domainId = state.domains.get(keyOf(owner, name)) ?? '';
  const note = message === undefined ? {} : { message };
  return state.findOrCreate('offers', keyOf(by, name), () =>
    makeOffer(accounts[by], domainId, { ...terms, ...note }),
  );
}

/** Makes an offer and, if its row has an outcome, denies or rescinds it once. */
export async function runOffer(
  row: OfferRow & { owner: AccountName },
  market: Market,
): Promise<void> {
  const id = await ensureOffer({ ...row, name: row.on }, market);
  if (!row.outcome) return;
  const account = row.outcome === 'denied' ? row.owner : row.by;
  const status = row.outcome.toUpperCase();
  await market.accounts[account].post(`/offers/${id}`, { status }).catch(ignoreConflict);
}

/** Lists a verified domain, makes an offer and accepts it; resolves to the loan's id. */
export function ensureLoan(
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
  return market.state.findOrCreate('loans', domainToASCII(name), async () => {
    await ensureListing([0, owner, name, terms], market);
    const offerId = await ensureOffer({ ...deal, owner, by }, market);
    return acceptOffer(market.accounts[owner], offerId);
  });
}
