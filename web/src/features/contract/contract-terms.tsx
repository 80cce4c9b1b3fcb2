/** The terms of a contract and their costs, ahead of its full text. */

import { formatDays } from '../../format/days.ts';
import { computeDueAt } from '../../format/due-day.ts';
import { formatMoney } from '../../format/money.ts';
import { formatAdjusted, formatRate } from '../../format/percent.ts';
import { businessToday, useNow } from '../../graph/business-time.ts';
import { TextLink } from '../../ui/button/text-link.tsx';
import { Code } from '../../ui/display/code.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { Stat } from '../../ui/display/stat.tsx';
import { Time } from '../../ui/display/time.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { adjusted, getLoanSummaryItems } from '../../ui/loan/loan-summary.tsx';
import { RecordedPlan } from '../../ui/plan/recorded-plan.tsx';
import type { SigningPageFragment } from './contract-page.generated.ts';

export function ContractTerms({ contract }: { contract: SigningPageFragment }) {
  const { amount, term, rate, disclosure, businessStatement, knownClaims } = contract;
  const dueAt = computeDueAt(term, useNow());
  const amounts = {
    receivesCents: disclosure.receives,
    repaysCents: disclosure.repays,
    interestCents: disclosure.interest,
    transferFeeCents: disclosure.transferFee,
    costOverTermPercent: disclosure.costOverTermPercent,
    aprAllCostsPercent: disclosure.aprAllCostsPercent,
  };
  const side = contract.party === 'BORROWER' ? 'borrower' : 'lender';
  const terms = [
    { label: 'Term', value: formatDays(term) },
    { label: 'Yearly rate', value: formatRate(rate) },
    // For a lender the costs below include it.
    ...(side === 'borrower'
      ? [{ ...adjusted, value: `${formatAdjusted(disclosure.costOverTermPercent)} over the term` }]
      : []),
  ];
  const more = [
    { label: 'Due, if paid out today', value: <Time value={dueAt} as="day" /> },
    { label: 'Borrower', value: contract.borrowerName },
    { label: 'Lender', value: contract.lenderName },
  ];
  return (
    <Card title="Terms">
      <p className="text-xs text-ink-3">{contract.contractName}</p>
      <Stat value={formatMoney(amount)} />
      <Facts items={terms} className="mt-3" />
      <Facts
        layout="list"
        items={[...getLoanSummaryItems(amounts, disclosure.transferFee, side), ...more]}
        className="mt-4 border-t border-line pt-1"
      />
      <RecordedPlan
        record={contract}
        loan={{ amountCents: amount, rateBps: rate, termDays: term }}
        transferFeeCents={disclosure.transferFee}
        today={businessToday()}
        side={side}
        brief
      />
      <p className="mt-3 border-t border-line pt-4 text-xs text-ink-2">{disclosure.security}</p>
      {businessStatement !== null && <p className="mt-2 text-xs text-ink-2">{businessStatement}</p>}
      {knownClaims !== null && (
        <p className="mt-2 text-xs text-ink-2 wrap-anywhere">
          Third-party claims stated by the borrower: {knownClaims}
        </p>
      )}
      <p className="mt-4 text-xs text-ink-3">
        SHA-256 of the text to sign: <Code>{contract.sha256}</Code>
      </p>
      <TextLink to="/verify-contract" className="mt-3 text-xs">
        Check a contract
      </TextLink>
    </Card>
  );
}
