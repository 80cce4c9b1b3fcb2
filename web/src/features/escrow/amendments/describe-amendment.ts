/** An amendment of a loan as its reader sees it: names, the reader's task, and the terms before and after it. */

import { formatDay, formatUtcDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import { formatRate } from '../../../format/percent.ts';
import type { AmendmentKind, AmendmentStatus } from '../../../graph/schema.generated.ts';
import type { StatusStyle } from '../../../ui/status/status-style.ts';
import type { Loan, Party } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';

export type Amendment = Loan['amendments'][number];

/** As a title, and after "proposes". */
const kindNames: Record<AmendmentKind, { title: string; object: string }> = {
  EXTEND: { title: 'Extension', object: 'an extension' },
  RATE: { title: 'New rate', object: 'another rate' },
  WAIVE: { title: 'Waiver', object: 'a waiver' },
};

/** A kind of a newer server release is an amendment. */
export const nameKind = (kind: AmendmentKind) =>
  kindNames[kind] ?? { title: 'Amendment', object: 'an amendment' };

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

const liveStatuses: readonly AmendmentStatus[] = ['PROPOSED', 'AGREED', 'AWAITING_MONEY'];

/** The one that can still become effective. */
export const findLiveAmendment = ({
  amendments,
}: Pick<Loan, 'amendments'>): Amendment | undefined =>
  amendments.findLast(({ status }) => liveStatuses.includes(status));

/** The same, if the loan waits for its signatures or money. A mere proposal changes nothing that is due. */
export function findNextAmendment(
  loan: Pick<Loan, 'amendments' | 'waitingFor'>,
): Amendment | undefined {
  const { action } = loan.waitingFor;
  const isNext = action === 'SIGN_AMENDMENT' || action === 'PAY_AMENDMENT';
  return isNext ? findLiveAmendment(loan) : undefined;
}

/** What the reader has to do about it; undefined while it waits for the other party. */
export type AmendmentTask = 'answer' | 'sign' | 'pay' | 'confirm';

export const hasSigned = (
  { borrowerSignedAt, lenderSignedAt }: Amendment,
  party: Loan['role'],
): boolean => (party === 'BORROWER' ? borrowerSignedAt : lenderSignedAt) !== null;

/** The reported payment of its agreed money. */
export const findAgreedPayment = ({ payments }: Pick<Loan, 'payments'>, { n }: Amendment) =>
  payments.find(({ amendment, status }) => amendment === n && status === 'REPORTED');

export function findAmendmentTask(
  loan: Pick<Loan, 'role' | 'payments'>,
  amendment: Amendment,
): AmendmentTask | undefined {
  const { role } = loan;
  const { status, proposedBy, payer } = amendment;
  if (role === 'OPERATOR') return undefined;
  if (status === 'PROPOSED') return proposedBy === role ? undefined : 'answer';
  if (status === 'AGREED') return hasSigned(amendment, role) ? undefined : 'sign';
  if (status !== 'AWAITING_MONEY') return undefined;
  if (findAgreedPayment(loan, amendment)) return payer === role ? undefined : 'confirm';
  return payer === role ? 'pay' : undefined;
}

export interface TermChange {
  label: string;
  present: string;
  changed: string;
}

type NamedLoan = Pick<Loan, 'borrowerName' | 'lenderName'>;

const nameParty = ({ borrowerName, lenderName }: NamedLoan, party: Party): string =>
  getFirstName(party === 'BORROWER' ? borrowerName : lenderName);

const getOther = (party: Party): Party => (party === 'BORROWER' ? 'LENDER' : 'BORROWER');

/** The terms that it changes, before and after it. Days are those of interest, which runs in UTC days. */
export function listTermChanges(
  loan: Pick<Loan, 'dueAt' | 'presentTerms' | 'balance'>,
  { terms }: Amendment,
): TermChange[] {
  const { due, rate, lateFees, defaultInterest } = terms;
  const none = '–';
  const waived = (label: string, owed: number | undefined, cents: number): TermChange => ({
    label,
    present: owed === undefined ? none : formatMoney(owed),
    changed: `${formatMoney(Math.min(owed ?? cents, cents))} waived`,
  });
  return [
    ...(due === null
      ? []
      : [
          {
            label: 'Due',
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
  { terms }: Pick<Amendment, 'terms'>,
): string {
  if (terms.interest === 'PAY') return 'Interest to date is paid with the change.';
  return accrual === 'SIMPLE_365'
    ? 'Interest to date stays due and bears no interest.'
    : 'Interest to date stays due and compounds daily, as in the contract.';
}

/** The money of the change: exact once it is agreed, before that the fee. */
export function describeMoney(loan: NamedLoan, amendment: Amendment): string | undefined {
  const { amountDue, payer, fee } = amendment;
  if (amountDue !== null && (payer === 'BORROWER' || payer === 'LENDER'))
    return `${nameParty(loan, payer)} pays ${formatMoney(amountDue)} to ${nameParty(loan, getOther(payer))} with the change.`;
  if (fee > 0)
    return `${nameParty(loan, 'BORROWER')} pays a fee of ${formatMoney(fee)} to ${nameParty(loan, 'LENDER')}.`;
  return undefined;
}

/** The new terms in a few words, for the list of amendments. */
export function summarizeTerms({ terms, fee }: Amendment): string {
  const { due, rate, lateFees, defaultInterest } = terms;
  return [
    due && `due ${formatDay(due)}`,
    rate !== null && formatRate(rate),
    lateFees && `late fees up to ${formatMoney(lateFees)} waived`,
    defaultInterest && `default interest up to ${formatMoney(defaultInterest)} waived`,
    fee > 0 && `fee ${formatMoney(fee)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
