/** The payment plan in a form: the choice, and its inputs once a plan is chosen. Errors are those of the form. */

import { Suspense } from 'react';
import type { FieldError } from 'react-hook-form';
import { get, useFormContext } from 'react-hook-form';
import { lazyComponent } from '../feedback/lazy-load.ts';
import { PlanSelect } from './plan-select.tsx';
import type { TypedPlan } from './typed-plan.ts';
import { isPlainPlan } from './typed-plan.ts';

const PlanEditor = lazyComponent(async () => (await import('./plan-editor.tsx')).PlanEditor);

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
  const names = inputs.map((input) => `plan.${input}`);
  const errors = Object.fromEntries(
    names.flatMap((name) => {
      const message = find(name);
      return message === undefined ? [] : [[name, message]];
    }),
  );
  const change = (next: TypedPlan) => {
    clearErrors('plan');
    onType(next);
  };
  return (
    <>
      <PlanSelect typed={typed} onType={change} error={find('plan.kind')} className="mt-4" />
      {!isPlainPlan(typed) && (
        <div className="mt-4">
          <Suspense fallback={null}>
            <PlanEditor typed={typed} onType={change} errors={errors} />
          </Suspense>
        </div>
      )}
    </>
  );
}
