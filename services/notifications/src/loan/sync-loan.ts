/** Stores the terms of a loan when its offer is accepted; they never change. */

import type { Event } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import { loans } from './loan.model.ts';

export async function syncLoan({ data }: Event<'lending.offer.accepted'>, tx: Tx): Promise<void> {
  if (await loans.find(data.escrowId, tx)) return;
  const { borrowerId, lenderId, domainName, amountCents, termDays, rateBps } = data;
  const terms = { amountCents, termDays, rateBps, paymentCount: data.paymentCount ?? null };
  await loans.add(
    { id: data.escrowId, version: 1, borrowerId, lenderId, domainName, ...terms },
    tx,
  );
}
