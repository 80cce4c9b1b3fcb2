/** Reads the payments of a loan for its parties and operators. */

import type { AccountActor } from '@nameloan/contracts/actor';
import type { Escrow } from '../escrow/escrow.ts';
import { assertVisible } from '../escrow/read-escrows.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import { readCursorPage } from '../loan/cursor-page.ts';
import type { Payment } from '../loan/payment.ts';

const oldestFirst = { sort: { reportedAt: 1, _id: 1 } } as const;
const newestFirst = { reportedAt: -1, _id: -1 } as const;

/** Oldest report first, with those of a refinancing to the loan's lender. Throws NOT_FOUND for an outsider. */
export async function listPayments(actor: AccountActor, escrowId: string): Promise<Payment[]> {
  await assertVisible(actor, escrowId);
  return (await readPaymentsByLoan([escrowId])).get(escrowId) ?? [];
}

/**
 * The newest so many of a loan, and the older ones that wait for an answer; oldest report first. The caller must be
 * allowed to see the loan. Throws INVALID_INPUT for a limit out of bounds.
 */
export async function readNewestPayments(
  {
    id: escrowId,
    openPayments,
    claim,
    sent,
    amendment,
  }: Pick<Escrow, 'id' | 'openPayments' | 'claim' | 'sent' | 'amendment'>,
  requestedLimit: number,
): Promise<Payment[]> {
  const { limit } = readCursorPage({ limit: requestedLimit });
  const options = { sort: newestFirst, limit };
  const [recorded, fromNewLoans] = await Promise.all([
    payments.findMany({ escrowId }, options),
    payments.findMany({ oldEscrowId: escrowId }, options),
  ]);
  const found = sortByReport([...recorded, ...fromNewLoans]).slice(-limit);
  if (found.length < limit) return found;
  const known = new Set(found.map(({ id }) => id));
  const waiting = [
    ...[sent?.paymentId, claim?.paymentId, amendment?.sent?.paymentId],
    ...(openPayments ?? []).map(({ id }) => id),
  ];
  const others = waiting.filter((id) => id != null && !known.has(id)) as string[];
  if (others.length === 0) return found;
  const waits = { _id: { $in: others }, status: 'REPORTED' } as const;
  return [...(await payments.findMany(waits, oldestFirst)), ...found];
}

/** Keyed by loan id. The caller must be allowed to see the loans. */
export async function readPaymentsByLoan(
  escrowIds: readonly string[],
): Promise<Map<string, Payment[]>> {
  const ids = { $in: [...escrowIds] };
  const [recorded, fromNewLoans] = await Promise.all([
    payments.findMany({ escrowId: ids }, oldestFirst),
    payments.findMany({ oldEscrowId: ids }, oldestFirst),
  ]);
  const byLoan = Map.groupBy(recorded, ({ escrowId }) => escrowId);
  const toOldLoans = Map.groupBy(fromNewLoans, ({ oldEscrowId }) => oldEscrowId ?? '');
  return new Map(
    escrowIds.map((id) => {
      const others = toOldLoans.get(id) ?? [];
      const own = byLoan.get(id) ?? [];
      return [id, others.length === 0 ? own : sortByReport([...own, ...others])];
    }),
  );
}

const sortByReport = (list: Payment[]): Payment[] =>
  list.toSorted(
    (one, other) =>
      one.reportedAt.getTime() - other.reportedAt.getTime() || one.id.localeCompare(other.id),
  );
