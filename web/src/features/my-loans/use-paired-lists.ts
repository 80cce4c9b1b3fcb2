/** Reads a page with two lists. The previous rows stay visible until the next page of a list has loaded. */

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useRef } from 'react';
import type { PageQuery } from '../../graph/use-page-query.ts';
import { usePageQuery } from '../../graph/use-page-query.ts';
import type { PairedLists } from './paired-lists.ts';
import { getOpenFilter } from './paired-lists.ts';

export interface PairedListsPage<Data> extends PageQuery<Data> {
  /** Another page, or another filter, is loading. */
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
  const previous = useRef<Data>(undefined);
  if (page.data) previous.current = page.data;
  const changingPage = page.data === undefined && page.loading && previous.current !== undefined;
  return {
    ...page,
    data: page.data ?? (page.loading ? previous.current : undefined),
    loading: page.loading && !changingPage,
    changingPage,
  };
}
