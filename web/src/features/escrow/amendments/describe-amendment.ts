/** The terms of an amendment before and after it, its money, and the style of its status. */

import { formatDay, formatUtcDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { formatRate } from '../../../format/percent.ts';
import type { AmendmentStatus } from '../../../graph/schema.generated.ts';
import { describePlanTerms, listAllLateTerms } from '../../../ui/plan/describe-plan-terms.ts';
import type { StatusStyle } from '../../../ui/status/status-style.ts';
import type { Loan, Party } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import type { Amendment } from './find-amendment.ts';

export const statusStyles = {
  PROPOSED: { label: 'Proposed', tone: 'blue' },
  SUPERSEDED: { label: 'Countered', tone: 'gray' },
  WITHDRAWN: { label: 'Withdrawn', tone: 'gray' },
  DECLINED: { label: 'Declined', tone: 'gray' },
  EXPIRED: { label: 'Expired', tone: 'gray' },
  AGREED: { label: 'Agreed', tone: 'amber' },
  AWAITING_MONEY: { label: 'Waiting for Payment', tone: 'amber' },
  EFFECTIVE: { label: 'In effect', tone: 'green' },
  LAPSED: { label: 'Lapsed', tone: 'gray' },
  VOID: { label: 'Void', tone: 'gray' },
} satisfies Record<AmendmentStatus, StatusStyle>;

export interface TermChange {
  label: string;
  present: string;
  changed: string;
}

/** What a new plan changes for early and late payments. */
function listLateChanges(
  { presentTerms }: Pick<Loan, 'presentTerms'>,
  terms: Amendment['terms'],
): TermChange[] {
  const before = listAllLateTerms(presentTerms);
  return listAllLateTerms(terms).flatMap(({ label, value: changed }, index) => {
    const present = before[index]?.value ?? 'None';
    return present === changed ? [] : [{ label, present, changed }];
  });
}

/** The lender pays further principal. */
const isRaised = ({ kind }: Pick<Amendment, 'kind'>): boolean => kind === 'PRINCIPAL_UP';

function describePrincipal(
  { balance }: Pick<Loan, 'balance'>,
  amendment: Amendment,
  cents: number,
): TermChange {
  const label = 'Principal';
  const raised = isRaised(amendment);
  if (!balance)
    return { label, present: '–', changed: `${formatMoney(cents)} ${raised ? 'more' : 'less'}` };
  const { principal } = balance;
  const changed = formatMoney(principal + (raised ? cents : -cents));
  return { label, present: formatMoney(principal), changed };
}

/** The terms that it changes, before and after it. Days are those of interest, which runs in UTC days. */
export function listTermChanges(
  loan: Pick<Loan, 'dueAt' | 'presentTerms' | 'balance'>,
  amendment: Amendment,
): TermChange[] {
  const { terms } = amendment;
  const { amount, due, rate, lateFees, defaultInterest } = terms;
  const none = '–';
  const plan = describePlanTerms(terms);
  const isOnce = loan.presentTerms.plan === 'BULLET' || terms.plan === 'BULLET';
  const waived = (label: string, owed: number | undefined, cents: number): TermChange => ({
    label,
    present: owed === undefined ? none : formatMoney(owed),
    changed: `${formatMoney(Math.min(owed ?? cents, cents))} waived`,
  });
  return [
    ...(plan === undefined
      ? []
      : [
          {
            label: 'Repaid by',
            present: describePlanTerms(loan.presentTerms) ?? none,
            changed: plan,
          },
        ]),
    ...(plan === undefined ? [] : listLateChanges(loan, terms)),
    ...(amount === null ? [] : [describePrincipal(loan, amendment, amount)]),
    ...(due === null
      ? []
      : [
          {
            label: isOnce ? 'Due' : 'Last payment',
            present: loan.dueAt ? formatUtcDay(loan.dueAt) : none,
            changed: formatDay(due),
          },
        ]),
    ...(rate === null
      ? []
      : [
          { label: 'Rate', present: formatRate(loan.presentTerms.rate), changed: formatRate(rate) },
        ]),
    ...(lateFees ? [waived('Late fees', loan.balance?.fees, lateFees)] : []),
    ...(defaultInterest
      ? [waived('Default interest', loan.balance?.defaultInterest, defaultInterest)]
      : []),
  ];
}

/** What becomes of interest to date, as a sentence. */
export function describeInterest(
  { accrual }: Pick<Loan, 'accrual'>,
  { kind, terms }: Pick<Amendment, 'kind' | 'terms'>,
): string {
  if (terms.interest === 'PAY' && kind === 'PRINCIPAL_UP')
    return 'Interest to date is set off against the further principal.';
  if (terms.interest === 'PAY') return 'Interest to date is paid with the change.';
  return accrual === 'SIMPLE_365'
    ? 'Interest to date stays due and bears no interest.'
    : 'Interest to date stays due and compounds daily, as in the contract.';
}

type NamedLoan = Pick<Loan, 'borrowerName' | 'lenderName' | 'role'>;

/** "You", or a first name. */
const namePayer = (loan: NamedLoan, party: Party): string =>
  loan.role === party
    ? 'You'
    : getFirstName(party === 'BORROWER' ? loan.borrowerName : loan.lenderName);

/** The money of the change: exact once it is agreed, before that the fee. */
export function describeMoney(loan: NamedLoan, amendment: Amendment): string | undefined {
  const { amountDue, payer, fee, terms } = amendment;
  const describe = (from: Party, what: string): string => {
    const by = namePayer(loan, from);
    const to = namePayer(loan, from === 'BORROWER' ? 'LENDER' : 'BORROWER');
    return `${by} ${by === 'You' ? 'pay' : 'pays'} ${to === 'You' ? 'you' : to} ${what}.`;
  };
  if (amountDue !== null && (payer === 'BORROWER' || payer === 'LENDER'))
    return describe(payer, `${formatMoney(amountDue)} with the change`);
  if (isRaised(amendment)) {
    const lessFee = fee > 0 ? `, less the fee of ${formatMoney(fee)}` : '';
    return describe('LENDER', `${formatMoney(terms.amount ?? 0)} more${lessFee}`);
  }
  const parts = [
    ...(terms.amount === null ? [] : [`${formatMoney(terms.amount)} of the principal`]),
    ...(fee > 0 ? [`a fee of ${formatMoney(fee)}`] : []),
  ];
  return parts.length > 0 ? describe('BORROWER', parts.join(' and ')) : undefined;
}

/** The new terms in a few words, for the list of amendments. */
export function summarizeTerms({ kind, terms, fee }: Amendment): string {
  const { amount, due, rate, lateFees, defaultInterest } = terms;
  const text = [
    describePlanTerms(terms),
    amount && `principal ${formatMoney(amount)} ${isRaised({ kind }) ? 'higher' : 'lower'}`,
    due && `due ${formatDay(due)}`,
    rate !== null && formatRate(rate),
    lateFees && `late fees up to ${formatMoney(lateFees)} waived`,
    defaultInterest && `default interest up to ${formatMoney(defaultInterest)} waived`,
    fee > 0 && `fee ${formatMoney(fee)}`,
  ]
    .filter(Boolean)
    .join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
