/** Filter and order of My Domains, read from the address. Pure. */

import type { DomainSort, DomainStatus, SortDirection } from '../../graph/schema.generated.ts';
import { domainStatusStyles } from '../../ui/status/domain-status-style.ts';

export const listPath = '/app/my-domains';

/** The parameters to keep across pages, without those of a dialog. */
export const viewNames = ['search', 'status', 'label', 'sort'];

export interface ListView {
  status: DomainStatus | null;
  query: string | null;
  label: string | null;
  sort: DomainSort;
  direction: SortDirection;
}

interface Order {
  label: string;
  sort: DomainSort;
  direction: SortDirection;
}

/** By the name in the address. */
export const orders = {
  newest: { label: 'Newest first', sort: 'ADDED', direction: 'DESC' },
  oldest: { label: 'Oldest first', sort: 'ADDED', direction: 'ASC' },
  name: { label: 'Name, A to Z', sort: 'NAME', direction: 'ASC' },
  'name-down': { label: 'Name, Z to A', sort: 'NAME', direction: 'DESC' },
  expiry: { label: 'Expiry, soonest first', sort: 'EXPIRY', direction: 'ASC' },
  'expiry-down': { label: 'Expiry, latest first', sort: 'EXPIRY', direction: 'DESC' },
} satisfies Record<string, Order>;

export type OrderName = keyof typeof orders;

const findKey = <Key extends string>(choices: Record<Key, unknown>, text: string | null) =>
  text !== null && Object.hasOwn(choices, text) ? (text as Key) : undefined;

/** Unknown values are ignored. */
export const readStatus = (query: URLSearchParams): DomainStatus | undefined =>
  findKey(domainStatusStyles, query.get('status'));

export const readOrder = (query: URLSearchParams): OrderName =>
  findKey(orders, query.get('sort')) ?? 'newest';

/** A domain name has at most 253 characters; the server rejects a longer search. */
export const maxSearchLength = 253;

export const readSearch = (query: URLSearchParams): string =>
  (query.get('search') ?? '').trim().slice(0, maxSearchLength);

/** The server rejects a longer label. */
const maxLabelLength = 30;

export const readLabel = (query: URLSearchParams): string =>
  (query.get('label') ?? '').trim().slice(0, maxLabelLength);

export function readView(query: URLSearchParams): ListView {
  const { sort, direction } = orders[readOrder(query)];
  return {
    status: readStatus(query) ?? null,
    query: readSearch(query) || null,
    label: readLabel(query) || null,
    sort,
    direction,
  };
}
