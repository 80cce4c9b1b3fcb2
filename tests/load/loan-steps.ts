/**
 * The steps of a loan by REST. Each can be repeated: if a response was lost, the step finds the existing result instead
 * of creating it twice.
 */

import type { RestObject } from './person.ts';
import { Person, unique, waitFor } from './person.ts';
import { approve, payCheckout, readRegistryDomain, setTxt } from './sandbox-api.ts';

export interface Terms {
  /** Dollars. */
  amount: number;
  /** Days. */
  term: number;
  /** Percent per year. */
  apy: number;
}

export interface Loan {
  id: string;
  borrower: Person;
  lender: Person;
  domain: RestObject;
}

export function randomTerms(): Terms {
  return {
    amount: 100 + Math.floor(Math.random() * 900),
    term: 30 + Math.floor(Math.random() * 300),
    apy: 5 + Math.floor(Math.random() * 20),
  };
}

/** Creates an object by a call; if an earlier attempt created it and its response was lost, `find` reads it. */
async function createOrFind(
  person: Person,
  call: { path: string; body: unknown; find: () => Promise<RestObject> },
): Promise<RestObject> {
  const response = await person.call('POST', call.path, { body: call.body });
  return response.status === 409
    ? waitFor(`the outcome of ${call.path}`, call.find)
    : response.body;
}

/** Adds a new domain and verifies it by DNS. */
export async function addProvenDomain(owner: Person): Promise<RestObject> {
  const name = `load-${unique()}.com`;
  const findDomain = async () =>
    (await owner.get('/domains?limit=100')).domains.find((one: RestObject) => one.domain === name);
  const added = await createOrFind(owner, {
    path: '/domains/add',
    body: { domain: name },
    find: findDomain,
  });
  await setTxt(`_nameloan-challenge.${name}`, [added.verification_record]);
  await owner.post(`/domains/${added.id}/verify`);
  return waitFor(`the proof of ${name}`, async () => {
    const domain = await owner.get(`/domains/${added.id}`);
    return domain.status === 'EXTERNAL_VERIFIED' && domain;
  });
}

export function openListing(owner: Person, domain: RestObject, terms: Terms): Promise<RestObject> {
  return createOrFind(owner, {
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

export function makeOffer(lender: Person, domainId: string, terms: Terms): Promise<RestObject> {
  const { amount, ...rest } = terms;
  return createOrFind(lender, {
    path: '/offers',
    body: { domain_id: domainId, loan_amount: amount, ...rest },
    find: async () => {
      const { offers } = await lender.get('/offers/sent-offers?limit=100');
      return offers.find(
        (one: RestObject) => one.domain_id === domainId && one.status === 'PENDING',
      );
    },
  });
}

export function acceptOffer(borrower: Person, offerId: string): Promise<RestObject> {
  return createOrFind(borrower, {
    path: '/escrow/accept',
    body: { offerId },
    find: async () =>
      (await borrower.post('/escrow/borrower', { limit: 1, direction: 'DESC' })).escrows[0],
  });
}

/** Brings a loan to PENDING_SIGNATURE: two accounts, a verified domain, a listing, an accepted offer. */
export async function agreeLoan(): Promise<Loan> {
  const [borrower, lender] = [new Person('Bea Borrower'), new Person('Len Lender')];
  await Promise.all([borrower.register(), lender.register()]);
  const domain = await addProvenDomain(borrower);
  const terms = randomTerms();
  await openListing(borrower, domain, terms);
  const offer = await makeOffer(lender, domain.id, terms);
  const { id } = await acceptOffer(borrower, offer.id);
  return { id, borrower, lender, domain };
}

const escrowOf = (person: Person, loan: Loan): Promise<RestObject> =>
  person.get(`/escrow/${loan.id}`);

export function waitForStatus(person: Person, loan: Loan, status: string): Promise<RestObject> {
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

/** Deposits by card; resolves once the balance includes it. */
export async function deposit(person: Person, dollars: number): Promise<void> {
  const { balance } = await person.get('/users/self');
  const { uri } = await person.post('/transactions/stripe-session', { amount: dollars });
  await payCheckout(uri.slice(uri.lastIndexOf('/') + 1));
  await waitFor(
    'the deposit',
    async () => (await person.get('/users/self')).balance >= balance + dollars,
  );
}

/** Brings a loan to DOMAIN_IN_CUSTODY: signatures, deposit, and a transfer that the other registrar approves. */
export async function bringIntoCustody(loan: Loan): Promise<void> {
  const { borrower, domain } = loan;
  await sign(borrower, loan);
  await sign(loan.lender, loan);
  await deposit(borrower, 100);
  const { authCode } = await readRegistryDomain(domain.domain);
  await borrower.post(`/domains/${domain.id}/transfer`, { transferCode: authCode });
  await waitFor('the domain in custody', async () => {
    // The request may be delayed if a service was down, and on a cluster only this script approves it.
    if ((await readRegistryDomain(domain.domain)).pendingTransfer) await approve(domain.domain);
    return (await escrowOf(borrower, loan)).status === 'DOMAIN_IN_CUSTODY';
  });
}

/** The loan is paid out and repaid, and the domain returns. */
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
  await waitForStatus(borrower, loan, 'FINALIZED_RETURN_TO_BORROWER');
  await waitFor('the domain back', async () => {
    const { status } = await borrower.get(`/domains/${domain.id}`);
    return status === 'CUSTODY_PAID';
  });
}
