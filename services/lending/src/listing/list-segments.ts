/**
 * The segments of a list of listings: queries whose results follow one another. Listings without the key of an ascending
 * order, and with `ownLast` those of the caller, are in a later segment.
 */

import type { Filter, Sort } from '@nameloan/persistence/entity';
import type { Keys } from '@nameloan/persistence/reads';
import type { Direction } from '@nameloan/persistence/reads/page';
import { inDirection, newestFirst } from '@nameloan/persistence/reads/page';
import type { Listing } from './listing.model.ts';
import { listings, ownerIndex } from './listing.model.ts';

/** Largest first, then newest, or the reverse; listing.model.ts has an index for each order. */
const orders = {
  NEWEST: newestFirst,
  AMOUNT: { amountCents: -1, ...newestFirst },
  TERM: { termDays: -1, ...newestFirst },
  APY: { rateBps: -1, ...newestFirst },
  VALUE: { midCents: -1, ...newestFirst },
  LTV: { ltvBps: -1, ...newestFirst },
} as const;
export type ListingSort = keyof typeof orders;

export interface Segment {
  filter: Filter<Listing>;
  order: Sort<Listing>;
  hint?: Sort<Listing>;
}

export interface ListOrder {
  sort: ListingSort;
  direction: Direction;
  /** The account whose listings come last, newest first. */
  lastOwnerId?: string | undefined;
}

export function listSegments(filter: Filter<Listing>, order: ListOrder): Segment[] {
  const { lastOwnerId } = order;
  const segments = splitAtNull(filter, order);
  if (lastOwnerId === undefined) return segments;
  const own = { ...filter, borrowerId: lastOwnerId };
  return [
    ...segments.map((one) => ({
      ...one,
      filter: { ...one.filter, borrowerId: { $ne: lastOwnerId } },
    })),
    { filter: own, order: newestFirst, hint: ownerIndex },
  ];
}

/** Null is the smallest value, so that only an ascending order would begin with it. */
function splitAtNull(filter: Filter<Listing>, { sort, direction }: ListOrder): Segment[] {
  const order = inDirection(orders[sort], direction);
  const key = sort === 'VALUE' ? 'midCents' : sort === 'LTV' ? 'ltvBps' : undefined;
  if (!key || direction === 'DESC' || filter[key] !== undefined) return [{ filter, order }];
  return [
    { filter: { ...filter, [key]: { $gte: 0 } }, order },
    { filter: { ...filter, [key]: null }, order: newestFirst },
  ];
}

/** The same list from its end. */
export function reverseSegments(segments: readonly Segment[]): Segment[] {
  return segments.toReversed().map((one) => ({
    ...one,
    order: inDirection(one.order as Readonly<Record<string, 1 | -1>>, 'ASC'),
  }));
}

export interface SegmentWindow {
  skip: number;
  limit: number;
  keys: Keys<Listing>;
  /** The index of all segments that name none. */
  hint?: Sort<Listing> | undefined;
}

/** The part of the list that begins after `skip` listings. */
export async function readSegments(
  segments: readonly Segment[],
  { skip, limit, keys, hint }: SegmentWindow,
): Promise<Listing[]> {
  const found: Listing[] = [];
  let toSkip = skip;
  for (const [at, { filter, order, ...own }] of segments.entries()) {
    const index = own.hint ?? hint;
    const rest = { sort: order, skip: toSkip, limit: limit - found.length, keys, hint: index };
    const rows = await listings.findMany(filter, rest);
    found.push(...rows);
    if (found.length === limit || at === segments.length - 1) break;
    // No rows: if the segment is shorter than `skip`, the rest is skipped in the next one.
    if (rows.length > 0) toSkip = 0;
    else if (toSkip > 0) toSkip -= await listings.countUpTo(filter, toSkip, index);
  }
  return found;
}
