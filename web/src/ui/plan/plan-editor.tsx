/** The inputs of a payment plan: how many payments and when, and in a disclosure what late payments cost. */

import type { PlanPeriod, PlanTerms } from '@nameloan/loan-math/plan-terms';
import { planPeriods } from '@nameloan/loan-math/plan-terms';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Button } from '../button/button.tsx';
import { Field } from '../input/field.tsx';
import { Select } from '../input/select.tsx';
import { earlyTexts, periodNames } from './describe-plan.ts';
import type { FieldSentences } from './read-plan.ts';
import type { TypedPlan, TypedRow } from './typed-plan.ts';

export interface PlanEditorProps {
  typed: TypedPlan;
  onType: (typed: TypedPlan) => void;
  /** Sentences by the names of the inputs. */
  errors?: FieldSentences;
}

const periods = planPeriods.map((value) => ({ value, label: periodNames[value] }));

const earlyChoices = Object.entries(earlyTexts).map(([value, label]) => ({ value, label }));

export function PlanEditor({ typed, onType, errors = {} }: PlanEditorProps) {
  const { kind } = typed;
  const isCounted = kind !== 'BULLET' && kind !== 'CUSTOM';
  const edit = (change: Partial<TypedPlan>) => onType({ ...typed, ...change });
  const props = { typed, edit, errors };
  return (
    <div className="space-y-4">
      {isCounted && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TypedField {...props} name="instalments" label="Number of payments" hint="1 to 120" />
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
              {...props}
              name="balloonOf"
              label="As if paid over"
              after="payments"
              hint="More than the number of payments. The rest is due with the last one."
              className="sm:col-span-2"
            />
          )}
        </div>
      )}
      {kind === 'CUSTOM' && <Rows rows={typed.rows} onRows={(rows) => edit({ rows })} />}
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
      <LateTerms {...props} />
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
function LateTerms(props: InputProps) {
  const { lateFee, defaultRate } = props.typed;
  const hasTerms = lateFee !== '' || defaultRate !== '';
  return (
    <details open={hasTerms || undefined}>
      <summary className="w-fit cursor-pointer font-semibold">Late payments (optional)</summary>
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

interface RowsProps {
  rows: readonly TypedRow[];
  onRows: (rows: readonly TypedRow[]) => void;
}

const maxRows = 120;

function Rows({ rows, onRows }: RowsProps) {
  const id = useId();
  const edit = (at: number, change: Partial<TypedRow>) =>
    onRows(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  const add = () => {
    const last = rows.at(-1);
    const next = Math.max(0, ...rows.map((row) => row.id)) + 1;
    const day = Number.parseInt(last?.day ?? '', 10);
    onRows([...rows, { id: next, day: Number.isNaN(day) ? '' : `${day + 30}`, amount: '' }]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would narrow the grid of its inputs
    <div role="group" aria-labelledby={id}>
      <p id={id} className="font-semibold">
        Payments
      </p>
      <p className="text-xs text-ink-3">
        Days count from the day the money arrives. The last payment is the rest.
      </p>
      <ol className="mt-2 space-y-2">
        {rows.map((row, index) => (
          <RowFields
            key={row.id}
            row={row}
            index={index}
            isLast={index === rows.length - 1}
            onEdit={(change) => edit(index, change)}
            onRemove={
              rows.length > 1 ? () => onRows(rows.filter(({ id }) => id !== row.id)) : undefined
            }
          />
        ))}
      </ol>
      {rows.length < maxRows && (
        <Button size="row" className="mt-2" onClick={add}>
          Add a payment
        </Button>
      )}
    </div>
  );
}

interface RowFieldsProps {
  row: TypedRow;
  index: number;
  isLast: boolean;
  onEdit: (change: Partial<TypedRow>) => void;
  onRemove: (() => void) | undefined;
}

function RowFields({ row, index, isLast, onEdit, onRemove }: RowFieldsProps) {
  return (
    <li className="flex items-center gap-2">
      <Field
        label={`Day of payment ${index + 1}`}
        labelHidden
        name={`plan.rows.${index}.day`}
        after="days"
        inputMode="numeric"
        value={row.day}
        onChange={({ target }) => onEdit({ day: target.value })}
        className="min-w-0 flex-1"
      />
      <Field
        label={`Amount of payment ${index + 1}`}
        labelHidden
        name={`plan.rows.${index}.amount`}
        before="$"
        inputMode="decimal"
        disabled={isLast}
        value={isLast ? 'the rest' : row.amount}
        onChange={({ target }) => onEdit({ amount: target.value })}
        className="min-w-0 flex-1"
      />
      <Button
        size="row"
        variant="quiet"
        aria-label={`Remove payment ${index + 1}`}
        disabled={!onRemove}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}
