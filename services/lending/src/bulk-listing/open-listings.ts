/** Opens many listings in one call, one use case per row; asks domains for a hundred domains at a time. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { RowError, RowOutcome } from '@nameloan/subgraph/run-rows';
import { assertRowCount, bulkTimeMs, runRows, toRowError } from '@nameloan/subgraph/run-rows';
import type { ListingItem, MutationOpenListingsArgs, PlanInput } from '../graphql.generated.ts';
import type { ListingEligibility } from '../listing/open-listing.ts';
import { isId, openListingBy } from '../listing/open-listing.ts';
import { assertPlanShape, readTerms } from '../listing/read-terms.ts';
import type { LoanTerms } from '../loan/terms.ts';
import { commit, quotas, request, serviceContext } from '../service-context.ts';

/** Domains per request to domains. */
const chunkSize = 100;
/** Listings opened at a time. */
const concurrency = 4;

const fieldNames = {
  amountCents: 'desiredAmount',
  termDays: 'desiredTerm',
  rateBps: 'desiredRate',
} as const;

export interface ListingResult {
  domainId: string | null;
  listingId: string | null;
  error: RowError | null;
}

type Plan = PlanInput | null | undefined;

/**
 * Results in the order of the rows. Rows that the time does not suffice for fail with UNAVAILABLE. The plan is that of all
 * rows; throws INVALID_INPUT for a plan that no row can have.
 */
export async function openListings(
  actor: AccountActor,
  { items, plan }: MutationOpenListingsArgs,
): Promise<ListingResult[]> {
  assertRowCount('items', items.length);
  assertPlanShape(plan);
  const deadlineMs = performance.now() + bulkTimeMs;
  const results: ListingResult[] = [];
  for (let start = 0; start < items.length; start += chunkSize) {
    const chunk = items.slice(start, start + chunkSize);
    const outcomes = await openChunk(actor, { items: chunk, plan }, deadlineMs);
    for (const [index, outcome] of outcomes.entries())
      results.push({
        domainId: chunk[index]?.domainId ?? null,
        listingId: 'value' in outcome ? outcome.value : null,
        error: 'error' in outcome ? outcome.error : null,
      });
  }
  return results;
}

async function openChunk(
  actor: AccountActor,
  { items, plan }: { items: readonly ListingItem[]; plan: Plan },
  deadlineMs: number,
): Promise<RowOutcome<string>[]> {
  const { log } = serviceContext;
  const known = await requestEligibilities(actor, items, deadlineMs).catch((error: unknown) =>
    toRowError(error, log),
  );
  if (!(known instanceof Map)) return items.map(() => ({ error: known }));
  const key = actor.accountId;
  // Without them each row takes its unit itself.
  const units = {
    left: await commit((tx) => quotas.takeUpTo('listings', { key, units: known.size }, tx)).catch(
      () => 0,
    ),
  };
  const taken = new Set<string>();
  const rows = items.map((item) => ({ item, plan, repeated: isRepeated(item, taken) }));
  const outcomes = await runRows(rows, (row) => openRow(actor, row, { known, units }), {
    ...{ log, concurrency, deadlineMs },
  });
  // The rows are decided; units that cannot be returned are restored with time.
  await commit((tx) => quotas.giveBack('listings', { key, units: units.left }, tx)).catch((err) =>
    log.warn({ err }, 'units of a quota not returned'),
  );
  return outcomes;
}

/** By domain id; without those that are not the account's. */
async function requestEligibilities(
  { accountId }: AccountActor,
  items: readonly ListingItem[],
  deadlineMs: number,
): Promise<Map<string, ListingEligibility>> {
  const domainIds = [...new Set(items.flatMap(({ domainId }) => domainId ?? []))].filter(isId);
  if (domainIds.length === 0 || performance.now() >= deadlineMs) return new Map();
  const { domains } = await request('domains.listing-eligibilities', { domainIds, accountId });
  return new Map(domains.map((domain) => [domain.domainId, domain]));
}

/** Rows of one domain must not run at the same time: the first of a hundred decides. */
function isRepeated({ domainId }: ListingItem, before: Set<string>): boolean {
  if (!domainId) return false;
  if (before.has(domainId)) return true;
  before.add(domainId);
  return false;
}

async function openRow(
  actor: AccountActor,
  { item, plan, repeated }: { item: ListingItem; plan: Plan; repeated: boolean },
  { known, units }: { known: ReadonlyMap<string, ListingEligibility>; units: { left: number } },
): Promise<string> {
  if (item.unreadable) throw new DomainError('INVALID_INPUT', item.unreadable);
  const { domainId } = item;
  if (!domainId) throw new DomainError('INVALID_INPUT', 'Required: domain_id.');
  assertOneAmount(item);
  if (item.desiredAmount != null) readRowTerms(item, item.desiredAmount, plan);
  const eligibility = known.get(domainId);
  if (!eligibility) throw new DomainError('NOT_FOUND', 'There is no such domain.');
  if (repeated) throw new DomainError('INVALID_INPUT', 'This domain is already in an earlier row.');
  const listing = await openListingBy(actor, {
    domainId,
    businessPurpose: item.businessPurpose ?? false,
    eligibility,
    units,
    decideTerms: (domain) => decideTerms(item, plan, domain),
  });
  return listing.id;
}

function assertOneAmount({ desiredAmount, percentOfValue }: ListingItem): void {
  if (desiredAmount != null && percentOfValue != null)
    throw new DomainError(
      'INVALID_INPUT',
      'Enter an amount or a percentage of the value, not both.',
    );
  if (desiredAmount == null && percentOfValue == null)
    throw new DomainError('INVALID_INPUT', 'Enter an amount or a percentage of the value.');
  if (percentOfValue != null && percentOfValue <= 0)
    throw new DomainError('INVALID_INPUT', 'Choose a percentage above 0.');
}

/** Throws INVALID_INPUT for terms out of bounds, and for a percentage without an estimate. */
function decideTerms(item: ListingItem, plan: Plan, { midCents }: ListingEligibility): LoanTerms {
  if (item.percentOfValue == null)
    return readRowTerms(item, item.desiredAmount ?? Number.NaN, plan);
  if (midCents === null)
    throw new DomainError(
      'INVALID_INPUT',
      'There is no estimate of this domain’s value. Enter an amount instead.',
    );
  return readRowTerms(item, Math.floor((midCents * item.percentOfValue) / 10_000), plan);
}

/** A missing rate is out of bounds, like a missing term of one payment. */
const readRowTerms = (
  { desiredTerm, desiredRate }: ListingItem,
  amountCents: number,
  plan: Plan,
): LoanTerms =>
  readTerms(
    { amountCents, termDays: desiredTerm, rateBps: desiredRate ?? Number.NaN, plan },
    { names: fieldNames },
  );
