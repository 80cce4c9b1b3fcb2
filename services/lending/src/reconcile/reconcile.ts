/** Lending's data and repairs for the reconcile command: loans, listings, and copies of accounts and domains. */

import type { Page } from '@nameloan/subgraph/http/reconcile-endpoint';
import { repair } from '@nameloan/subgraph/http/reconcile-endpoint';
import { z } from 'zod';
import { collaterals } from '../collateral/collateral.model.ts';
import { escrows } from '../escrow/escrow.model.ts';
import { listings } from '../listing/listing.model.ts';
import { compareOpenCount, repairOpenCount } from '../listing/open-count.ts';
import { openStatuses } from '../loan/status.ts';
import { computeLatestDueDate } from '../market/check-registration.ts';
import { endListing } from '../market/end-listing.ts';
import { parties } from '../party/party.model.ts';
import { commit } from '../service-context.ts';

export type LoanRow = Awaited<ReturnType<typeof readLoans>>[number];
export type ListingRow = Awaited<ReturnType<typeof readListings>>[number];
export type PartyRow = Awaited<ReturnType<typeof readParties>>[number];
export type CountRow = Awaited<ReturnType<typeof readCounts>>[number];
export type CollateralRow = Awaited<ReturnType<typeof readCollaterals>>[number];

/** Pages contain only open loans; a read by id also returns finished ones. */
async function readLoans({ filter, options }: Page) {
  const only = '$in' in filter._id ? {} : { status: { $in: openStatuses } };
  const found = await escrows.findMany({ ...filter, ...only }, options);
  // Until the closing, the domain of a refinancing is bound to the old loan.
  return found
    .filter(({ replacing, receipt }) => !replacing || receipt !== null)
    .map((loan) => {
      const { id, version, status, domainId, domainName, borrowerId, lenderId } = loan;
      return {
        ...{ id, version, status, domainId, domainName, borrowerId, lenderId },
        at: loan.statusAt.toISOString(),
        releasedTo: loan.heldRelease?.to ?? null,
        reserved: loan.reservedAt !== null,
        inCustody: loan.inCustodyAt !== null,
        custodyVersion: loan.custodyVersion ?? 0,
        dueBy: (loan.dueAt ?? computeLatestDueDate(loan.createdAt, loan)).toISOString(),
      };
    });
}

async function readListings({ filter, options }: Page) {
  const found = await listings.findMany({ ...filter, status: 'OPEN' }, options);
  return found.map(({ id, domainId, domainName, createdAt }) => {
    return { id, domainId, domainName, at: createdAt.toISOString() };
  });
}

async function readParties({ filter, options }: Page) {
  const found = await parties.findMany(filter, options);
  return found.map(({ id, accountVersion, name, operator, defaultContract, legalAddress }) => {
    return { id, accountVersion, details: { name, operator, defaultContract, legalAddress } };
  });
}

/** `version` is the highest domain version in the copy. */
async function readCollaterals({ filter, options }: Page) {
  const found = await collaterals.findMany(filter, options);
  return found.map((one) => {
    const { id, ownerId, midCents, ownerVersion } = one;
    const others = [one.appraisalVersion, one.unfitVersion, one.transferVersion];
    const version = Math.max(ownerVersion, ...others.map((each) => each ?? 0));
    return { id, ownerId, midCents, version };
  });
}

const openCountId = 'open-listings';

/** One row: the stored and the actual number of open listings. */
async function readCounts({ filter }: Page) {
  const first = '$in' in filter._id || filter._id.$gt < openCountId;
  return first ? [{ id: openCountId, ...(await compareOpenCount()) }] : [];
}

async function repairCounts(): Promise<string | undefined> {
  const difference = await repairOpenCount();
  return difference === 0 ? undefined : `the count of open listings was changed by ${difference}`;
}

/** For a listing whose domain does not exist in domains. */
function closeListing({ listingId }: { listingId: string }): Promise<string | undefined> {
  return commit(async (tx) => {
    const listing = await listings.get(listingId, tx);
    if (listing.status !== 'OPEN') return undefined;
    await endListing(listing, { reason: 'DOMAIN_GONE' }, tx);
    return `listing ${listingId} was closed`;
  });
}

/** Makes later events of this loan newer than those that other services have processed. */
function raiseLoan({ escrowId, above }: { escrowId: string; above: number }) {
  return commit(async (tx) => {
    const loan = await escrows.get(escrowId, tx);
    if (loan.version > above) return undefined;
    const { version } = await escrows.raiseVersion(loan, above, tx);
    return `loan ${escrowId} was raised to version ${version}`;
  });
}

export const reconcile = {
  reads: {
    loans: readLoans,
    listings: readListings,
    accounts: readParties,
    domains: readCollaterals,
    counts: readCounts,
  },
  repairs: {
    'close-listing': repair(z.strictObject({ listingId: z.string() }), closeListing),
    'repair-count': repair(z.strictObject({}), repairCounts),
    'raise-loan': repair(
      z.strictObject({ escrowId: z.string(), above: z.number().int() }),
      raiseLoan,
    ),
  },
};
