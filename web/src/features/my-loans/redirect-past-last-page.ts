/** Where to, when a list has become shorter than the page that is open: to its last page. */

import type { TwoLists } from './paired-lists.ts';
import { hrefOfPage } from './paired-lists.ts';

interface Counts {
  loanPages: number | undefined;
  offerPages: number | undefined;
}

export function pastTheEnd(lists: TwoLists, { loanPages, offerPages }: Counts): string | null {
  if (loanPages !== undefined && lists.domainsPage > loanPages)
    return hrefOfPage(lists, 'loans', loanPages);
  if (offerPages !== undefined && lists.offersPage > offerPages)
    return hrefOfPage(lists, 'offers', offerPages);
  return null;
}
