/** Samples of the acceleration of a loan with instalments (transition-samples.ts). */

import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import type { Escrow } from '../escrow/escrow.ts';
import { agreement } from './amendment-samples.ts';
import { claim, receivedAt } from './loans.ts';
import { payoffPaid } from './refinanced-loans.ts';
import type { TransitionSample } from './sample-parts.ts';
import { custodyLost, noticed, now, receivedBySilence } from './sample-parts.ts';

const day = 86_400_000;

/** The first of two payments was missed. */
export const missedInstalment: Partial<Escrow> = {
  ...noticed,
  accrual: 'SIMPLE_365',
  plan: {
    ...bulletPlan,
    kind: 'CUSTOM',
    instalments: 2,
    rows: [
      { day: 60, cents: 20_000 },
      { day: 120, cents: null },
    ],
  },
  instalmentDueAt: new Date(receivedAt.getTime() + 60 * day),
  dueAt: new Date(receivedAt.getTime() + 120 * day),
  missed: [{ due: new Date(receivedAt.getTime() + 60 * day), curedOn: null }],
};

export const accelerationSamples: { ACCELERATE: TransitionSample<'ACCELERATE'> } = {
  ACCELERATE: {
    input: { reason: 'No payment arrived.' },
    ready: missedInstalment,
    expected: { LOAN_POSTED: { LENDER: 'SAME' } },
    blocked: [
      { reason: 'RECEIPT_BY_SILENCE', loan: { receipt: receivedBySilence } },
      { reason: 'ACCELERATION_NOT_NEEDED', loan: { plan: null } },
      { reason: 'ALREADY_DONE', loan: { acceleratedAt: now } },
      { reason: 'CUSTODY_LOST', loan: custodyLost },
      { reason: 'CLAIM_OPEN', loan: { claim } },
      { reason: 'AMENDMENT_AGREED', loan: { amendment: agreement } },
      payoffPaid,
      { reason: 'IN_GRACE', loan: { noticeAt: null } },
    ],
  },
};
