/** The path of the last page if a list has become shorter than the open page, else null. */

import type { PairedLists } from './paired-lists.ts';
import { getPageHref } from './paired-lists.ts';

interface PageCounts {
  loanPages: number | undefined;
  offerPages: number | undefined;
}

export function getLastPageRedirect(
  lists: PairedLists,
  { loanPages, offerPages }: PageCounts,
): string | null {
  if (loanPages !== undefined && lists.domainsPage > loanPages)
    return getPageHref(lists, 'loans', loanPages);
  if (offerPages !== undefined && lists.offersPage > offerPages)
    return getPageHref(lists, 'offers', offerPages);
  return null;
}
