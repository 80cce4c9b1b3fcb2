/** Page numbers on top of one total order: what every list that a client pages through shares. */

import { assertValid } from '@nameloan/contracts/field-errors.ts';

export interface PageRequest {
  /** From 1. */
  page: number;
  /** 1 to 100. */
  limit: number;
}

const maxPerPage = 100;

/** Newest first, then id: total, so that no page repeats or skips what stood still. */
export const newestFirst = { createdAt: -1, _id: -1 } as const;

export type Direction = 'ASC' | 'DESC';

/** For ASC the exact reverse of an order, which the same index gives backwards. */
export function inDirection<S extends Readonly<Record<string, 1 | -1>>>(
  order: S,
  direction: Direction,
): { [K in keyof S]: 1 | -1 } {
  const turned = (way: 1 | -1): 1 | -1 => (direction === 'DESC' ? way : way === 1 ? -1 : 1);
  const entries = Object.entries(order).map(([key, way]) => [key, turned(way)]);
  return Object.fromEntries(entries) as { [K in keyof S]: 1 | -1 };
}

/** Faults of a page request by argument name; empty when there are none. */
export function pageErrors({ page, limit }: PageRequest): Record<string, string> {
  return {
    ...(page >= 1 ? {} : { page: 'The page counts from 1.' }),
    ...(limit >= 1 && limit <= maxPerPage ? {} : { limit: 'The limit is 1 to 100.' }),
  };
}

/** Refuses a page that cannot be shown: INVALID_INPUT with the fields named. */
export function checkPage(request: PageRequest): void {
  assertValid(pageErrors(request));
}

/** How a list skips to a page. */
export function toSkipAndLimit({ page, limit }: PageRequest): { skip: number; limit: number } {
  return { skip: (page - 1) * limit, limit };
}

/** At least 1, also of an empty list. */
export function countPages(total: number, { limit }: PageRequest): number {
  return Math.max(1, Math.ceil(total / limit));
}
