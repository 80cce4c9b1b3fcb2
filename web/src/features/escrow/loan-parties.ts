/** The two sides of a loan as its reader sees them. */

import type { EscrowRole } from '../../graph/schema.generated.ts';
import type { LoanFragment } from './loan.generated.ts';

export type Loan = LoanFragment;
export type Party = 'BORROWER' | 'LENDER';

export const otherOf = (party: Party): Party => (party === 'BORROWER' ? 'LENDER' : 'BORROWER');

export const nameOf = (loan: Pick<Loan, 'borrowerName' | 'lenderName'>, party: Party): string =>
  party === 'BORROWER' ? loan.borrowerName : loan.lenderName;

/** The reader's own side; undefined for an operator. */
export const ownSide = ({ role }: { role: EscrowRole }): Party | undefined =>
  role === 'OPERATOR' ? undefined : role;

/** The name of whom the reader deals with; for an operator the borrower's. */
export function otherName(loan: Loan): string {
  const side = ownSide(loan);
  return nameOf(loan, side ? otherOf(side) : 'BORROWER');
}

/** "Milo" of "Milo Reyes". */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

/** Who said something: "You", or the name of the other. */
export function saidBy(loan: Loan, party: Party): string {
  return ownSide(loan) === party ? 'You' : nameOf(loan, party);
}

/** What the loan is to its reader. */
export function roleLine(loan: Loan): string {
  const { role, borrowerName, lenderName } = loan;
  if (role === 'LENDER') return `You lend to ${borrowerName}`;
  if (role === 'BORROWER') return `You borrow from ${lenderName}`;
  return `${lenderName} lends to ${borrowerName}`;
}

/** Nothing moves it any more. */
export const isOver = ({ status }: Pick<Loan, 'status'>): boolean =>
  status === 'CANCELLED' || status.startsWith('FINALIZED_');
