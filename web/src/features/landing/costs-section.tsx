/** What a loan costs, to the cent, as one types its terms. */

import { loanBounds } from '@nameloan/figures/loan-bounds.ts';
import { formatMoney } from '../../format/money.ts';
import { LoanCalculator } from '../../ui/loan/loan-calculator.tsx';
import { comTransferFeeCents } from './com-transfer-fee.ts';

const example = { amount: '5000', term: '90', rate: '12' };

export function WhatALoanCosts() {
  return (
    <section aria-labelledby="costs" className="border-t border-line">
      <div className="mx-auto grid max-w-[76rem] gap-8 px-5 py-16 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:gap-20 lg:px-8 lg:py-24">
        <div className="text-[.9375rem] leading-6 text-ink-2">
          <h2
            id="costs"
            className="display text-[clamp(2rem,1.5rem+2vw,3rem)] leading-[1.06] text-ink"
          >
            What a loan costs
          </h2>
          <p className="mt-3 text-lg">To the cent, as your lending agreement would say it.</p>
          <p className="mt-4 max-w-[44ch]">
            This assumes a .com that is not in our custody yet: its transfer costs{' '}
            <span className="num">{formatMoney(comTransferFeeCents)}</span> from your balance. Other
            suffixes cost more or less; a domain that is here already costs nothing.
          </p>
          <p className="mt-4 max-w-[44ch]">You may repay early: interest is counted by the day.</p>
        </div>
        <div className="rounded-lg border border-line bg-surface p-5 sm:p-8">
          <LoanCalculator
            initial={example}
            transferFeeCents={comTransferFeeCents}
            side="borrower"
            bounds={loanBounds}
          />
        </div>
      </div>
    </section>
  );
}
