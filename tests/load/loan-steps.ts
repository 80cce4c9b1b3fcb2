/**
 * The steps of a loan by REST, each repeatable: whoever lost an answer finds what stands already instead of
 * making it twice.
 */

import type { Found } from './person.ts';
import { Person, unique, waitFor } from './person.ts';
import { approve, payCheckout, registered, setTxt } from './sandbox-api.ts';

export interface Terms {
  /** Dollars. */
  amount: number;
  /** Days. */
  term: number;
  /** Percent a year. */
  apy: number;
}

export interface Loan {
  id: string;
  borrower: Person;
  lender: Person;
  domain: Found;
}

export function someTerms(): Terms {
  return {
    amount: 100 + Math.floor(Math.random() * 900),
    term: 30 + Math.floor(Math.random() * 300),
    apy: 5 + Math.floor(Math.random() * 20),
  };
}

/** What a call made, or, where its first try had made it and the answer was lost, what `find` finds. */
async function made(
  person: Person,
  call: { path: string; body: unknown; find: () => Promise<Found> },
): Promise<Found> {
  const answer = await person.call('POST', call.path, { body: call.body });
  return answer.status === 409 ? waitFor(`the outcome of ${call.path}`, call.find) : answer.body;
}

/** A name of its own, added and proven by DNS. */
export async function addProvenDomain(owner: Person): Promise<Found> {
  const name = `load-${unique()}.com`;
  const ofName = async () =>
    (await owner.get('/domains?limit=100')).domains.find((one: Found) => one.domain === name);
  const added = await made(owner, { path: '/domains/add', body: { domain: name }, find: ofName });
  await setTxt(`_nameloan-challenge.${name}`, [added.verification_record]);
  await owner.post(`/domains/${added.id}/verify`);
  return waitFor(`the proof of ${name}`, async () => {
    const domain = await owner.get(`/domains/${added.id}`);
    return domain.status === 'EXTERNAL_VERIFIED' && domain;
  });
}

export function openListing(owner: Person, domain: Found, terms: Terms): Promise<Found> {
  return made(owner, {
    path: '/listings',
    body: {
      domain_id: domain.id,
      desired_apy: terms.apy,
      desired_term: terms.term,
      desired_loan_amount: terms.amount,
    },
    find: async () => {
      const { listed } = await owner.get(`/domains/${domain.id}`);
      return listed && { domain_id: domain.id };
    },
  });
}

export function makeOffer(lender: Person, domainId: string, terms: Terms): Promise<Found> {
  const { amount, ...rest } = terms;
  return made(lender, {
    path: '/offers',
    body: { domain_id: domainId, loan_amount: amount, ...rest },
    find: async () => {
      const { offers } = await lender.get('/offers/sent-offers?limit=100');
      return offers.find((one: Found) => one.domain_id === domainId && one.status === 'PENDING');
    },
  });
}

export function acceptOffer(borrower: Person, offerId: string): Promise<Found> {
  return made(borrower, {
    path: '/escrow/accept',
    body: { offerId },
    find: async () => (await borrower.post('/escrow/borrower', { limit: 1 })).escrows[0],
  });
}

/** PENDING_SIGNATURE: two people, a proven domain, a listing, an offer taken. */
export async function agreeLoan(): Promise<Loan> {
  const [borrower, lender] = [new Person('Bea Borrower'), new Person('Len Lender')];
  await Promise.all([borrower.register(), lender.register()]);
  const domain = await addProvenDomain(borrower);
  const terms = someTerms();
  await openListing(borrower, domain, terms);
  const offer = await makeOffer(lender, domain.id, terms);
  const { id } = await acceptOffer(borrower, offer.id);
  return { id, borrower, lender, domain };
}

const escrowOf = (person: Person, loan: Loan): Promise<Found> => person.get(`/escrow/${loan.id}`);

export function loanIn(person: Person, loan: Loan, status: string): Promise<Found> {
  return waitFor(`status ${status}`, async () => {
    const escrow = await escrowOf(person, loan);
    return escrow.status === status && escrow;
  });
}

const address = { address1: '1 Main Street', city: 'Springfield', zip: '12345', country: 'US' };

export async function sign(person: Person, loan: Loan): Promise<void> {
  const url: string = await waitFor('the contract', async () => {
    const escrow = await escrowOf(person, loan);
    return escrow.borrower_contract_url ?? escrow.lender_contract_url;
  });
  const token = url.slice(url.lastIndexOf('/') + 1);
  const contract = await person.get(`/contracts/${token}`);
  await person.post(`/contracts/${token}/sign`, {
    name: person.name,
    consent: true,
    ...(contract.address_needed ? { address } : {}),
  });
}

/** Pays by card; resolves once the balance has it. */
export async function deposit(person: Person, dollars: number): Promise<void> {
  const { balance } = await person.get('/users/self');
  const { uri } = await person.post('/transactions/stripe-session', { amount: dollars });
  await payCheckout(uri.slice(uri.lastIndexOf('/') + 1));
  await waitFor(
    'the deposit',
    async () => (await person.get('/users/self')).balance >= balance + dollars,
  );
}

/** DOMAIN_IN_CUSTODY, from the signatures to the transfer that the other registrar approves. */
export async function bringIntoCustody(loan: Loan): Promise<void> {
  const { borrower, domain } = loan;
  await sign(borrower, loan);
  await sign(loan.lender, loan);
  await deposit(borrower, 100);
  const { authCode } = await registered(domain.domain);
  await borrower.post(`/domains/${domain.id}/transfer`, { transferCode: authCode });
  await waitFor('the domain in custody', async () => {
    // Asked for a moment later where a part was away, and nobody else approves on a cluster.
    if ((await registered(domain.domain)).pendingTransfer) await approve(domain.domain);
    return (await escrowOf(borrower, loan)).status === 'DOMAIN_IN_CUSTODY';
  });
}

/** The money goes there and back; the domain returns. */
export async function repay(loan: Loan): Promise<void> {
  const { borrower, lender, domain } = loan;
  await lender.post(`/escrow/${loan.id}/markPaid`);
  await borrower.post(`/escrow/${loan.id}/confirmReceipt`);
  const { received_at: receivedAt } = await escrowOf(borrower, loan);
  await borrower.post(`/escrow/${loan.id}/claimRepaid`, {
    date: receivedAt.slice(0, 10),
    method: 'Wire',
    reference: 'B-1',
  });
  await lender.post(`/escrow/${loan.id}/finalize`);
  await loanIn(borrower, loan, 'FINALIZED_RETURN_TO_BORROWER');
  await waitFor('the domain back', async () => {
    const found = await borrower.get(`/domains/${domain.id}`);
    return found.status === 'CUSTODY_PAID';
  });
}
