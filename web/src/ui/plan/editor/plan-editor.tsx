/** The inputs of a payment plan: how many payments and when, and in a disclosure what late payments cost. */

import type { PlanPeriod, PlanTerms } from '@nameloan/loan-math/plan-terms';
import { planPeriods } from '@nameloan/loan-math/plan-terms';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Field } from '../../input/field.tsx';
import { Select } from '../../input/select.tsx';
import { earlyTexts, periodNames } from '../describe-plan.ts';
import type { FieldSentences } from '../read-plan.ts';
import type { TypedPlan } from '../typed-plan.ts';
import { hasLateTerms } from '../typed-plan.ts';
import { PlanRows } from './plan-rows.tsx';

export interface PlanEditorProps {
  typed: TypedPlan;
  onType: (typed: TypedPlan) => void;
  /** Sentences by the names of the inputs. */
  errors?: FieldSentences;
  /** Its reader has just opened the terms of late payments. */
  lateTermsOpen?: boolean;
}

const periods = planPeriods.map((value) => ({ value, label: periodNames[value] }));

const earlyChoices = Object.entries(earlyTexts).map(([value, label]) => ({ value, label }));

export function PlanEditor(props: PlanEditorProps) {
  const { typed, onType, errors = {}, lateTermsOpen = false } = props;
  const { kind } = typed;
  const isCounted = kind !== 'BULLET' && kind !== 'CUSTOM';
  const edit = (change: Partial<TypedPlan>) => onType({ ...typed, ...change });
  const inputs = { typed, edit, errors };
  return (
    <div className="space-y-4">
      {isCounted && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TypedField {...inputs} name="instalments" label="Number of payments" hint="1 to 120" />
          <Select
            name="plan.period"
            label="How often"
            options={periods}
            value={typed.period}
            error={errors['plan.period']}
            onChange={({ target }) => edit({ period: target.value as PlanPeriod })}
          />
          {kind === 'BALLOON' && (
            <TypedField
              {...inputs}
              name="balloonOf"
              label="As if paid over"
              after="payments"
              hint="More than the number of payments. The rest is due with the last one."
              className="sm:col-span-2"
            />
          )}
        </div>
      )}
      {kind === 'CUSTOM' && (
        <PlanRows rows={typed.rows} onRows={(rows) => edit({ rows })} errors={errors} />
      )}
      {kind !== 'BULLET' && (
        <Select
          name="plan.early"
          label="An early payment"
          options={earlyChoices}
          value={typed.early}
          error={errors['plan.early']}
          onChange={({ target }) => edit({ early: target.value as PlanTerms['early'] })}
        />
      )}
      <LateTerms {...inputs} initiallyOpen={lateTermsOpen} />
    </div>
  );
}

type TextName = 'instalments' | 'balloonOf' | 'lateFee' | 'lateFeeCap' | 'defaultRate';

interface InputProps {
  typed: TypedPlan;
  edit: (change: Partial<TypedPlan>) => void;
  errors: FieldSentences;
}

interface TypedFieldProps extends InputProps {
  name: TextName;
  label: string;
  before?: ReactNode;
  after?: ReactNode;
  hint?: string;
  className?: string;
}

function TypedField({ typed, edit, errors, name, ...field }: TypedFieldProps) {
  return (
    <Field
      {...field}
      name={`plan.${name}`}
      inputMode={field.after === '%' || field.before ? 'decimal' : 'numeric'}
      value={typed[name]}
      error={errors[`plan.${name}`]}
      onChange={({ target }) => edit({ [name]: target.value })}
    />
  );
}

/** Off unless someone opens it: a loan has no late fee and no default rate by default. */
function LateTerms({ initiallyOpen, ...props }: InputProps & { initiallyOpen: boolean }) {
  const [isOpen, setOpen] = useState(initiallyOpen || hasLateTerms(props.typed));
  const summary = useRef<HTMLElement>(null);
  // The button that opened them is gone.
  useEffect(() => {
    if (initiallyOpen) summary.current?.focus();
  }, [initiallyOpen]);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary ref={summary} className="w-fit cursor-pointer font-semibold">
        Late payments (optional)
      </summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <TypedField
          {...props}
          name="lateFee"
          label="Late fee"
          after="%"
          hint="Of a payment that is 7 days overdue"
        />
        <TypedField {...props} name="lateFeeCap" label="At most" before="$" hint="Per payment" />
        <TypedField
          {...props}
          name="defaultRate"
          label="Added rate"
          after="%"
          hint="A year, on overdue principal only. Some countries limit it."
          className="sm:col-span-2"
        />
      </div>
    </details>
  );
}
