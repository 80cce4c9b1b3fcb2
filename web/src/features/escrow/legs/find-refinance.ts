/** What the first cards of a loan's page know of its refinancing; the rest of it loads later. */

import type { Loan } from '../loan-parties.ts';

/** The loan ended because another one repaid it. */
export const isRefinanced = ({ status, replacedBy }: Pick<Loan, 'status' | 'replacedBy'>) =>
  status === 'FINALIZED_RETURN_TO_BORROWER' && replacedBy !== null;

/** The loan replaces one that is not repaid yet: its payments go to the old lender. */
export const isReplacing = ({ status, replaces }: Pick<Loan, 'status' | 'replaces'>) =>
  replaces !== null && (status === 'NEW' || status === 'PENDING_SIGNATURE');
