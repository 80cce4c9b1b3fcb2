/** Reads a page with two lists: what was there stays, pale, until another page of one of them has come. */

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useRef } from 'react';
import type { Page } from '../../graph/use-page.ts';
import { usePage } from '../../graph/use-page.ts';
import type { TwoLists } from './paired-lists.ts';
import { openIn } from './paired-lists.ts';

export interface TwoListsPage<Data> extends Page<Data> {
  /** Another page or another choice is on its way. */
  turning: boolean;
}

export interface TwoListsVariables extends OperationVariables {
  domainsPage: number;
  offersPage: number;
  open: boolean | null;
  offersOpen: boolean | null;
}

export function useTwoLists<Data>(
  document: TypedDocumentNode<Data, TwoListsVariables>,
  lists: TwoLists,
): TwoListsPage<Data> {
  const page = usePage(document, {
    domainsPage: lists.domainsPage,
    offersPage: lists.offersPage,
    open: openIn(lists, 'loans'),
    offersOpen: openIn(lists, 'offers'),
  });
  const before = useRef<Data>(undefined);
  if (page.data) before.current = page.data;
  const turning = page.data === undefined && page.loading && before.current !== undefined;
  return {
    ...page,
    data: page.data ?? (page.loading ? before.current : undefined),
    loading: page.loading && !turning,
    turning,
  };
}
