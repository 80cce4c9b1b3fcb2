/** Adds up the payments of a loan that count in addition to the one that ends it. */

import { now } from '@nameloan/runtime/clock';
import type { Escrow } from '../escrow/escrow.ts';
import { computePayoff } from '../escrow/stage.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';

export interface PartPayments {
  count: number;
  totalCents: number;
}

export async function sumPartPayments(escrow: Escrow): Promise<PartPayments> {
  const { claim, status } = escrow;
  const counted = escrow.countedPayments ?? [];
  const claimedId = claim?.paymentId;
  const paysRest = Boolean(computePayoff(escrow, now()));
  const parts = counted.filter(({ id }) => !(paysRest && id === claimedId));
  const sum = parts.reduce((total, { amountCents }) => total + amountCents, 0);
  const isExtra =
    status === 'FINALIZED_RETURN_TO_BORROWER' &&
    !paysRest &&
    claimedId &&
    !parts.some(({ id }) => id === claimedId);
  // A claim that was confirmed when nothing was left to pay.
  const confirmedCents = isExtra ? (await payments.findById(claimedId))?.confirmedCents : null;
  if (confirmedCents == null) return { count: parts.length, totalCents: sum };
  return { count: parts.length + 1, totalCents: sum + confirmedCents };
}
