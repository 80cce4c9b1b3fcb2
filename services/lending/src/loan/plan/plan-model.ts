/** The stored fields of a payment plan. */

import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import { planKinds, planPeriods } from '@nameloan/loan-math/plan-terms';
import { listOf, nested, oneOf } from '@nameloan/persistence/fields';

export const planField = nested<PlanTerms>({
  kind: oneOf(...planKinds),
  period: oneOf(...planPeriods),
  instalments: Number,
  balloonOf: Number,
  rows: listOf({ day: Number, cents: Number }),
  early: oneOf('KEEP_AMOUNT', 'KEEP_DATES'),
  lateFeeBps: Number,
  lateFeeCapCents: BigInt,
  defaultRateBps: Number,
});
