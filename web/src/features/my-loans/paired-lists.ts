/** The address of a page with two lists: the page of each in the path, which of them are shown in the query. */

import { readPage } from '../../format/read-page.ts';

export interface TwoLists {
  /** "/app/borrow" */
  base: string;
  domainsPage: number;
  offersPage: number;
  query: URLSearchParams;
}

export type ListName = 'loans' | 'offers';

export function readTwoLists(
  base: string,
  params: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
): TwoLists | undefined {
  const domainsPage = readPage(params.domainsPage);
  const offersPage = readPage(params.offersPage);
  if (domainsPage === undefined || offersPage === undefined) return undefined;
  return { base, domainsPage, offersPage, query };
}

function address({ base, domainsPage, offersPage, query }: TwoLists): string {
  const path =
    offersPage > 1
      ? `${base}/${domainsPage}/${offersPage}`
      : domainsPage > 1
        ? `${base}/${domainsPage}`
        : base;
  return query.size > 0 ? `${path}?${query}` : path;
}

const pageNames = { loans: 'domainsPage', offers: 'offersPage' } as const;

export const pageOf = (lists: TwoLists, list: ListName): number => lists[pageNames[list]];

/** Another page of one list; the other list stays where it is. */
export function hrefOfPage(lists: TwoLists, list: ListName, page: number): string {
  return address({ ...lists, [pageNames[list]]: page });
}

/** `true`: those that are open; `false`: those that are over; null: all. */
export function openIn(lists: TwoLists, list: ListName): boolean | null {
  const wanted = lists.query.get(list);
  if (wanted === 'open') return true;
  return wanted === 'closed' ? false : null;
}

/** Others of one list, from their first page. */
export function hrefOfChoice(lists: TwoLists, list: ListName, choice: string): string {
  const query = new URLSearchParams(lists.query);
  if (choice === '') query.delete(list);
  else query.set(list, choice);
  return address({ ...lists, query, [pageNames[list]]: 1 });
}
