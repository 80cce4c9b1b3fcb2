/** The role of a message's sender, from the parties of its loan: it is the same for messages of every release. */

import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { wasLender } from '../loan/assignment/former-lender.ts';
import type { Party } from '../loan/roles.ts';

type LoanParties = Pick<Escrow, 'borrowerId' | 'lenderId' | 'sales'>;

const partyKeys = ['borrowerId', 'lenderId', 'sales'] as const;

export function readPartiesByLoan(ids: readonly string[]): Promise<Map<string, LoanParties>> {
  return escrows.findByIds(ids, partyKeys);
}

/** Besides its parties, only operators can write in a loan's chat. */
export function findSenderRole(senderId: string, loan: LoanParties | undefined): Party | 'STAFF' {
  if (!loan) throw new Error('the loan of a message is missing');
  if (senderId === loan.borrowerId) return 'BORROWER';
  return senderId === loan.lenderId || wasLender(loan, senderId) ? 'LENDER' : 'STAFF';
}
