/** Starts lending on a real database for its tests: accounts and domains come from events, loans from API calls. */

import assert from 'node:assert/strict';
import type { Event, EventData } from '@nameloan/contracts/events';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import type { Caller, TestResult, TestService } from '@nameloan/testkit/service/test-service';
import { makeEvent, startTestService } from '@nameloan/testkit/service/test-service';
import { lendingService } from '../service.ts';
import type { AccountDetails, AccountReplies } from './accounts.ts';
import { answerAccounts, changeAccount } from './accounts.ts';
import type { TestPayees } from './payees.ts';
import { answerPayees } from './payees.ts';
import { sign } from './sign.ts';

export { listEventsAbout, publishTwice } from './published-events.ts';

type ListingEligibility = ReplyPayload<'domains.listing-eligibility'>;

export interface TestLending extends TestService {
  /** The replies of domains, keyed by domain id; tests may change them. */
  eligibilities: Map<string, ListingEligibility>;
  /** Answers the requests for eligibility from `eligibilities` (again). */
  answerEligibility(): Promise<void>;
  /** The replies of identity, by account id; without one it answers NOT_FOUND. */
  accounts: AccountReplies;
  /** Identity's payees. */
  payees: TestPayees;
}

export async function startLending({
  answers = true,
  settings = {},
}: {
  answers?: boolean;
  settings?: Record<string, string>;
} = {}): Promise<TestLending> {
  const service = await startTestService(lendingService, {
    GOVERNING_LAW: 'Ireland',
    GOVERNING_VENUE: 'Dublin',
    ...settings,
  });
  const eligibilities = new Map<string, ListingEligibility>();
  const answerEligibility = async () => {
    await service.bus.handleRequests('domains.listing-eligibility', async (asked) => {
      const { domainId, accountId } = asked as { domainId: string; accountId: string };
      const found = eligibilities.get(domainId);
      if (found?.accountId === accountId) return { ok: true, data: found };
      return { ok: false, code: 'NOT_FOUND', message: 'There is no such domain.' };
    });
    await service.bus.handleRequests('domains.listing-eligibilities', async (requested) => {
      const { domainIds, accountId } = requested as { domainIds: string[]; accountId: string };
      const found = domainIds.flatMap((id) => eligibilities.get(id) ?? []);
      return { ok: true, data: { domains: found.filter((one) => one.accountId === accountId) } };
    });
  };
  if (answers) await answerEligibility();
  const accounts = await answerAccounts(service.bus);
  const payees = await answerPayees(service.bus);
  return { ...service, eligibilities, answerEligibility, accounts, payees };
}

let made = 0;
export const makeUnique = (word: string) => `${word}${++made}`;

/** Creates an account by its event and returns its id. */
export async function createAccount(
  service: TestLending,
  name: string,
  overrides: Partial<AccountDetails> = {},
): Promise<string> {
  const accountId = makeUnique('account');
  const { data } = changeAccount(service, accountId, { name, ...overrides, version: 1 });
  const about = { aggregateId: accountId, version: 1 };
  await service.deliver('identity.account.registered', data, about);
  return accountId;
}

/** Registers the reply for a new domain of this owner and returns its id. */
export function addDomain(
  service: TestLending,
  ownerId: string,
  overrides: Partial<ListingEligibility> = {},
): string {
  const domainId = makeUnique('domain');
  service.eligibilities.set(domainId, {
    domainId,
    version: 1,
    accountId: ownerId,
    name: `${domainId}.com`,
    unicodeName: `${domainId}.com`,
    status: 'EXTERNAL_VERIFIED',
    ...{ pendingTransfer: 'NONE', transferOutStartsAt: null, pushExpiresAt: null },
    maxYears: 10,
    transferFeeCents: 1_200,
    reservedFor: null,
    holdable: true,
    diligence: [],
    legalHold: 'NONE',
    lockedUntil: null,
    registration: null,
    expiresAt: null,
    lowCents: null,
    midCents: null,
    ...overrides,
  });
  return domainId;
}

