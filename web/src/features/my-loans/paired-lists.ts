/** The URL of a page with two lists: the path holds the page of each list, the query its filter. */

import { readPage } from '../../format/read-page.ts';

export interface PairedLists {
  /** Such as "/app/borrow". */
  base: string;
  domainsPage: number;
  offersPage: number;
  query: URLSearchParams;
}

export type ListName = 'loans' | 'offers';

export function readPairedLists(
  base: string,
  params: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
): PairedLists | undefined {
  const domainsPage = readPage(params.domainsPage);
  const offersPage = readPage(params.offersPage);
  if (domainsPage === undefined || offersPage === undefined) return undefined;
  return { base, domainsPage, offersPage, query };
}

function formatPath({ base, domainsPage, offersPage, query }: PairedLists): string {
  const path =
    offersPage > 1
      ? `${base}/${domainsPage}/${offersPage}`
      : domainsPage > 1
        ? `${base}/${domainsPage}`
        : base;
  return query.size > 0 ? `${path}?${query}` : path;
}

const pageNames = { loans: 'domainsPage', offers: 'offersPage' } as const;

export const getListPage = (lists: PairedLists, list: ListName): number => lists[pageNames[list]];

/** The URL of another page of one list; the other list keeps its page. */
export function getPageHref(lists: PairedLists, list: ListName, page: number): string {
  return formatPath({ ...lists, [pageNames[list]]: page });
}

/** `true` for open entries, `false` for closed ones, null for all. */
export function getOpenFilter(lists: PairedLists, list: ListName): boolean | null {
  const filter = lists.query.get(list);
  if (filter === 'open') return true;
  return filter === 'closed' ? false : null;
}

/** The URL of one list with another filter, from its first page. */
export function getFilterHref(lists: PairedLists, list: ListName, filter: string): string {
  const query = new URLSearchParams(lists.query);
  if (filter === '') query.delete(list);
  else query.set(list, filter);
  return formatPath({ ...lists, query, [pageNames[list]]: 1 });
}
