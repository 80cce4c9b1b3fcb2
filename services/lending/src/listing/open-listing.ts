/** Opens a listing: requests the domain's eligibility from domains, then commits unless the reply is stale by then. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { findListingObstacle, toConflict } from '@nameloan/contracts/listing-eligibility';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import { newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import { isDuplicate } from '@nameloan/persistence/store';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { collaterals } from '../collateral/collateral.model.ts';
import { isUnfitAfter, newCollateral } from '../collateral/collateral.ts';
import { settings } from '../config.ts';
import { checkCountries } from '../country/check-country.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { MutationOpenListingArgs } from '../graphql.generated.ts';
import { openStatuses } from '../loan/status.ts';
import type { LoanTerms } from '../loan/terms.ts';
import { parties } from '../party/party.model.ts';
import { commit, quotas, request } from '../service-context.ts';
import { clearCountCache } from './count-listings.ts';
import type { Listing } from './listing.model.ts';
import { listings } from './listing.model.ts';
import { computeLtv, countLabelCharacters, parseSuffix } from './listing.ts';
import { adjustOpenCount } from './open-count.ts';
import { findTermArgument, readTerms } from './read-terms.ts';
import { toListedRegistration } from './registration/registration.ts';
import { assertTermWithinRegistration } from './registration-bound.ts';
import { listSearchWords } from './search-words.ts';

const argumentNames = {
  amountCents: 'desiredAmount',
  termDays: 'desiredTerm',
  rateBps: 'desiredRate',
} as const;

const maxAttempts = 5;

export type ListingEligibility = ReplyPayload<'domains.listing-eligibility'>;

export function openListing(
  actor: AccountActor,
  { domainId, ...args }: MutationOpenListingArgs,
): Promise<Listing> {
  const terms = readTerms(
    {
      amountCents: args.desiredAmount,
      termDays: args.desiredTerm,
      rateBps: args.desiredRate,
      plan: args.plan,
    },
    { names: argumentNames },
  );
  const businessPurpose = args.businessPurpose ?? false;
  return openListingBy(actor, { domainId, businessPurpose, decideTerms: () => terms });
}

/** What a listing that refinances a loan adds to the rules of all listings. */
export interface RefinancedLoan {
  /** The loan's id. */
  id: string;
  lenderId: string;
  /** Throws CONFLICT if the loan cannot be refinanced; writes it, so that its end conflicts with the listing. */
  bind: (listing: Listing, tx: Tx) => Promise<void>;
}

export interface ListingRequest {
  domainId: string;
  businessPurpose: boolean;
  /** The terms for the domain as it is now; throws if there are none. */
  decideTerms: (domain: ListingEligibility) => LoanTerms;
  /** A reply that the caller has just received; absent: it is requested here. */
  eligibility?: ListingEligibility;
  /** The running loan that the listing refinances; absent in all others. */
  refinances?: RefinancedLoan;
  /** Units of the quota that the caller has taken; a listing that opens uses one. Absent or 0: it takes its unit itself. */
  units?: { left: number };
}

/** For one domain of a single or a bulk call. */
export async function openListingBy(
  actor: AccountActor,
  { domainId, businessPurpose, decideTerms, eligibility, refinances, units }: ListingRequest,
): Promise<Listing> {
  const { businessStatement } = settings.value.COUNTRY_RULES_FILE;
  if (!isId(domainId)) throw new DomainError('NOT_FOUND', 'There is no such domain.');
  let received = eligibility;
  for (let attempt = 1; ; attempt++) {
    const { accountId } = actor;
    const domain =
      received ?? (await request('domains.listing-eligibility', { domainId, accountId }));
    received = undefined;
    const unfit = findListingObstacle(refinances ? asFree(domain, refinances) : domain);
    if (unfit) throw toConflict(unfit);
    const { name, maxYears } = domain;
    const terms = decideTerms(domain);
    const stated = businessPurpose ? businessStatement : null;
    const values = { terms, businessStatement: stated, refinances };
    assertTermWithinRegistration(
      { suffix: parseSuffix(name), maxYears, ...terms },
      findTermArgument(terms, argumentNames),
    );
    await checkBorrowerCountry(domain, values);
    const opened = await withUnit(units, (takes) => openUnlessStale(domain, values, takes));
    if (opened) return opened;
    if (attempt >= maxAttempts)
      throw new DomainError('CONFLICT', 'This domain is changing right now.', { reason: 'BUSY' });
  }
}

interface ListingDraft {
  terms: LoanTerms;
  businessStatement: string | null;
  refinances?: RefinancedLoan | undefined;
}

/** The domain as if the loan that is refinanced did not hold it. */
function asFree(domain: ListingEligibility, { id }: RefinancedLoan): ListingEligibility {
  if (domain.status !== 'IN_ESCROW' || domain.reservedFor !== id) return domain;
  return { ...domain, status: 'CUSTODY_PAID', reservedFor: null };
}

