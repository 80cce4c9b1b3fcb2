/** The inputs of a loan calculator: amount, term and rate. */

import type { LoanBounds } from '@nameloan/loan-math/loan-bounds';
import { Field } from '../input/field.tsx';
import type { TermsInput } from './parse-loan-terms.ts';
import { formatBounds, parseTerms } from './parse-loan-terms.ts';

const inputs = [
  {
    name: 'amount',
    label: 'Loan amount',
    invalidMessage: 'Invalid amount',
    fixHint: 'Use numbers, like 2500',
    before: '$',
    inputMode: 'decimal',
  },
  {
    name: 'term',
    label: 'Term',
    invalidMessage: 'Invalid term',
    fixHint: 'Use whole days, like 90',
    after: 'days',
    inputMode: 'numeric',
  },
  {
    name: 'rate',
    label: 'Rate',
    invalidMessage: 'Invalid rate',
    fixHint: 'Use numbers, like 12.5',
    after: '% a year',
    inputMode: 'decimal',
  },
] as const;

export interface LoanInputsProps {
  typed: TermsInput;
  onType: (typed: TermsInput) => void;
  bounds: LoanBounds;
  /** False where the term follows from a payment plan. */
  hasTerm?: boolean;
}

export function LoanInputs({ typed, onType, bounds, hasTerm = true }: LoanInputsProps) {
  const { outOfRange, invalid } = parseTerms(typed, bounds);
  const hints = formatBounds(bounds);
  const shown = hasTerm ? inputs : inputs.filter(({ name }) => name !== 'term');
  return shown.map(({ name, invalidMessage, fixHint, ...input }) => {
    const isInvalid = invalid.includes(name);
    return (
      <Field
        key={name}
        {...input}
        name={name}
        value={typed[name]}
        onChange={(event) => onType({ ...typed, [name]: event.target.value })}
        hint={hints[name]}
        error={isInvalid ? invalidMessage : outOfRange[name]}
        fixHint={isInvalid ? fixHint : undefined}
      />
    );
  });
}
