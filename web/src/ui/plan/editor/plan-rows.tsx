/** The payments of a plan with chosen dates: a day and an amount each, the last one the rest. */

import { useId } from 'react';
import { Button } from '../../button/button.tsx';
import { Field } from '../../input/field.tsx';
import type { FieldSentences } from '../read-plan.ts';
import type { TypedRow } from '../typed-plan.ts';

interface RowsProps {
  rows: readonly TypedRow[];
  onRows: (rows: readonly TypedRow[]) => void;
  errors: FieldSentences;
}

const maxRows = 120;

export function PlanRows({ rows, onRows, errors }: RowsProps) {
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
            errors={errors}
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
  errors: FieldSentences;
  onEdit: (change: Partial<TypedRow>) => void;
  onRemove: (() => void) | undefined;
}

function RowFields({ row, index, isLast, errors, onEdit, onRemove }: RowFieldsProps) {
  const name = `plan.rows.${index}`;
  return (
    <li className="flex items-start gap-2">
      <Field
        label={`Day of payment ${index + 1}`}
        labelHidden
        name={`${name}.day`}
        after="days"
        inputMode="numeric"
        value={row.day}
        error={errors[`${name}.day`]}
        onChange={({ target }) => onEdit({ day: target.value })}
        className="min-w-0 flex-1"
      />
      <Field
        label={`Amount of payment ${index + 1}`}
        labelHidden
        name={`${name}.amount`}
        before="$"
        inputMode="decimal"
        disabled={isLast}
        value={isLast ? 'the rest' : row.amount}
        error={errors[`${name}.amount`]}
        onChange={({ target }) => onEdit({ amount: target.value })}
        className="min-w-0 flex-1"
      />
      <Button
        size="row"
        variant="quiet"
        className="mt-1"
        aria-label={`Remove payment ${index + 1}`}
        disabled={!onRemove}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}
