/** Reads public listings with filters, sort orders and pages, and the open listing of a domain. */

import { domainToASCII } from 'node:url';
import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { PlanKind } from '@nameloan/loan-math/plan-terms';
import type { Filter } from '@nameloan/persistence/entity';
import type { Keys } from '@nameloan/persistence/reads';
import type { Direction, PageRequest } from '@nameloan/persistence/reads/page';
import { countPages, pageErrors, toSkipAndLimit } from '@nameloan/persistence/reads/page';
import { chooseSelectiveIndex, countListings, isUnfiltered } from './count-listings.ts';
import type { ListingSort, Segment } from './list-segments.ts';
import { listSegments, readSegments, reverseSegments } from './list-segments.ts';
import type { Listing, OrderKey } from './listing.model.ts';
import { listings } from './listing.model.ts';
import type { RegistrationFilter } from './registration/registration-filter.ts';
import {
  buildRegistrarConditions,
  buildRegistrationFilter,
  validateRegistrationFilter,
} from './registration/registration-filter.ts';
import { parsePrefixRanges, validateSearchText, validateWordCount } from './search-words.ts';

export interface ListingFilter extends RegistrationFilter {
  suffix?: string | null;
  text?: string | null;
  minAmount?: number | null;
  maxAmount?: number | null;
  minTerm?: number | null;
  maxTerm?: number | null;
  minRate?: number | null;
  maxRate?: number | null;
  minLength?: number | null;
  maxLength?: number | null;
  minValue?: number | null;
  maxValue?: number | null;
  minLtv?: number | null;
  maxLtv?: number | null;
  plan?: PlanKind | null;
}

export interface ListingRequest extends PageRequest {
  filter?: ListingFilter | null;
  sort: ListingSort;
  direction: Direction;
  /** Whether the caller's own listings come last. */
  ownLast: boolean;
}

export interface ListingReader {
  keys: Keys<Listing>;
  actor: Actor;
}

export async function listListings(request: ListingRequest, { keys, actor }: ListingReader) {
  const criteria = request.filter ?? {};
  assertValid({ ...pageErrors(request), ...validateFilter(criteria) });
  const filter = buildFilter(criteria);
  const lastOwnerId = request.ownLast && actor.kind === 'account' ? actor.accountId : undefined;
  const segments = listSegments(filter, { ...request, lastOwnerId });
  const query: ListingQuery = { filter, segments, request, keys };
  const { found, counted } = await (isEarly(query) ? readInParallel(query) : readAfterCount(query));
  return { listings: found, ...counted, pages: countPages(counted.total, request) };
}

interface ListingQuery {
  filter: Filter<Listing>;
  segments: readonly Segment[];
  request: ListingRequest;
  keys: Keys<Listing>;
}

/** The last known total, used only to guess in which half a page lies. */
let lastTotal = 0;

/** Whether the page lies in the first half without a filter, where the query does not depend on the total. */
function isEarly({ filter, request }: ListingQuery): boolean {
  return isUnfiltered(filter) && 2 * toSkipAndLimit(request).skip <= lastTotal;
}

async function readInParallel({ filter, segments, request, keys }: ListingQuery) {
  const [found, counted] = await Promise.all([
    readSegments(segments, { keys, ...toSkipAndLimit(request) }),
    countListings(filter),
  ]);
  if (isUnfiltered(filter)) lastTotal = counted.total;
  return { found, counted };
}

/** Few matches are sorted in memory; a page in the second half is read from the other end. */
async function readAfterCount({ filter, segments, request, keys }: ListingQuery) {
  const counted = await countListings(filter);
  const { total, totalExact } = counted;
  if (isUnfiltered(filter)) lastTotal = total;
  const { skip, limit } = toSkipAndLimit(request);
  if (totalExact && skip >= total) return { found: [], counted };
  const steps = Math.min(skip, total - skip) + limit;
  const hint = totalExact ? await chooseSelectiveIndex(filter, { total, steps }) : undefined;
  if (!totalExact || 2 * skip <= total)
    return { found: await readSegments(segments, { keys, skip, limit, hint }), counted };
  const firstIndex = Math.max(0, total - skip - limit);
  const window = { skip: firstIndex, limit: total - skip - firstIndex };
  const found = await readSegments(reverseSegments(segments), { keys, hint, ...window });
  return { found: found.reverse(), counted };
}

