/** Inputs for amount, term and rate, and the exact cost of that loan. */

import type { LoanBounds } from '@nameloan/loan-math/loan-bounds';
import { useState } from 'react';
import { LoanInputs } from './loan-inputs.tsx';
import type { ViewerRole } from './loan-summary.tsx';
import { LoanTermsSummary } from './loan-summary.tsx';
import type { TermsInput } from './parse-loan-terms.ts';
import { parseTerms } from './parse-loan-terms.ts';

export interface LoanCalculatorProps {
  initial: TermsInput;
  /** The borrower's fee for the transfer into custody. */
  transferFeeCents: number;
  side: ViewerRole;
  bounds: LoanBounds;
}

export function LoanCalculator({ initial, transferFeeCents, side, bounds }: LoanCalculatorProps) {
  const [typed, setTyped] = useState(initial);
  return (
    <div className="grid content-start gap-x-10 gap-y-6 sm:grid-cols-2">
      <div className="space-y-4">
        <LoanInputs typed={typed} onType={setTyped} bounds={bounds} />
      </div>
      <LoanTermsSummary
        terms={parseTerms(typed, bounds).terms}
        transferFeeCents={transferFeeCents}
        side={side}
        className="block sm:border-l sm:border-line sm:pl-10"
      />
    </div>
  );
}
