/** What a sale shows: the loan's payments and their evidence, and what the seller owes on. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { loadViewer } from '../escrow/participant.ts';
import { computeOwedCents } from '../escrow/stage.ts';
import type { Assignment } from '../escrow/transition/assignment/assignment.model.ts';
import { assignments } from '../escrow/transition/assignment/assignment.model.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { evidenceFiles } from '../evidence/evidence.model.ts';
import type { EvidenceDetails } from '../evidence/evidence.ts';
import type { ClosedSale } from '../loan/assignment/assignment.ts';
import type { Payment } from '../loan/payment.ts';
import { maxRecords } from '../loan/payment.ts';
import { isOperator } from '../party/read-party.ts';
import type { FoundAssignment } from './find-assignment.ts';
import { findAssignment } from './find-assignment.ts';

const maxListed = 100;

/** A file with the id of the sale that shows it. */
export type SaleEvidence = EvidenceDetails & { sale: string };
export type ViewedSale = ClosedSale & { deedPath: string | null };

export async function readAssignment(actor: AccountActor, key: string): Promise<FoundAssignment> {
  return findAssignment(key, await loadViewer(actor));
}

/** The caller's sales in both roles, newest first, or, for operators, the disputed ones, oldest dispute first. */
export async function listAssignments(
  { accountId }: AccountActor,
  { disputed }: { disputed: boolean },
): Promise<FoundAssignment[]> {
  if (disputed && !(await isOperator(accountId)))
    throw new DomainError('FORBIDDEN', 'Only operators can see all disputed sales.');
  const found = disputed
    ? await assignments.findMany(
        { status: 'DISPUTED' },
        { sort: { disputedAt: 1 }, limit: maxListed },
      )
    : await assignments.findMany(
        { $or: [{ sellerId: accountId }, { buyerId: accountId }] },
        { sort: { createdAt: -1 }, limit: maxListed },
      );
  const loans = await escrows.findByIds(
    found.map(({ escrowId }) => escrowId),
    undefined,
  );
  return found.flatMap((assignment) => {
    const escrow = loans.get(assignment.escrowId);
    const { sellerId, buyerId } = assignment;
    const role = accountId === sellerId ? 'SELLER' : accountId === buyerId ? 'BUYER' : 'OPERATOR';
    const isParty = accountId === escrow?.borrowerId || role !== 'OPERATOR';
    if (!escrow || (disputed && isParty)) return [];
    return [{ assignment, escrow, role } as const];
  });
}

/** The seller's open sale of a loan. */
export async function findOpenSale(escrow: Escrow): Promise<FoundAssignment | null> {
  const { sale, lenderId } = escrow;
  if (!sale) return null;
  const assignment = await assignments.find(sale.id);
  return assignment?.sellerId === lenderId ? { assignment, escrow, role: 'SELLER' } : null;
}

/** Whether the reader is, or may become, a party of the loan: an ended sale is no window on what follows. */
export function followsLoan({ assignment, escrow, role }: FoundAssignment): boolean {
  const { endedAt, status, buyerId } = assignment;
  if (endedAt === null || role === 'BORROWER' || role === 'OPERATOR') return true;
  return role === 'BUYER' && status === 'CLOSED' && escrow.lenderId === buyerId;
}

/** After the end of a sale those until then, and those to the former lender; withdrawn ones are left out. */
export async function listSalePayments(sale: FoundAssignment): Promise<Payment[]> {
  const { assignment, escrow, role } = sale;
  const found = await payments.findMany(
    { escrowId: escrow.id },
    { sort: { reportedAt: 1, _id: 1 }, limit: maxRecords },
  );
  const { sellerId, endedAt } = assignment;
  const until = followsLoan(sale) ? null : endedAt;
  return found.filter(
    (payment) =>
      payment.status !== 'WITHDRAWN' &&
      (until === null ||
        payment.reportedAt <= until ||
        (role === 'SELLER' && payment.formerLenderId === sellerId)),
  );
}

/** Files about the payments that the sale shows. */
export async function listSaleEvidence(found: FoundAssignment): Promise<EvidenceDetails[]> {
  const { escrow } = found;
  const shown = await listSalePayments(found);
  const ids = new Set([
    ...shown.flatMap(({ evidenceIds }) => evidenceIds),
    ...(escrow.sentEvidenceIds ?? []),
  ]);
  if (ids.size === 0) return [];
  const files = await evidenceFiles.list({ escrowId: escrow.id });
  return files.filter(({ id }) => ids.has(id));
}

/**
 * What the seller received, or receives, from the borrower for the buyer: payments of days after the sale, and what others
 * lowered the debt of that day by since the deed was drawn up. Null before there is a deed and if the sale ended otherwise.
 */
export function computeOwedOnCents(escrow: Escrow, assignment: Assignment): number | null {
  const { id, day, owedCents, sellerId, status } = assignment;
  const { receipt, countedPayments, claim } = escrow;
  const isShown = ['ACCEPTED', 'SIGNED', 'SENT', 'DISPUTED', 'CLOSED'].includes(status);
  if (!isShown || owedCents === null || receipt === null) return null;
  const counted = escrow.sales?.find((sale) => sale.id === id)?.counted ?? Number.POSITIVE_INFINITY;
  const toSeller = (countedPayments ?? []).filter(
    ({ formerLenderId }, index) => index < counted || formerLenderId === sellerId,
  );
  const later = toSeller
    .filter((payment) => payment.day > day)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const known = { ...escrow, countedPayments: toSeller };
  const earlier = Math.max(0, owedCents - computeOwedCents(known, receipt, day));
  const isRepaid = escrow.status === 'FINALIZED_RETURN_TO_BORROWER';
  const repaid =
    isRepaid && claim?.formerLenderId === sellerId ? (escrow.finalPayoffCents ?? 0) : 0;
  return earlier + later + repaid;
}
