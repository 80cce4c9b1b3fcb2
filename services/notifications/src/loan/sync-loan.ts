/** Stores the terms of a loan when its offer is accepted; later only its lender changes, by a sale. */

import type { Event } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import { DependencyNotReadyError } from '@nameloan/subgraph/subscribe-events';
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

/** The lender of the newest sale, in whichever order the events arrive. */
export async function syncLender(
  { data, aggregateVersion }: Event<'lending.escrow.moved'>,
  tx: Tx,
): Promise<void> {
  if (data.move !== 'ASSIGN') return;
  const loan = await loans.find(data.escrowId, tx);
  if (!loan) throw new DependencyNotReadyError(`loan ${data.escrowId} is not known yet`);
  if ((loan.lenderAsOf ?? 0) >= aggregateVersion) return;
  const { lenderId } = data;
  await loans.update(loan, { ...loan, lenderId, lenderAsOf: aggregateVersion }, tx);
}