/** Returns the data of a response, which must have no error. */
export function expectData(answer: TestResult): TestResult['data'] {
  assert.equal(answer.message, undefined);
  return answer.data;
}

export const openListing = (call: Caller, domainId: string, terms: Record<string, unknown> = {}) =>
  call(
    `mutation ($domainId: ID!, $amount: Cents!, $term: Int!, $rate: BasisPoints!, $business: Boolean! = false) {
      openListing(domainId: $domainId, desiredAmount: $amount, desiredTerm: $term, desiredRate: $rate, businessPurpose: $business) {
        id domainId domainName unicodeName desiredAmount desiredTerm desiredRate open createdAt
        domain { id } disclosure { repays dueOn costOverTermPercent }
      }
    }`,
    { domainId, amount: 500_000, term: 90, rate: 1_200, ...terms },
  );

export const makeOffer = (call: Caller, domainId: string, terms: Record<string, unknown> = {}) =>
  call(
    `mutation ($domainId: ID!, $amount: Cents!, $term: Int, $rate: BasisPoints!, $message: String, $plan: PlanInput) {
      makeOffer(domainId: $domainId, amount: $amount, term: $term, rate: $rate, message: $message, plan: $plan) {
        id listingId domainId status contract message amount term rate createdAt expiresAt
        lenderTrackRecord { finished }
      }
    }`,
    { domainId, amount: 450_000, term: 60, rate: 1_500, ...terms },
  );

/** Arguments of an offer that differ from those of `makeOffer`. */
export type OfferedTerms = Record<string, unknown>;

const escrowFields = `id status label stage role actions borrowerId lenderId borrowerSigned lenderSigned
  borrowerContractUrl lenderContractUrl signedPdfUrl payoff dueAt receivedAt noticeAt inCustodyAt
  receivedBy graceEndsAt deadlines { transition at } payoffIfDenied discharged renewUntil
  cancelRequestedAt sent { date method reference } repaymentClaim { date method reference } finalizedAt`;

export const acceptOffer = (call: Caller, id: string) =>
  call(`mutation ($id: ID!) { acceptOffer(id: $id) { ${escrowFields} } }`, { id });

export const readEscrow = (call: Caller, id: string) =>
  call(`query ($id: ID!) { escrow(id: $id) { ${escrowFields} } }`, { id });

/** Runs a mutation that returns the loan: `mutateLoan(call, 'markPaid', { id, more: ', method: "Wire"' })`. */
export const mutateLoan = (
  call: Caller,
  name: string,
  { id, more = '' }: { id: string; more?: string },
) => call(`mutation ($id: ID!) { ${name}(id: $id ${more}) { ${escrowFields} } }`, { id });

export interface TestLoan {
  id: string;
  domainId: string;
  name: string;
  borrower: Caller;
  lender: Caller;
  borrowerId: string;
  lenderId: string;
}

/** Lists a new domain of this owner. */
export async function createListedDomain(
  service: TestLending,
  ownerId: string,
  overrides: Partial<ListingEligibility> = {},
): Promise<{ domainId: string; listingId: string }> {
  const domainId = addDomain(service, ownerId, overrides);
  const { id } = expectData(await openListing(service.as(ownerId), domainId)).openListing;
  return { domainId, listingId: id };
}

/** Lists a new domain and makes an offer on it. */
export async function createOfferedDomain(
  service: TestLending,
  { ownerId, lenderId }: { ownerId: string; lenderId: string },
): Promise<{ domainId: string; listingId: string; offerId: string }> {
  const listed = await createListedDomain(service, ownerId);
  const { id } = expectData(await makeOffer(service.as(lenderId), listed.domainId)).makeOffer;
  return { ...listed, offerId: id };
}

