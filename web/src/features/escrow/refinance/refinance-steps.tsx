/** The steps of a refinancing on the page of the new loan, in words, with what is done and what comes next. */

import { formatMoney } from '../../../format/money.ts';
import { findLeg, sumLegs } from '../legs/refinance-task.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import type { PayoffLetter } from './split-payoff.ts';
import { getPayoffToday, splitPayoff } from './split-payoff.ts';

interface Step {
  text: string;
  done: boolean;
}

const isConfirmed = (payment: ReturnType<typeof findLeg>): boolean =>
  payment !== undefined && payment.status !== 'REPORTED';

/** The amounts of today, or what was reported. */
function listSteps(loan: Loan, letter: PayoffLetter): Step[] {
  const { role, amount, status, borrowerName, lenderName } = loan;
  const borrower = role === 'BORROWER' ? 'you' : getFirstName(borrowerName);
  const isBorrower = role === 'BORROWER';
  const payment = findLeg(loan, 'PAYOFF');
  const paid = isConfirmed(payment) ? sumLegs(loan, 'PAYOFF') : 0;
  const split = splitPayoff(amount, getPayoffToday(letter) + paid);
  const payoff = payment?.confirmedAmount ?? payment?.amount ?? split.payoff;
  const signed = status !== 'PENDING_SIGNATURE';
  const lender = role === 'LENDER' ? 'You pay' : `${getFirstName(lenderName)} pays`;
  const topUp = findLeg(loan, 'TOP_UP');
  return [
    { text: 'The old lender signs the payoff letter', done: letter.confirmed },
    { text: 'Both of you sign the new contract', done: signed },
    { text: `${lender} the old lender ${formatMoney(payoff)}`, done: payment !== undefined },
    ...(split.topUp > 0 || topUp
      ? [
          {
            text: `${isBorrower ? 'You pay' : `${borrower} pays`} the old lender the rest, ${formatMoney(topUp?.amount ?? split.topUp)}`,
            done: topUp !== undefined,
          },
        ]
      : []),
    { text: 'The old lender confirms, and the domain secures the new loan', done: false },
    ...(split.surplus > 0 && !topUp
      ? [
          {
            text: `${role === 'LENDER' ? 'You send' : `${getFirstName(lenderName)} sends`} ${borrower} what is left, ${formatMoney(split.surplus)}`,
            done: false,
          },
        ]
      : []),
  ];
}

export function RefinanceSteps({ loan, letter }: { loan: Loan; letter: PayoffLetter }) {
  const steps = listSteps(loan, letter);
  const next = steps.findIndex(({ done }) => !done);
  return (
    <ol aria-label="Steps of the refinancing" className="mt-2 divide-y divide-line">
      {steps.map(({ text, done }, index) => (
        <li key={text} className="flex items-baseline justify-between gap-4 py-2">
          <span className={done ? 'min-w-0 text-ink-3' : 'min-w-0 text-ink-2'}>
            {index + 1}. {text}
          </span>
          <span className="font-semibold">{done ? 'Done' : index === next ? 'Next' : 'Later'}</span>
        </li>
      ))}
    </ol>
  );
}
