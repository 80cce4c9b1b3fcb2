/** The costs of a loan: an explanation, and the calculator, which is loaded shortly before it is seen. */

import { Suspense } from 'react';
import { formatMoney } from '../../../format/money.ts';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { useNear } from '../use-near.ts';
import { comTransferFeeCents } from './com-transfer-fee.ts';

const Calculator = lazyComponent(async () => (await import('./calculator.tsx')).Calculator);

export function CostsSection() {
  const [card, near] = useNear<HTMLDivElement>();
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
          <p className="mt-3 text-lg">
            Simple interest, and the exact figures your agreement would show.
          </p>
          <p className="mt-4 max-w-[44ch]">
            For a .com we don’t hold yet: a{' '}
            <span className="num">{formatMoney(comTransferFeeCents)}</span> transfer fee. Fees vary
            by TLD; none if the domain is already here.
          </p>
          <p className="mt-4 max-w-[44ch]">You can repay early: interest accrues daily.</p>
        </div>
        <div
          ref={card}
          className="min-h-[48.25rem] rounded-lg border border-line bg-surface p-5 max-[24rem]:min-h-[52.25rem] sm:min-h-[31.25rem] sm:p-8"
        >
          <Suspense>{near && <Calculator />}</Suspense>
        </div>
      </div>
    </section>
  );
}
