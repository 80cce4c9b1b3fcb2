/** Writes the records of a loan's payments in the transaction of the transition. */

import type { Tx } from '@nameloan/persistence/tx';
import type { AppliedTransition } from '../transitions.ts';
import { payments } from './payment.model.ts';
import { listPaymentChanges } from './payment-records.ts';

export async function writePayments(applied: AppliedTransition, tx: Tx): Promise<void> {
  const { added, updated } = listPaymentChanges(applied);
  for (const payment of added) await payments.add(payment, tx);
  for (const [id, update] of updated) {
    const payment = await payments.find(id, tx);
    if (payment) await payments.update(payment, { ...payment, ...update }, tx);
  }
}