/** Returns closed listings too. */
export async function readListing(id: string, keys: Keys<Listing>): Promise<Listing> {
  const found = await listings.findById(id, keys);
  if (!found) throw new DomainError('NOT_FOUND', 'There is no such listing.');
  return found;
}

const openOn = listings.batchedBy('domainId', { status: 'OPEN' });

/** The open listing of a domain, if there is one. */
export async function findOpenListing(
  domainId: string,
  keys: Keys<Listing>,
): Promise<Listing | undefined> {
  return (await openOn([domainId], keys)).get(domainId)?.[0];
}

function validateFilter(criteria: ListingFilter): Record<string, string> {
  const suffix = validateSearchText(criteria.suffix);
  const text = validateSearchText(criteria.text) ?? validateWordCount(criteria.text ?? '');
  return {
    ...(suffix === null ? {} : { suffix }),
    ...(text === null ? {} : { text }),
    ...validateRange(criteria, 'minAmount', 'maxAmount'),
    ...validateRange(criteria, 'minTerm', 'maxTerm'),
    ...validateRange(criteria, 'minRate', 'maxRate'),
    ...validateRange(criteria, 'minLength', 'maxLength'),
    ...validateRange(criteria, 'minValue', 'maxValue'),
    ...validateRange(criteria, 'minLtv', 'maxLtv'),
    ...validateBounds(criteria),
    ...validateRegistrationFilter(criteria),
  };
}

/** A reversed range matches nothing, so it is a mistake; both of its fields say so. */
function validateRange<Min extends keyof ListingFilter, Max extends keyof ListingFilter>(
  criteria: ListingFilter,
  min: Min,
  max: Max,
): Record<string, string> {
  const [from, to] = [criteria[min], criteria[max]];
  if (from == null || to == null || from <= to) return {};
  const sentence = 'The minimum is higher than the maximum.';
  return { [min]: sentence, [max]: sentence };
}

/** Bounds of the other ranges are released without this limit. */
const nonNegative = ['minValue', 'maxValue', 'minLtv', 'maxLtv'] as const;

function validateBounds(criteria: ListingFilter): Record<string, string> {
  const negative = nonNegative.filter((bound) => (criteria[bound] ?? 0) < 0);
  return Object.fromEntries(negative.map((bound) => [bound, 'Enter a number of 0 or more.']));
}

function buildFilter(criteria: ListingFilter): Filter<Listing> {
  const filter: Filter<Listing> = { status: 'OPEN' };
  const suffix = criteria.suffix?.trim().toLowerCase().replace(/^\.+/, '');
  if (suffix) filter.suffix = domainToASCII(suffix) || suffix;
  const [word, ...others] = parsePrefixRanges(criteria.text ?? '');
  if (word) filter.words = { $elemMatch: word };
  const [registrar, ...more] = buildRegistrarConditions(criteria.registrar);
  // Records without a plan have one payment; the type of a filter knows no missing parent.
  if (criteria.plan === 'BULLET') filter['plan.kind'] = { $in: [null as never, 'BULLET'] };
  else if (criteria.plan != null) filter['plan.kind'] = criteria.plan;
  const conditions = [...others.map((one) => ({ words: { $elemMatch: one } })), ...more];
  if (conditions.length > 0) filter.$and = conditions;
  return {
    ...filter,
    ...registrar,
    ...buildRegistrationFilter(criteria),
    ...buildRangeFilter('amountCents', [criteria.minAmount, criteria.maxAmount]),
    ...buildRangeFilter('termDays', [criteria.minTerm, criteria.maxTerm]),
    ...buildRangeFilter('rateBps', [criteria.minRate, criteria.maxRate]),
    ...buildRangeFilter('labelLength', [criteria.minLength, criteria.maxLength]),
    ...buildRangeFilter('midCents', [criteria.minValue, criteria.maxValue]),
    ...buildRangeFilter('ltvBps', [criteria.minLtv, criteria.maxLtv]),
  };
}

function buildRangeFilter(
  key: OrderKey,
  [min, max]: (number | null | undefined)[],
): Filter<Listing> {
  const range = { ...(min == null ? {} : { $gte: min }), ...(max == null ? {} : { $lte: max }) };
  const filter: Filter<Listing> = {};
  if (Object.keys(range).length > 0) filter[key] = range;
  return filter;
}
