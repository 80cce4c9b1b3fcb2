/** The maximum of a loan's recorded payments, so that claims and withdrawals in turn stay bounded. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { maxLegs, maxPayments, maxRecords } from '../../../loan/payment.ts';
import { payments } from './payment.model.ts';

const remedies = {
  PART: 'Repay it in one payment, or escalate the loan.',
  CLAIM: 'Escalate the loan.',
  LEG: 'Agree on the rest by an amendment.',
} as const;
const limits = { PART: maxPayments, CLAIM: maxRecords, LEG: maxLegs } as const;

/**
 * Throws TOO_MANY_PAYMENTS if a loan with `recorded` payments has no room for a part payment, a claim of repayment or
 * agreed money, or a payment of its refinancing.
 */
export function assertRoom(recorded: number, kind: keyof typeof limits): void {
  const max = limits[kind];
  if (recorded < max) return;
  throw new DomainError(
    'CONFLICT',
    `This loan has ${max} recorded payments, the maximum. ${remedies[kind]}`,
    { reason: 'TOO_MANY_PAYMENTS' },
  );
}

/** After the claim was written, so that errors about the caller and the loan come first. */
export async function assertRoomForClaim(escrowId: string, tx: Tx): Promise<void> {
  assertRoom((await payments.count({ escrowId }, tx)) - 1, 'CLAIM');
}