/** A loan right after the acceptance of its offer. */
export async function createAcceptedLoan(
  service: TestLending,
  {
    eligibility = {},
    message = null,
    terms = {},
  }: {
    eligibility?: Partial<ListingEligibility>;
    message?: string | null;
    terms?: OfferedTerms;
  } = {},
): Promise<TestLoan> {
  const borrowerId = await createAccount(service, 'Bea Borrower');
  const lenderId = await createAccount(service, 'Len Lender');
  const { domainId } = await createListedDomain(service, borrowerId, eligibility);
  const [borrower, lender] = [service.as(borrowerId), service.as(lenderId)];
  const offer = expectData(await makeOffer(lender, domainId, { message, ...terms })).makeOffer;
  const { id } = expectData(await acceptOffer(borrower, offer.id)).acceptOffer;
  const name = service.eligibilities.get(domainId)?.name ?? '';
  return { id, domainId, name, borrower, lender, borrowerId, lenderId };
}

/** The common event data about a loan's domain. */
export const buildDomainEventData = (loan: TestLoan) => ({
  domainId: loan.domainId,
  accountId: loan.borrowerId,
  name: loan.name,
  escrowId: loan.id,
});

export async function reserve(
  service: TestLending,
  loan: TestLoan,
  inCustody = false,
): Promise<void> {
  const borrower = { holder: 'BORROWER', expiresAt: null } as const;
  const overrides = { ...buildDomainEventData(loan), ...borrower, inCustody };
  await service.deliver('domains.domain.reserved', overrides, { aggregateId: loan.domainId });
}

export const buildArrival = (loan: TestLoan) => ({
  ...buildDomainEventData(loan),
  expiresAt: '2099-01-01T00:00:00.000Z',
  transferOutAvailableAt: '2027-01-01T00:00:00.000Z',
});

/** A loan with a contract, and the signing tokens. */
export async function createDrawnUpLoan(
  service: TestLending,
  inCustody = false,
  terms: OfferedTerms = {},
) {
  const loan = await createAcceptedLoan(service, { terms });
  await reserve(service, loan, inCustody);
  await service.settle();
  const tokenIn = (url: string) => url.split('/').at(-1) ?? '';
  const borrowers = expectData(await readEscrow(loan.borrower, loan.id)).escrow.borrowerContractUrl;
  const lenders = expectData(await readEscrow(loan.lender, loan.id)).escrow.lenderContractUrl;
  return { loan, tokens: { borrower: tokenIn(borrowers), lender: tokenIn(lenders) } };
}

/** Signed by both; NEW, or DOMAIN_IN_CUSTODY with a domain in custody. */
export async function createSignedLoan(
  service: TestLending,
  inCustody = false,
  terms: OfferedTerms = {},
): Promise<TestLoan> {
  const { loan, tokens } = await createDrawnUpLoan(service, inCustody, terms);
  expectData(await sign(loan.borrower, tokens.borrower));
  expectData(await sign(loan.lender, tokens.lender, { name: 'Len Lender' }));
  return loan;
}

type DeliverableSubject = Parameters<TestLending['deliver']>[0];

/** Builds an event of domains or identity with a given time and version. */
export function buildEvent<S extends DeliverableSubject>(
  subject: S,
  data: EventData<S>,
  about: { at?: Date; id?: string; aggregateId?: string; version?: number } = {},
): Event<S> {
  const event = makeEvent(subject, data, about);
  return about.at ? { ...event, at: about.at.toISOString() } : event;
}

/** In custody and marked as paid by the lender. */
export async function createPostedLoan(
  service: TestLending,
  terms: OfferedTerms = {},
): Promise<TestLoan> {
  const loan = await createSignedLoan(service, true, terms);
  expectData(await mutateLoan(loan.lender, 'markPaid', loan));
  return loan;
}

/** Posted and confirmed by the borrower. */
export async function createReceivedLoan(
  service: TestLending,
  terms: OfferedTerms = {},
): Promise<TestLoan> {
  const loan = await createPostedLoan(service, terms);
  expectData(await mutateLoan(loan.borrower, 'confirmReceipt', loan));
  return loan;
}
