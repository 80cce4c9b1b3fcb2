/** Reads the payments of a loan for its parties and operators. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { assertVisible } from '../escrow/read-escrows.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import type { Payment } from '../loan/payment.ts';

const oldestFirst = { sort: { reportedAt: 1, _id: 1 } } as const;

/** Oldest report first, with those of a refinancing to the loan's lender. Throws NOT_FOUND for an outsider. */
export async function listPayments(actor: AccountActor, escrowId: string): Promise<Payment[]> {
  await assertVisible(actor, escrowId);
  return (await readPaymentsByLoan([escrowId])).get(escrowId) ?? [];
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
