/** The loan calculator of the landing page: the answer first, then the terms that it depends on. */

import { loanBounds } from '@nameloan/loan-math/loan-bounds';
import { calculateLoanCosts, newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import { useState } from 'react';
import { formatDays } from '../../../format/days.ts';
import { parseDays } from '../../../format/parse-days.ts';
import { Button } from '../../../ui/button/button.tsx';
import { LoanInputs } from '../../../ui/loan/loan-inputs.tsx';
import type { TermsInput } from '../../../ui/loan/parse-loan-terms.ts';
import { parseTerms } from '../../../ui/loan/parse-loan-terms.ts';
import { CalculatorAnswer } from './calculator-answer.tsx';
import { comTransferFeeCents } from './com-transfer-fee.ts';

const initial: TermsInput = { amount: '5000', term: '90', rate: '12' };
const presetTerms = [30, 90, 180];

export function Calculator() {
  const [typed, setTyped] = useState(initial);
  const { terms } = parseTerms(typed, loanBounds);
  const costs =
    terms &&
    calculateLoanCosts({
      ...terms,
      accrual: newLoanAccrual,
      transferFeeCents: comTransferFeeCents,
    });
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
        <LoanInputs typed={typed} onType={setTyped} bounds={loanBounds} />
      </div>
    </>
  );
}
