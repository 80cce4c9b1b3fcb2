/** What a loan would cost: the repayment, its price, a bar of its parts, and the same parts as text. */

import type { LoanCosts } from '@nameloan/loan-math/loan-costs';
import clsx from 'clsx';
import { formatMoney } from '../../../format/money.ts';
import { formatApr } from '../../../format/percent.ts';

const none = '–';

const format = (cents: number | undefined) => (cents === undefined ? none : formatMoney(cents));

const parts = [
  { label: 'Principal', key: 'receivesCents', fill: 'bg-line-strong' },
  { label: 'Interest', key: 'interestCents', fill: 'bg-brand' },
  { label: 'Transfer fee', key: 'transferFeeCents', fill: 'bg-lend-ink' },
] as const;

/** `costs`: undefined while the terms are not those of a loan. */
export function CalculatorAnswer({ costs }: { costs: LoanCosts | undefined }) {
  const answers = [
    { label: 'You repay', value: format(costs?.repaysCents) },
    { label: 'Cost', value: format(costs && costs.interestCents + costs.transferFeeCents) },
    { label: 'APR incl. fees', value: costs ? formatApr(costs.aprAllCostsPercent) : none },
  ];
  return (
    <output aria-label="Loan cost" className="block">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {answers.map(({ label, value }, at) => (
          <div
            key={label}
            className={clsx('flex flex-col', at === 0 && 'grow basis-full sm:basis-0')}
          >
            <dt className="text-ink-2">{label}</dt>
            <dd
              className={clsx(
                'num mt-auto font-semibold wrap-anywhere',
                at === 0 ? 'text-3xl' : 'text-xl',
              )}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <Bar costs={costs} />
      <dl className="mt-4 grid grid-cols-3 gap-x-4">
        {parts.map(({ label, key, fill }) => (
          <div key={label}>
            <dt className="flex items-center gap-2 text-xs text-ink-2">
              <span aria-hidden="true" className={clsx(swatch, 'size-2 rotate-45', fill)} />
              {label}
            </dt>
            <dd className="num font-semibold wrap-anywhere">{format(costs?.[key])}</dd>
          </div>
        ))}
      </dl>
    </output>
  );
}

const swatch = 'shrink-0 rounded-[1.5px] forced-color-adjust-none';

/** Each part is as wide as its share of all that is paid; the legend below says the same. */
function Bar({ costs }: { costs: LoanCosts | undefined }) {
  const paid = parts.filter(({ key }) => costs && costs[key] > 0);
  return (
    <div aria-hidden="true" className="mt-4 flex h-3.5 gap-[3px] forced-color-adjust-none">
      {paid.length === 0 && <span className="grow rounded-[3px] bg-line" />}
      {paid.map(({ key, fill }) => (
        <span
          key={key}
          className={clsx('min-w-1 basis-0 rounded-[3px]', fill)}
          style={{ flexGrow: costs?.[key] }}
        />
      ))}
    </div>
  );
}
