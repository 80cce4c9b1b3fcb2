/** The payment plan in a form: the choice, and its inputs once a plan is chosen. Errors are those of the form. */

import type { FieldError } from 'react-hook-form';
import { get, useFormContext } from 'react-hook-form';
import { PlanInputs } from './plan-inputs.tsx';
import { PlanSelect } from './plan-select.tsx';
import type { TypedPlan } from './typed-plan.ts';

export interface PlanFieldsProps {
  typed: TypedPlan;
  onType: (typed: TypedPlan) => void;
}

const inputs = [
  'period',
  'instalments',
  'balloonOf',
  'early',
  'lateFee',
  'lateFeeCap',
  'defaultRate',
];

export function PlanFields({ typed, onType }: PlanFieldsProps) {
  const { formState, clearErrors } = useFormContext();
  const find = (name: string): string | undefined => {
    const error: FieldError | undefined = get(formState.errors, name);
    return error?.message;
  };
  const rowInputs = typed.rows.flatMap((_, at) => [`rows.${at}.day`, `rows.${at}.amount`]);
  const names = [...inputs, ...rowInputs].map((input) => `plan.${input}`);
  const errors = Object.fromEntries(
    names.flatMap((name) => {
      const message = find(name);
      return message === undefined ? [] : [[name, message]];
    }),
  );
  const change = (next: TypedPlan) => {
    // With the sentences above the form, which can be about the plan before.
    clearErrors(['plan', 'root']);
    onType(next);
  };
  return (
    <>
      <PlanSelect typed={typed} onType={change} error={find('plan.kind')} className="mt-4" />
      <PlanInputs typed={typed} onType={change} errors={errors} />
    </>
  );
}
