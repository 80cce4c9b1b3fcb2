/** Creates loans in the state where a journey starts. */

import type { Person } from '@nameloan/driver/person';
import type { Terms } from '@nameloan/driver/steps';
import {
  acceptOffer,
  addProvenDomain,
  bringIntoCustody,
  makeOffer,
  openListing,
  sendLoanMoney,
  sign,
  waitForStatus,
} from '@nameloan/driver/steps';
import type { TestEnvironment } from './test-environment.ts';

// biome-ignore lint/suspicious/noExplicitAny: REST responses are read without types
export type RestObject = any;

export interface ListedDomain {
  borrower: Person;
  lender: Person;
  domain: RestObject;
  terms: Terms;
}

export interface Loan extends ListedDomain {
  id: string;
}

export const defaultTerms: Terms = { amount: 900.5, term: 60, apy: 18 };

/** Creates two accounts, a verified domain and an open listing. */
export async function createListedDomain(
  environment: TestEnvironment,
  terms: Terms = defaultTerms,
): Promise<ListedDomain> {
  const [borrower, lender] = await Promise.all([
    environment.newPerson('Bea Borrower'),
    environment.newPerson('Len Lender'),
  ]);
  const domain = await addProvenDomain(borrower, environment.sandbox, environment.newDomainName());
  await openListing(borrower, domain.id, terms);
  return { borrower, lender, domain, terms };
}

/** Brings a loan to PENDING_SIGNATURE. */
export async function createAcceptedLoan(
  environment: TestEnvironment,
  terms: Terms = defaultTerms,
): Promise<Loan> {
  const start = await createListedDomain(environment, terms);
  const offer = await makeOffer(start.lender, start.domain.id, terms);
  const { id } = await acceptOffer(start.borrower, offer.id);
  return { ...start, id };
}

/** Brings a loan to NEW: both parties have signed, the domain is not in custody yet. */
export async function createSignedLoan(
  environment: TestEnvironment,
  terms: Terms = defaultTerms,
): Promise<Loan> {
  const loan = await createAcceptedLoan(environment, terms);
  await sign(loan.borrower, loan.id);
  await sign(loan.lender, loan.id);
  return loan;
}

/** Brings a loan to DOMAIN_IN_CUSTODY. */
export async function createLoanInCustody(
  environment: TestEnvironment,
  terms: Terms = defaultTerms,
): Promise<Loan> {
  const loan = await createAcceptedLoan(environment, terms);
  const { borrower, lender, domain, id } = loan;
  await bringIntoCustody(borrower, lender, { sandbox: environment.sandbox, escrowId: id, domain });
  return loan;
}

/** Brings a loan to LOAN_POSTED with the receipt confirmed: interest accrues. */
export async function createPostedLoan(
  environment: TestEnvironment,
  terms: Terms = defaultTerms,
): Promise<Loan> {
  const loan = await createLoanInCustody(environment, terms);
  await sendLoanMoney(loan.borrower, loan.lender, loan.id);
  return loan;
}

export const getEscrow = (person: Person, loan: { id: string }): Promise<RestObject> =>
  person.get(`/escrow/${loan.id}`);

export const getDomain = (person: Person, domain: { id: string }): Promise<RestObject> =>
  person.get(`/domains/${domain.id}`);

/** Posts an action by its path, such as `markPaid`. */
export const performAction = (
  person: Person,
  loan: { id: string },
  what: string,
  body?: unknown,
): Promise<RestObject> => person.post(`/escrow/${loan.id}/${what}`, body);

export { waitForStatus };
