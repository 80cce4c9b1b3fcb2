/** Reads the payments of a loan for its parties and operators. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { assertVisible } from '../escrow/read-escrows.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import type { Payment } from '../loan/payment.ts';

const oldestFirst = { sort: { reportedAt: 1, _id: 1 } } as const;

/** Oldest report first. Throws NOT_FOUND for an outsider. */
export async function listPayments(actor: AccountActor, escrowId: string): Promise<Payment[]> {
  await assertVisible(actor, escrowId);
  return payments.findMany({ escrowId }, oldestFirst);
}

/** Keyed by loan id. The caller must be allowed to see the loans. */
export async function readPaymentsByLoan(
  escrowIds: readonly string[],
): Promise<Map<string, Payment[]>> {
  const found = await payments.findMany({ escrowId: { $in: [...escrowIds] } }, oldestFirst);
  const byLoan = Map.groupBy(found, ({ escrowId }) => escrowId);
  return new Map(escrowIds.map((id) => [id, byLoan.get(id) ?? []]));
}
