/** What the loan costs and what is owed if it is repaid today; once it is over, what came of it and beside that the plan. */

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
import { isOver } from '../loan-parties.ts';

/** What was repaid, or ended with the domain, on which day in UTC; nothing where no money had been lent. */
function End({
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
        detail={`Debt that ended with the domain on ${formatUtcDay(day)}`}
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

/** Of an open loan, by the day in UTC on which interest runs. */
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
            : `To repay today, ${formatUtcDay(now.toISOString())}`
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

function factsOf(loan: Loan): Fact[] {
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
    { label: borrows ? 'You repay' : 'The lender is repaid', value: formatMoney(repays) },
    { label: 'Interest', value: formatMoney(interest) },
    { label: 'APR with all costs', value: formatApr(aprAllCostsPercent) },
    ...(receivedAt || !isOver(loan)
      ? [
          {
            label: receivedAt ? 'Due' : 'Due, if received today',
            value: <Time value={dueAt ?? dueOn} as="due" />,
          },
        ]
      : []),
    ...(dueAt && graceEndsAt && status === 'LOAN_POSTED'
      ? [{ label: 'Grace ends', value: <Time value={graceEndsAt} as="day-time" /> }]
      : []),
  ];
}

export function Figures({ loan }: { loan: Loan }) {
  return (
    <Card title="Figures" className="sm:p-5">
      {isOver(loan) ? (
        <>
          <End loan={loan} />
          <h3 className="mt-4 text-xs text-ink-3">As agreed</h3>
        </>
      ) : (
        <Payoff loan={loan} />
      )}
      <Facts layout="list" className="mt-2" items={factsOf(loan)} />
      <p className="mt-2 text-xs text-ink-3">{loan.disclosure.security}</p>
    </Card>
  );
}
