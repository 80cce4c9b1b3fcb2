/** The price of a sale, what is owed on its day, and what the buyer earns if the loan is repaid on time. */

import { formatDay } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import { formatPercent } from '../../format/percent.ts';
import type { Fact } from '../../ui/display/facts.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { computeReturn } from './compute-return.ts';
import type { Sale } from './describe-sale.ts';
import { isOpen } from './describe-sale.ts';

export function PriceCard({ sale }: { sale: Sale }) {
  const { price, day, balance, deedOwed, role } = sale;
  const owed = deedOwed ?? balance.payoff;
  return (
    <Card title="Price" className="sm:p-5">
      <Stat value={formatMoney(price)} detail={`Sold as of ${formatDay(day)}`} />
      <Facts
        layout="list"
        className="mt-2"
        items={[
          { label: 'Owed on that day', value: formatMoney(owed) },
          describeDifference(price - owed),
          ...listOpenBalances(sale),
          ...listOwedOn(sale),
        ]}
      />
      {isOpen(sale) && role !== 'SELLER' && role !== 'BORROWER' && <Return sale={sale} />}
      <p className="mt-3 border-t border-line pt-3 text-xs text-ink-2">
        Interest after {formatDay(day)} is the buyer’s. If the borrower doesn’t pay, the seller owes
        nothing: the buyer has the domain as security.
      </p>
    </Card>
  );
}

function describeDifference(cents: number): Fact {
  return cents < 0
    ? { label: 'Discount', value: formatMoney(-cents) }
    : { label: 'Premium', value: formatMoney(cents) };
}

/** While a payment waits for its answer, the debt of the day depends on it. */
function listOpenBalances({ balance: { ifConfirmed, ifDenied } }: Sale): Fact[] {
  if (!ifConfirmed || !ifDenied) return [];
  return [
    { label: 'If open payments count', value: formatMoney(ifConfirmed.payoff) },
    { label: 'If they don’t', value: formatMoney(ifDenied.payoff) },
  ];
}

function listOwedOn({ owedOn, role, sellerName }: Sale): Fact[] {
  if (!owedOn) return [];
  const label = role === 'SELLER' ? 'You owe the buyer' : `${sellerName} owes you`;
  return [{ label, value: formatMoney(owedOn) }];
}

function Return({ sale }: { sale: Sale }) {
  const result = computeReturn(sale);
  if (!result)
    return (
      <p className="mt-2 font-semibold text-amber">
        The loan is behind its plan, so there is no yield to show.
      </p>
    );
  const { toComeCents, gainCents, yieldPercent, lastDue } = result;
  return (
    <>
      <p className="mt-3 font-semibold">If repaid on time</p>
      <Facts
        layout="list"
        lead
        className="mt-1"
        items={[
          { label: 'You get', value: formatMoney(toComeCents) },
          {
            label: gainCents < 0 ? 'You lose' : 'You earn',
            value: formatMoney(Math.abs(gainCents)),
          },
          {
            label: 'Yield a year',
            value: yieldPercent === null ? '–' : formatPercent(yieldPercent),
          },
          { label: 'Last payment', value: formatDay(lastDue) },
        ]}
      />
    </>
  );
}
