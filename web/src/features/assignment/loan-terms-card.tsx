/** The loan of a sale: its present terms, the balance on the day of the sale, and the payments of its plan. */

import { formatDay } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import { formatRate } from '../../format/percent.ts';
import { Code } from '../../ui/display/code.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { describePlanTerms, listLateTerms } from '../../ui/plan/describe-plan-terms.ts';
import { PlanTable } from '../../ui/plan/plan-table.tsx';
import type { Sale } from './describe-sale.ts';

export function LoanTermsCard({ sale }: { sale: Sale }) {
  const { terms, schedule, contractSha256, amendmentSha256, defaultSince } = sale;
  const next = schedule.findIndex(({ payment, paid }) => paid < payment);
  return (
    <Card title="Loan" className="sm:p-5">
      {defaultSince !== null && (
        <p className="mt-1 font-semibold text-red">In default since {formatDay(defaultSince)}</p>
      )}
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
        <Facts layout="list" items={listTerms(sale)} />
        <Facts layout="list" items={listBalance(sale)} />
      </div>
      {schedule.length > 1 && (
        <PlanTable
          caption="Payments of the loan"
          rows={schedule}
          from={next < 0 ? 0 : next}
          className="mt-3"
        />
      )}
      {terms.plan !== 'BULLET' && (
        <Facts layout="list" items={listLateTerms(terms)} className="mt-2" />
      )}
      {contractSha256 !== null && (
        <p className="mt-3 text-xs text-ink-3">
          SHA-256 of the contract: <Code>{contractSha256}</Code>
        </p>
      )}
      {amendmentSha256 !== null && (
        <p className="mt-1 text-xs text-ink-3">
          Of its last amendment: <Code>{amendmentSha256}</Code>
        </p>
      )}
    </Card>
  );
}

function listTerms({ amount, terms, receivedOn, borrowerName }: Sale) {
  return [
    { label: 'Amount', value: formatMoney(amount) },
    { label: 'Yearly rate', value: formatRate(terms.rate) },
    { label: 'Plan', value: describePlanTerms(terms) ?? '–' },
    { label: 'Interest since', value: receivedOn === null ? '–' : formatDay(receivedOn) },
    { label: 'Due', value: terms.due === null ? '–' : formatDay(terms.due) },
    { label: 'Borrower', value: borrowerName ?? 'Shown once you accept' },
  ];
}

/** On the day of the sale. */
function listBalance({ balance }: Sale) {
  const { on, principal, interest, fees, defaultInterest, credit, payoff } = balance;
  const optional = [
    { label: 'Late fees', cents: fees },
    { label: 'Interest on overdue principal', cents: defaultInterest },
    { label: 'Paid too much', cents: credit },
  ].filter(({ cents }) => cents > 0);
  return [
    { label: `Owed on ${formatDay(on)}`, value: formatMoney(payoff) },
    { label: 'Principal', value: formatMoney(principal) },
    { label: 'Interest', value: formatMoney(interest) },
    ...optional.map(({ label, cents }) => ({ label, value: formatMoney(cents) })),
  ];
}
