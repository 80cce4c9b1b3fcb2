/** The steps of a loan through the REST API; each waits until the product has processed it. */

import type { Person } from './person.ts';
import type { SandboxClient } from './sandbox-client.ts';
import { waitFor } from './sandbox-client.ts';

/** The fields of a payment plan by their REST names; absent ones mean one payment without extras. */
export interface PlanBody {
  plan?: string;
  period?: string;
  instalments?: number;
  balloon_of?: number;
  rows?: readonly { day: number; amount: number | null }[];
  early?: string;
  /** Percent of an overdue instalment. */
  late_fee?: number;
  /** Dollars. */
  late_fee_cap?: number;
  /** Percentage points per year. */
  default_apy?: number;
}

export interface Terms extends PlanBody {
  /** Dollars. */
  amount: number;
  /** Days; of plans other than one payment it is computed. */
  term?: number;
  /** Percent per year. */
  apy: number;
}

// biome-ignore lint/suspicious/noExplicitAny: REST responses are untyped
type RestObject = any;

/** Adds a domain and verifies it by DNS; resolves to the verified domain. */
export async function addProvenDomain(
  owner: Person,
  sandbox: SandboxClient,
  name: string,
): Promise<RestObject> {
  const added = await owner.post('/domains/add', { domain: name });
  await sandbox.setTxt(`_nameloan-challenge.${name}`, [added.verification_record]);
  await owner.post(`/domains/${added.id}/verify`);
  return waitFor(`proof of ${name}`, async () => {
    const domain = await owner.get(`/domains/${added.id}`);
    return domain.status === 'EXTERNAL_VERIFIED' && domain;
  });
}

export function openListing(owner: Person, domainId: string, terms: Terms): Promise<RestObject> {
  const { amount, term, apy, ...plan } = terms;
  return owner.post('/listings', {
    domain_id: domainId,
    desired_apy: apy,
    desired_term: term,
    desired_loan_amount: amount,
    ...plan,
  });
}

export function makeOffer(
  lender: Person,
  domainId: string,
  terms: Terms & { message?: string },
): Promise<RestObject> {
  const { amount, ...rest } = terms;
  return lender.post('/offers', { domain_id: domainId, loan_amount: amount, ...rest });
}

export function acceptOffer(borrower: Person, offerId: string): Promise<RestObject> {
  return borrower.post('/escrow/accept', { offerId });
}

const address = { address1: '1 Main Street', city: 'Springfield', zip: '12345', country: 'US' };

export function tokenOf(contractUrl: string): string {
  return contractUrl.slice(contractUrl.lastIndexOf('/') + 1);
}

/** Waits for the contract and signs it in this person's role and session. */
export async function sign(person: Person, escrowId: string): Promise<void> {
  const url: string = await waitFor('the contract', async () => {
    const escrow = await person.get(`/escrow/${escrowId}`);
    return escrow.borrower_contract_url ?? escrow.lender_contract_url;
  });
  await signByLink(person, url);
}

/** Signs the document of a party's link; resolves to its hash. */
export async function signByLink(person: Person, url: string): Promise<string> {
  const token = tokenOf(url);
  const contract = await person.get(`/contracts/${token}`);
  await person.post(`/contracts/${token}/sign`, {
    name: person.name,
    consent: true,
    ...(contract.address_needed ? { address } : {}),
  });
  return contract.sha256;
}

/** Deposits by card and pays on the provider's page. */
export async function deposit(
  person: Person,
  sandbox: SandboxClient,
  amount: number,
): Promise<void> {
  const before = (await person.get('/users/self')).balance;
  const { uri } = await person.post('/transactions/stripe-session', { amount });
  const checkout = (await sandbox.readCheckouts()).find((one: RestObject) => uri.includes(one.id));
  await sandbox.payCheckout(checkout.id);
  await waitFor(
    'the deposit',
    async () => (await person.get('/users/self')).balance >= before + amount,
  );
}

/** Starts a transfer with the losing registrar's code; the losing registrar approves it. */
export async function transferIn(
  owner: Person,
  sandbox: SandboxClient,
  domain: { id: string; domain: string },
): Promise<void> {
  const { authCode } = await sandbox.readRegistration(domain.domain);
  await owner.post(`/domains/${domain.id}/transfer`, { transferCode: authCode });
  await sandbox.approveTransfer(domain.domain).catch(() => undefined);
}

export function waitForStatus(
  person: Person,
  escrowId: string,
  status: string,
): Promise<RestObject> {
  return waitFor(`status ${status}`, async () => {
    const escrow = await person.get(`/escrow/${escrowId}`);
    return escrow.status === status && escrow;
  });
}

/** From acceptance to custody: both parties sign, the fee is paid, and the domain is transferred in. */
export async function bringIntoCustody(
  borrower: Person,
  lender: Person,
  loan: { sandbox: SandboxClient; escrowId: string; domain: { id: string; domain: string } },
): Promise<RestObject> {
  await sign(borrower, loan.escrowId);
  await sign(lender, loan.escrowId);
  await deposit(borrower, loan.sandbox, 100);
  await transferIn(borrower, loan.sandbox, loan.domain);
  return waitForStatus(borrower, loan.escrowId, 'DOMAIN_IN_CUSTODY');
}

/** The lender pays out and the borrower confirms the receipt, so interest accrues. */
export async function sendLoanMoney(
  borrower: Person,
  lender: Person,
  escrowId: string,
): Promise<RestObject> {
  await lender.post(`/escrow/${escrowId}/markPaid`);
  await borrower.post(`/escrow/${escrowId}/confirmReceipt`);
  return borrower.get(`/escrow/${escrowId}`);
}
