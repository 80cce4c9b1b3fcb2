/** The loan calculator of the landing page: the answer first, then the terms that it depends on. */

import { loanBounds } from '@nameloan/loan-math/loan-bounds';
import { calculateLoanCosts } from '@nameloan/loan-math/loan-costs';
import { useState } from 'react';
import { formatDays } from '../../../format/days.ts';
import { parseDays } from '../../../format/parse-days.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Field } from '../../../ui/input/field.tsx';
import type { TermsInput } from '../../../ui/loan/parse-loan-terms.ts';
import { formatBounds, parseTerms } from '../../../ui/loan/parse-loan-terms.ts';
import { CalculatorAnswer } from './calculator-answer.tsx';
import { comTransferFeeCents } from './com-transfer-fee.ts';

const initial: TermsInput = { amount: '5000', term: '90', rate: '12' };
const presetTerms = [30, 90, 180];
const hints = formatBounds(loanBounds);

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

export function Calculator() {
  const [typed, setTyped] = useState(initial);
  const { terms, outOfRange, invalid } = parseTerms(typed, loanBounds);
  const costs = terms && calculateLoanCosts({ ...terms, transferFeeCents: comTransferFeeCents });
  const days = parseDays(typed.term);
  return (
    <>
      <CalculatorAnswer costs={costs} />
      <fieldset className="mt-6 flex flex-wrap gap-2 border-t border-line pt-5">
        <legend className="sr-only">Common terms</legend>
        {presetTerms.map((term) => (
          <Button
            key={term}
            size="row"
            variant={days === term ? 'outline' : 'default'}
            aria-pressed={days === term}
            onClick={() => setTyped({ ...typed, term: `${term}` })}
          >
            {formatDays(term)}
          </Button>
        ))}
      </fieldset>
      <div className="mt-4 grid gap-5 sm:grid-cols-3">
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
    </>
  );
}
