/** The lender's acceleration of a loan with instalments (docs/product-rules.md#acceleration). */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { computeAccelerationEnd, needsAcceleration } from '../../balance/due-date.ts';
import { computeGraceEnd, isGraceOver } from '../../stage.ts';
import { noStandstillToAccelerate } from '../amendment/amendment-guards.ts';
import type { Guard } from '../guards.ts';
import { buildGuard, fail, guards } from '../guards.ts';
import { readEscalation } from '../read-input.ts';
import type { TransitionTable } from '../transition-descriptor.ts';
import { lender } from '../transition-descriptor.ts';
import { paymentGuards } from './payment-guards.ts';

export interface AccelerationInputs {
  ACCELERATE: { reason?: string | null };
}

const graceOver: Guard = (escrow, { now }) => {
  if (isGraceOver(escrow, now)) return null;
  const message = 'You can accelerate the loan once a payment is missed and grace is over.';
  const availableAt = escrow.noticeAt === null ? null : computeGraceEnd(escrow);
  return { ...fail('IN_GRACE', message), availableAt };
};

export const accelerationTransitions: TransitionTable<AccelerationInputs> = {
  ACCELERATE: {
    verb: 'accelerate',
    label: 'Accelerate',
    danger: true,
    history: 'Accelerated the loan',
    rules: [
      {
        from: 'LOAN_POSTED',
        roles: lender,
        guards: [
          guards.receiptByBorrower,
          buildGuard(
            needsAcceleration,
            'ACCELERATION_NOT_NEEDED',
            'This loan needs no acceleration: you can take the domain once grace is over.',
          ),
          buildGuard(
            ({ acceleratedAt }) => !acceleratedAt,
            'ALREADY_DONE',
            'You have already accelerated this loan.',
          ),
          guards.custodyHeld,
          guards.noBlockingClaim,
          noStandstillToAccelerate,
          paymentGuards.noPayoffPaid,
          graceOver,
        ],
      },
    ],
    writes: (_escrow, { reason }, { now }) => ({
      changes: { acceleratedAt: now, remindedAt: now },
      note: readEscalation({ reason }).reason,
    }),
  },
};

/** A seizure after a first missed instalment comes 7 days after the acceleration. */
export const accelerationOver: Guard = (escrow, { now }) => {
  if (escrow.maySeize || !needsAcceleration(escrow)) return null;
  const end = computeAccelerationEnd(escrow);
  if (end === null)
    return fail(
      'NOT_ACCELERATED',
      'This is the first missed payment within 12 months. Accelerate the loan first; you can take the domain ' +
        `${loanCalendar.accelerationDays} days later.`,
    );
  if (now > end) return null;
  const message =
    'The borrower may still repay everything; you can take the domain once the acceleration takes effect.';
  return { reason: 'IN_GRACE', message, availableAt: end };
};
