/** Page requests of all paginated lists: page numbers over a total order. */

import { assertValid } from '@nameloan/contracts/field-errors';

export interface PageRequest {
  /** From 1. */
  page: number;
  /** 1 to 100. */
  limit: number;
}

const maxPerPage = 100;

/** Newest first, then by id: a total order, so that pages neither repeat nor skip unchanged records. */
export const newestFirst = { createdAt: -1, _id: -1 } as const;

export type Direction = 'ASC' | 'DESC';

/** For ASC the exact reverse of the order, which the same index serves backwards. */
export function inDirection<S extends Readonly<Record<string, 1 | -1>>>(
  order: S,
  direction: Direction,
): { [K in keyof S]: 1 | -1 } {
  const turned = (way: 1 | -1): 1 | -1 => (direction === 'DESC' ? way : way === 1 ? -1 : 1);
  const entries = Object.entries(order).map(([key, way]) => [key, turned(way)]);
  return Object.fromEntries(entries) as { [K in keyof S]: 1 | -1 };
}

/** Validation errors of a page request by argument name; empty if it is valid. */
export function pageErrors({ page, limit }: PageRequest): Record<string, string> {
  return {
    ...(page >= 1 ? {} : { page: 'The page counts from 1.' }),
    ...(limit >= 1 && limit <= maxPerPage ? {} : { limit: 'The limit is 1 to 100.' }),
  };
}

/** Throws INVALID_INPUT for an invalid page request. */
export function checkPage(request: PageRequest): void {
  assertValid(pageErrors(request));
}

/** Converts a page request for a query. */
export function toSkipAndLimit({ page, limit }: PageRequest): { skip: number; limit: number } {
  return { skip: (page - 1) * limit, limit };
}

/** At least 1, also for an empty list. */
export function countPages(total: number, { limit }: PageRequest): number {
  return Math.max(1, Math.ceil(total / limit));
}
