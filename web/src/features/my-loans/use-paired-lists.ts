/** Reads a page with two lists: what was there stays, pale, until another page of one of them has come. */

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useRef } from 'react';
import type { PageQuery } from '../../graph/use-page-query.ts';
import { usePageQuery } from '../../graph/use-page-query.ts';
import type { PairedLists } from './paired-lists.ts';
import { getOpenFilter } from './paired-lists.ts';

export interface PairedListsPage<Data> extends PageQuery<Data> {
  /** Another page or another choice is on its way. */
  changingPage: boolean;
}

export interface PairedListsVariables extends OperationVariables {
  domainsPage: number;
  offersPage: number;
  open: boolean | null;
  offersOpen: boolean | null;
}

export function usePairedLists<Data>(
  document: TypedDocumentNode<Data, PairedListsVariables>,
  lists: PairedLists,
): PairedListsPage<Data> {
  const page = usePageQuery(document, {
    domainsPage: lists.domainsPage,
    offersPage: lists.offersPage,
    open: getOpenFilter(lists, 'loans'),
    offersOpen: getOpenFilter(lists, 'offers'),
  });
  const before = useRef<Data>(undefined);
  if (page.data) before.current = page.data;
  const changingPage = page.data === undefined && page.loading && before.current !== undefined;
  return {
    ...page,
    data: page.data ?? (page.loading ? before.current : undefined),
    loading: page.loading && !changingPage,
    changingPage,
  };
}
