/** Reads a typed plan when its form is submitted. The code is loaded by then wherever a plan was chosen. */

import { loadWhenReachable } from '../feedback/lazy-load.ts';
import type { FormError } from '../form/form-error.ts';
import type { toPlanInput } from './read-plan.ts';
import type { TypedPlan } from './typed-plan.ts';
import { isPlainPlan } from './typed-plan.ts';

export interface SubmittedTerms {
  amountCents: number;
  rateBps: number;
  /** Null where the term follows from the plan. */
  termDays: number | null;
  /** YYYY-MM-DD. */
  today: string;
}

export type PlanInput = ReturnType<typeof toPlanInput>;

/** The variable of the operation, none for one payment without extras; or the error for the form. */
export async function readPlanForSubmit(
  typed: TypedPlan,
  { today, termDays, ...terms }: SubmittedTerms,
): Promise<{ planned: { plan?: PlanInput }; error?: FormError }> {
  if (isPlainPlan(typed)) return { planned: {} };
  const { readTypedPlan, toPlanInput } = await loadWhenReachable(() => import('./read-plan.ts'));
  const loan = { ...terms, termDays: termDays ?? 0, start: new Date(today) };
  const { plan, errors } = readTypedPlan(typed, loan);
  if (plan) return { planned: { plan: toPlanInput(plan) } };
  return { planned: {}, error: { message: 'Check the payments.', fields: { ...errors } } };
}