async function checkBorrowerCountry(
  { accountId, transferFeeCents }: ListingEligibility,
  { terms, businessStatement }: ListingDraft,
): Promise<void> {
  const borrower = await parties.find(accountId);
  const BORROWER = borrower?.legalAddress ?? null;
  const loan = { ...terms, transferFeeCents, businessStatement, accrual: newLoanAccrual };
  await checkCountries(loan, 'LIST', { BORROWER });
}

/** Saves the request for a string that cannot be an id. */
export function isId(text: string): boolean {
  return text.length >= 1 && text.length <= 64;
}

/** `takes`: the work takes a unit of the quota itself. A unit that was not used stays with the caller. */
async function withUnit(
  units: { left: number } | undefined,
  work: (takes: boolean) => Promise<Listing | undefined>,
): Promise<Listing | undefined> {
  if (!units || units.left === 0) return work(true);
  units.left--;
  let opened: Listing | undefined;
  try {
    opened = await work(false);
    return opened;
  } finally {
    if (!opened) units.left++;
  }
}

/** Undefined when an event about the domain arrived after the reply; the caller retries. */
async function openUnlessStale(
  domain: ListingEligibility,
  values: ListingDraft,
  takes: boolean,
): Promise<Listing | undefined> {
  const { terms } = values;
  try {
    return await commit(async (tx) => {
      const midCents = await touchCollateral(domain, tx);
      if (midCents === 'STALE') return undefined;
      await assertNotBound(domain.domainId, values.refinances, tx);
      if (takes) await quotas.take('listings', domain.accountId, tx);
      const listing = await listings.add(newListing(domain, values, midCents), tx);
      await values.refinances?.bind(listing, tx);
      const { id, domainId, borrowerId, domainName } = listing;
      const { amountCents, termDays, rateBps } = terms;
      const subject = { listingId: id, domainId, borrowerId, domainName };
      const eventData = { ...subject, amountCents, termDays, rateBps };
      tx.emit('lending.listing.opened', listing, eventData);
      await adjustOpenCount(id, 1, tx);
      tx.afterCommit(clearCountCache);
      return listing;
    });
  } catch (error) {
    if (isDuplicate(error, 'domainId')) throw createAlreadyListedError();
    // A concurrent event created the copy of this domain.
    if (isDuplicate(error, '_id')) return undefined;
    throw error;
  }
}

/**
 * Writes lending's copy of the domain, so that a concurrent event conflicts with this commit. Returns the newest middle
 * estimate: of the reply, or of an event that is newer than the reply.
 */
async function touchCollateral(
  domain: ListingEligibility,
  tx: Tx,
): Promise<number | null | 'STALE'> {
  const collateral = await collaterals.find(domain.domainId, tx);
  if (!collateral) {
    await collaterals.add(newCollateral(domain.domainId, domain.accountId), tx);
    return domain.midCents;
  }
  if (isUnfitAfter(collateral, domain.version)) return 'STALE';
  await collaterals.update(collateral, collateral, tx);
  const isNewer = (collateral.appraisalVersion ?? 0) > domain.version;
  return isNewer ? collateral.midCents : domain.midCents;
}

async function assertNotBound(
  domainId: string,
  refinances: RefinancedLoan | undefined,
  tx: Tx,
): Promise<void> {
  if (await listings.findOne({ domainId, status: 'OPEN' }, tx)) throw createAlreadyListedError();
  const open = await escrows.findMany({ domainId, status: { $in: [...openStatuses] } }, { tx });
  if (open.some(({ id }) => id !== refinances?.id)) {
    throw new DomainError('CONFLICT', 'This domain is reserved for a loan.', {
      reason: 'RESERVED',
    });
  }
}

function createAlreadyListedError(): DomainError {
  return new DomainError('CONFLICT', 'This domain is already listed.', {
    reason: 'ALREADY_LISTED',
  });
}

function newListing(
  domain: ListingEligibility,
  { terms, businessStatement, refinances }: ListingDraft,
  midCents: number | null,
): Listing {
  return {
    id: newId(),
    version: 1,
    status: 'OPEN',
    domainId: domain.domainId,
    domainName: domain.name,
    unicodeName: domain.unicodeName,
    suffix: parseSuffix(domain.name),
    words: listSearchWords({ domainName: domain.name, unicodeName: domain.unicodeName }),
    labelLength: countLabelCharacters(domain.unicodeName),
    borrowerId: domain.accountId,
    amountCents: terms.amountCents,
    termDays: terms.termDays,
    rateBps: terms.rateBps,
    plan: terms.plan ?? null,
    maxYears: domain.maxYears,
    midCents,
    ltvBps: computeLtv(terms.amountCents, midCents),
    transferFeeCents: domain.transferFeeCents,
    registration: domain.registration && toListedRegistration(domain.registration, domain.version),
    businessStatement,
    ...(refinances ? { refinances: refinances.id, oldLenderId: refinances.lenderId } : {}),
    createdAt: now(),
    domainVersion: domain.version,
    offersMade: 0,
    closedAt: null,
    closeReason: null,
  };
}
