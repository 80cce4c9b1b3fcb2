/** The payment plan that listings, offers and loans store. Absent: one payment at the end of the term, without extras. */

import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';

export interface PlannedRecord {
  plan?: PlanTerms | null | undefined;
}

export const readPlan = ({ plan }: PlannedRecord): PlanTerms => plan ?? bulletPlan;

/** A late fee or a default rate. */
export const hasExtras = ({ lateFeeBps, defaultRateBps }: PlanTerms): boolean =>
  lateFeeBps > 0 || defaultRateBps > 0;

/** Whether the terms that count now, those of the contract or of its last amendment, have more than one payment. */
export const hasInstalmentsNow = ({
  plan,
  changedTerms,
}: PlannedRecord & { changedTerms?: readonly PlannedRecord[] | null | undefined }): boolean => {
  const changed = changedTerms?.at(-1);
  return hasInstalments({ plan: changed ? changed.plan : plan });
};

/** More than one payment: such a loan has a due date per instalment. */
export const hasInstalments = ({ plan }: PlannedRecord): boolean =>
  plan !== undefined && plan !== null && plan.kind !== 'BULLET';
