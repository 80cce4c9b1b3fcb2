/** Finds a sale by its link's token or by its id, and the caller's role in it. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { hashToken } from '../contract/contract.ts';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import type { Viewer } from '../escrow/participant.ts';
import type { Assignment } from '../escrow/transition/assignment/assignment.model.ts';
import { assignments } from '../escrow/transition/assignment/assignment.model.ts';
import type { SaleRole } from './assignment-steps.ts';

export interface FoundAssignment {
  assignment: Assignment;
  escrow: Escrow;
  role: SaleRole;
}

const notFound = (): DomainError => new DomainError('NOT_FOUND', 'There is no such sale.');

/**
 * Throws NOT_FOUND for an unknown token, and for everyone who may not see the sale: once a buyer is bound, or the offer has
 * ended, the link opens it for its seller and buyer only, after the closing for the borrower too, and for operators once it
 * was disputed.
 */
export async function findAssignment(
  key: string,
  viewer: Viewer,
  tx?: Tx,
): Promise<FoundAssignment> {
  const byToken = await assignments.findOne({ tokenHash: hashToken(key) }, tx);
  const assignment = byToken ?? (await assignments.find(key, tx));
  if (!assignment) throw notFound();
  const escrow = await escrows.get(assignment.escrowId, tx);
  const role = findSaleRole(assignment, escrow, viewer);
  if (role === null || (role === 'VISITOR' && (!byToken || assignment.status !== 'OFFERED')))
    throw notFound();
  return { assignment, escrow, role };
}

function findSaleRole(
  { sellerId, buyerId, status, disputedAt }: Assignment,
  { borrowerId }: Escrow,
  { accountId, operator }: Viewer,
): SaleRole | null {
  if (accountId === sellerId) return 'SELLER';
  if (accountId === buyerId) return 'BUYER';
  if (accountId === borrowerId) return status === 'CLOSED' ? 'BORROWER' : null;
  if (operator && disputedAt !== null) return 'OPERATOR';
  return 'VISITOR';
}
