/** How a loan is repaid: at once, unless a plan is chosen. */

import type { PlanKind } from '@nameloan/loan-math/plan-terms';
import { planKinds } from '@nameloan/loan-math/plan-terms';
import { Select } from '../input/select.tsx';
import { planNames } from './describe-plan.ts';
import type { TypedPlan } from './typed-plan.ts';

export interface PlanSelectProps {
  typed: TypedPlan;
  onType: (typed: TypedPlan) => void;
  error?: string | undefined;
  className?: string;
}

const options = planKinds.map((value) => ({ value, label: planNames[value] }));

export function PlanSelect({ typed, onType, ...rest }: PlanSelectProps) {
  return (
    <Select
      name="plan.kind"
      label="Repayment"
      options={options}
      value={typed.kind}
      onChange={({ target }) => onType({ ...typed, kind: target.value as PlanKind })}
      {...rest}
    />
  );
}
