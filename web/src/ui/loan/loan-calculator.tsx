/** Inputs for amount, term and rate, and the exact cost of that loan. */

import type { LoanBounds } from '@nameloan/loan-math/loan-bounds';
import { useState } from 'react';
import { Field } from '../input/field.tsx';
import type { ViewerRole } from './loan-summary.tsx';
import { LoanTermsSummary } from './loan-summary.tsx';
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
    label: 'Yearly rate',
    invalidMessage: 'Invalid rate',
    fixHint: 'Use numbers, like 12.5',
    after: '%',
    inputMode: 'decimal',
  },
] as const;

export interface LoanCalculatorProps {
  initial: TermsInput;
  /** The borrower's fee for the transfer into custody. */
  transferFeeCents: number;
  side: ViewerRole;
  bounds: LoanBounds;
}

export function LoanCalculator({ initial, transferFeeCents, side, bounds }: LoanCalculatorProps) {
  const [typed, setTyped] = useState(initial);
  const { terms, outOfRange, invalid } = parseTerms(typed, bounds);
  const hints = formatBounds(bounds);
  return (
    <div className="grid content-start gap-x-10 gap-y-6 sm:grid-cols-2">
      <div className="space-y-4">
        {inputs.map(({ name, invalidMessage, fixHint, ...input }) => {
          const isInvalid = invalid.includes(name);
          return (
            <Field
              key={name}
              {...input}
              name={name}
              value={typed[name]}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              hint={hints[name]}
              error={isInvalid ? invalidMessage : outOfRange[name]}
              fixHint={isInvalid ? fixHint : undefined}
            />
          );
        })}
      </div>
      <LoanTermsSummary
        terms={terms}
        transferFeeCents={transferFeeCents}
        side={side}
        className="block sm:border-l sm:border-line sm:pl-10"
      />
    </div>
  );
}
