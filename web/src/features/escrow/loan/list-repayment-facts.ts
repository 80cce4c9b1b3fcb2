/** The figures of the Repayment card: what is known about the payment, and the terms behind it. */

import { computeDueAt } from '../../../format/due-day.ts';
import { formatMoney } from '../../../format/money.ts';
import { formatApr } from '../../../format/percent.ts';
import { describePlan, listAgreedLateTerms } from '../../../ui/plan/describe-plan.ts';
import { isPlain, toPlanTerms } from '../../../ui/plan/plan-record.ts';
import { findInstalment } from '../instalment.ts';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';
import { hasPartPayments, sumRepaid } from './counted-payments.ts';

export interface RepaymentFact {
  label: string;
  /** Text, or a moment that the card formats on the reader's clock. */
  value: string | { at: string; as: 'day' | 'day-time' };
}

/** The amount owed that is shown first: of a closed loan the settled one. Null if no money was lent. */
const findSettledAmount = ({ payoff, discharged }: Loan): number | null => discharged ?? payoff;

/** In the past tense once something has happened; an amount that no longer applies is left out. */
export function listRepaymentFacts(loan: Loan, now: Date): RepaymentFact[] {
  const { receivedAt, dueAt, graceEndsAt, status, disclosure, term } = loan;
  const day = (at: string) => ({ at, as: 'day' }) as const;
  if (!receivedAt)
    return isClosed(loan)
      ? []
      : [
          { label: 'Interest', value: formatMoney(disclosure.interest) },
          { label: 'Due, if paid out today', value: day(computeDueAt(term, now)) },
        ];
  const isAccelerated = !isClosed(loan) && loan.accelerationEndsAt !== null;
  if (isAccelerated || findInstalment(loan)) return listInstalmentFacts(loan, receivedAt);
  const isAhead = !isClosed(loan) && dueAt !== null && now.toISOString() < dueAt;
  return [
    { label: labelReceived(loan), value: day(receivedAt) },
    ...listInterest(loan),
    ...(dueAt ? [{ label: isAhead ? 'Due' : 'Was due', value: day(dueAt) }] : []),
    ...(isAhead
      ? [{ label: 'To repay then', value: formatMoney(loan.nextDue?.amount ?? disclosure.repays) }]
      : []),
    ...(dueAt && graceEndsAt && status === 'LOAN_POSTED'
      ? [
          {
            label: now.toISOString() < graceEndsAt ? 'Grace ends' : 'End of grace',
            value: { at: graceEndsAt, as: 'day-time' } as const,
          },
        ]
      : []),
  ];
}

/** The schedule has the dates of all payments. */
function listInstalmentFacts(loan: Loan, receivedAt: string): RepaymentFact[] {
  const { dueAt, graceEndsAt, stage, accelerationEndsAt } = loan;
  const next = findInstalment(loan);
  const isMissed = stage === 'IN_GRACE' || stage === 'OVERDUE';
  return [
    { label: labelReceived(loan), value: { at: receivedAt, as: 'day' } },
    ...listBalance(loan),
    ...(next
      ? [
          { label: isMissed ? 'Missed payment' : 'Next payment', value: formatMoney(next.amount) },
          {
            label: isMissed ? 'Was due' : 'Next due',
            value: { at: next.date, as: 'day' } as const,
          },
        ]
      : []),
    ...(graceEndsAt && stage === 'IN_GRACE'
      ? [{ label: 'Grace ends', value: { at: graceEndsAt, as: 'day-time' } as const }]
      : []),
    ...(accelerationEndsAt
      ? [{ label: 'All due by', value: { at: accelerationEndsAt, as: 'day-time' } as const }]
      : dueAt
        ? [{ label: 'Last payment due', value: { at: dueAt, as: 'day' } as const }]
        : []),
  ];
}

function labelReceived({ role, receivedBy }: Loan): string {
  if (receivedBy === 'SILENCE') return 'Counts as received on';
  return role === 'BORROWER' ? 'You received it on' : 'Received on';
}

function listInterest(loan: Loan): RepaymentFact[] {
  const isReturned = loan.status === 'FINALIZED_RETURN_TO_BORROWER';
  const settled = isReturned ? sumRepaid(loan) : findSettledAmount(loan);
  if (settled === null) return [];
  const { discharged, repaymentClaim, role, termsChangedOn } = loan;
  const isAmended = termsChangedOn !== null;
  if (
    !isReturned &&
    (hasPartPayments(loan) || ((isAmended || loan.replaces !== null) && !isClosed(loan)))
  )
    return listBalance(loan);
  // The money of an amendment contains its fee.
  const interest = isAmended ? 'Interest and fees' : 'Interest';
  const value = formatMoney(settled - loan.advanced);
  if (discharged !== null) return [{ label: `${interest} included`, value }];
  if (!isClosed(loan))
    return [{ label: repaymentClaim ? `${interest} included` : `${interest} so far`, value }];
  if (repaymentClaim === null) return [{ label: interest, value }];
  const done = { BORROWER: ' paid', LENDER: ' earned', OPERATOR: '' };
  return [{ label: `${interest}${done[role]}`, value }];
}

/** What part payments left; of a loan whose domain was taken the payments say it. */
function listBalance(loan: Loan): RepaymentFact[] {
  const { balance } = loan;
  if (isClosed(loan) || !balance) return [];
  return [
    { label: 'Principal left', value: formatMoney(balance.principal) },
    { label: 'Interest on it', value: formatMoney(balance.interest) },
    ...(balance.fees > 0 ? [{ label: 'Fees', value: formatMoney(balance.fees) }] : []),
    ...(balance.defaultInterest > 0
      ? [{ label: 'Default interest', value: formatMoney(balance.defaultInterest) }]
      : []),
  ];
}

/** Nothing for one payment without extras. */
function listPlanTerms(loan: Loan): RepaymentFact[] {
  // An amendment can replace the plan; the instalments of the new one count from its day.
  const terms = loan.termsChangedOn ? loan.presentTerms : loan;
  if (isPlain(terms)) return [];
  const plan = describePlan(terms);
  return [
    ...(plan
      ? [{ label: loan.termsChangedOn ? 'Repayment from then' : 'Repayment', value: plan }]
      : []),
    ...listAgreedLateTerms(toPlanTerms(terms)),
  ];
}

/** The costs that the agreement fixed. */
export function listAgreedCosts(loan: Loan): RepaymentFact[] {
  const { disclosure, role, termsChangedOn } = loan;
  const { transferFee, aprAllCostsPercent, repays } = disclosure;
  const fee =
    role === 'BORROWER' ? 'Transfer fee, from your balance' : 'The borrower’s transfer fee';
  return [
    ...(isClosed(loan) && !termsChangedOn
      ? [{ label: 'To repay when due', value: formatMoney(repays) }]
      : []),
    ...(transferFee > 0 ? [{ label: fee, value: formatMoney(transferFee) }] : []),
    {
      label: `${termsChangedOn ? 'Contract ' : ''}APR incl. fees`,
      value: formatApr(aprAllCostsPercent),
    },
    ...listPlanTerms(loan),
  ];
}
