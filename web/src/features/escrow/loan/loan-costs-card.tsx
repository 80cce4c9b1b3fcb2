/** The costs of a loan and today's payoff; for a closed loan its outcome, next to the agreed terms. */

import { formatUtcDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { formatApr } from '../../../format/percent.ts';
import { useNow } from '../../../graph/business-time.ts';
import type { Fact } from '../../../ui/display/facts.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Stat } from '../../../ui/display/stat.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';

/** The amount repaid, or settled by the domain, with its UTC date. Empty if no money was lent. */
function Outcome({
  loan: { amount, payoff, discharged, repaymentClaim, finalizedAt },
}: {
  loan: Loan;
}) {
  const day = finalizedAt ?? '';
  if (discharged !== null)
    return (
      <Stat
        label="Debt"
        value={formatMoney(discharged)}
        detail={`Debt settled by the domain on ${formatUtcDay(day)}`}
      />
    );
  if (payoff === null) return null;
  const repaidOn = formatUtcDay(repaymentClaim?.date ?? day);
  return (
    <Stat
      label="Repaid"
      value={formatMoney(payoff)}
      detail={`Repaid on ${repaidOn}, ${formatMoney(payoff - amount)} of it interest`}
    />
  );
}

/** Today's payoff of an open loan; interest accrues by UTC day. */
function Payoff({ loan: { payoff, payoffIfDenied, repaymentClaim } }: { loan: Loan }) {
  const now = useNow();
  if (payoff === null) return null;
  const claimed = repaymentClaim?.date;
  return (
    <>
      <Stat
        label="Payoff"
        value={formatMoney(payoff)}
        detail={
          claimed
            ? `If the repayment of ${formatUtcDay(claimed)} is confirmed`
            : `If repaid today, ${formatUtcDay(now.toISOString())}`
        }
      />
      {payoffIfDenied !== null && (
        <p className="mt-1 text-xs text-ink-3">
          <span className="num font-semibold text-ink-2">{formatMoney(payoffIfDenied)}</span> today
          if it is denied
        </p>
      )}
    </>
  );
}

function listCosts(loan: Loan): Fact[] {
  const { disclosure, dueAt, graceEndsAt, role, receivedAt, status } = loan;
  const { receives, transferFee, repays, interest, aprAllCostsPercent, dueOn } = disclosure;
  const borrows = role === 'BORROWER';
  return [
    { label: borrows ? 'You receive' : 'The borrower receives', value: formatMoney(receives) },
    ...(transferFee > 0
      ? [
          {
            label: borrows ? 'Transfer fee, from your balance' : 'The borrower’s transfer fee',
            value: formatMoney(transferFee),
          },
        ]
      : []),
    { label: borrows ? 'You repay' : 'The lender gets back', value: formatMoney(repays) },
    { label: 'Interest', value: formatMoney(interest) },
    { label: 'APR incl. fees', value: formatApr(aprAllCostsPercent) },
    ...(receivedAt || !isClosed(loan)
      ? [
          {
            label: receivedAt ? 'Due' : 'Due, if paid out today',
            value: <Time value={dueAt ?? dueOn} as="day" />,
          },
        ]
      : []),
    ...(dueAt && graceEndsAt && status === 'LOAN_POSTED'
      ? [{ label: 'Grace ends', value: <Time value={graceEndsAt} as="day-time" /> }]
      : []),
  ];
}

export function LoanCostsCard({ loan }: { loan: Loan }) {
  return (
    <Card title="Costs" className="sm:p-5">
      {isClosed(loan) ? (
        <>
          <Outcome loan={loan} />
          <h3 className="mt-4 text-xs text-ink-3">As agreed</h3>
        </>
      ) : (
        <Payoff loan={loan} />
      )}
      <Facts layout="list" className="mt-2" items={listCosts(loan)} />
      <p className="mt-2 text-xs text-ink-3">{loan.disclosure.security}</p>
    </Card>
  );
}
