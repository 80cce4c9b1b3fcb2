/** The two parties of a loan as its reader sees them. */

import type { EscrowRole } from '../../graph/schema.generated.ts';
import type { LoanFragment } from './loan.generated.ts';

export type Loan = LoanFragment;
export type Party = 'BORROWER' | 'LENDER';

const getOtherParty = (party: Party): Party => (party === 'BORROWER' ? 'LENDER' : 'BORROWER');

const getPartyName = (loan: Pick<Loan, 'borrowerName' | 'lenderName'>, party: Party): string =>
  party === 'BORROWER' ? loan.borrowerName : loan.lenderName;

/** The reader's own party; undefined for an operator. */
const getOwnParty = ({ role }: { role: EscrowRole }): Party | undefined =>
  role === 'OPERATOR' ? undefined : role;

/** The other party's name; for an operator, the borrower's. */
export function getCounterpartyName(loan: Loan): string {
  const party = getOwnParty(loan);
  return getPartyName(loan, party ? getOtherParty(party) : 'BORROWER');
}

/** Returns "Milo" for "Milo Reyes". */
export const getFirstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

/** "You" for the reader's own party, else the party's name. */
export function labelParty(loan: Loan, party: Party): string {
  return getOwnParty(loan) === party ? 'You' : getPartyName(loan, party);
}

/** The reader's role in a sentence. */
export function describeRole(loan: Loan): string {
  const { role, borrowerName, lenderName } = loan;
  const isPast = loan.status.startsWith('FINALIZED_');
  if (role === 'LENDER') return `You ${isPast ? 'lent' : 'lend'} to ${borrowerName}`;
  if (role === 'BORROWER') return `You ${isPast ? 'borrowed' : 'borrow'} from ${lenderName}`;
  return `${lenderName} ${isPast ? 'lent' : 'lends'} to ${borrowerName}`;
}

/** Whether the loan has ended; it has no further transitions. */
export const isClosed = ({ status }: Pick<Loan, 'status'>): boolean =>
  status === 'CANCELLED' || status.startsWith('FINALIZED_');
